import { scaleBand, scaleLinear } from '@visx/scale';
import { Bar } from '@visx/shape';
import { keyed } from '../../components/rows/keyed.ts';
import { t } from '../../strings/translate.ts';

/*
 * The drawings stretch to the width of the page. All words are HTML beside the drawings, so that words wrap, follow the text size, and keep
 * their contrast.
 */

export interface BarPart {
  readonly kind: 'plain' | 'approved' | 'refused' | 'most';
  readonly value: number;
}

export interface BarRow {
  readonly label: string;
  /** The parts of the bar, from left to right. */
  readonly parts: readonly BarPart[];
  readonly text: string;
}

/** The maximum number of bars in a picture, because a person can hardly compare more bars. */
const MOST_BARS = 10;
const LENGTH = 100;

/** Horizontal bars, one for each row. All bars of a picture have the same scale. */
export function BarPicture({ rows }: { readonly rows: readonly BarRow[] }) {
  const shown = rows.slice(0, MOST_BARS);
  const whole = ({ parts }: BarRow) => parts.reduce((sum, { value }) => sum + value, 0);
  const scale = scaleLinear({ domain: [0, Math.max(1, ...rows.map(whole))], range: [0, LENGTH] });
  return (
    <>
      <div className="insight-bars">
        {keyed(shown).map(({ key, item }) => (
          <BarLine key={key} row={item} scale={scale} />
        ))}
      </div>
      {rows.length > shown.length && (
        <p className="quiet">{t('insights.more', { shown: shown.length, count: rows.length })}</p>
      )}
    </>
  );
}

function BarLine({ row, scale }: { readonly row: BarRow; readonly scale: (value: number) => number }) {
  let from = 0;
  return (
    <>
      <bdi className="break">{row.label}</bdi>
      <svg className="insight-bar" viewBox={`0 0 ${LENGTH} 1`} preserveAspectRatio="none" aria-hidden="true">
        {row.parts.flatMap(({ kind, value }) => {
          if (value === 0) return [];
          const x = scale(from);
          from += value;
          return (
            <Bar
              key={kind}
              x={x}
              y={0}
              width={scale(from) - x}
              height={1}
              className={`insight-part-${kind}`}
            />
          );
        })}
      </svg>
      <bdi className="numbers">{row.text}</bdi>
    </>
  );
}

const HEIGHT = 100;
const WIDTH = 1000;

interface ColumnPictureProps {
  readonly columns: readonly { readonly label: string; readonly value: number }[];
}

/** A picture with one column for each day or month of the period, from left to right. */
export function ColumnPicture({ columns }: ColumnPictureProps) {
  const most = Math.max(1, ...columns.map(({ value }) => value));
  const y = scaleLinear({ domain: [0, most], range: [HEIGHT, 0], nice: 2 });
  const x = scaleBand({ domain: columns.map((_, index) => index), range: [0, WIDTH], padding: 0.15 });
  const ticks = y.ticks(2).filter(Number.isInteger);
  const ends = [columns[0], columns[Math.floor(columns.length / 2)], columns.at(-1)];
  return (
    <div className="insight-columns">
      <div className="insight-scale numbers">
        {ticks.toReversed().map((tick) => (
          <span key={tick}>{tick}</span>
        ))}
      </div>
      <svg
        className="insight-drawing"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {ticks.map((tick) => (
          <line key={tick} className="insight-line" x1={0} x2={WIDTH} y1={y(tick)} y2={y(tick)} />
        ))}
        {columns.map(({ label, value }, index) => (
          <Bar
            key={label}
            x={x(index) ?? 0}
            y={y(value)}
            width={x.bandwidth()}
            height={HEIGHT - y(value)}
            className="insight-part-plain"
          >
            <title>{t('insights.volume.column', { label, value })}</title>
          </Bar>
        ))}
      </svg>
      <div className="insight-days numbers">
        {[...new Set(ends.map((end) => end?.label))].map((label) => (
          <span key={label}>{label}</span>
        ))}
      </div>
    </div>
  );
}
