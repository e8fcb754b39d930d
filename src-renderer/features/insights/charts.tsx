import { type ReactNode, useState } from 'react';
import { dayOf, startOfDay } from '../../../src-main/contract/local-day.ts';
import type { Insights } from '../../../src-main/contract/views/insights.ts';
import { Button } from '../../components/input/button.tsx';
import { keyed } from '../../components/rows/keyed.ts';
import { statusText } from '../../strings/format.ts';
import { durationText, rateText, reasonKindText } from '../../strings/insights-text.ts';
import { dayText, monthText } from '../../strings/time-text.ts';
import { t } from '../../strings/translate.ts';
import { BarPicture, type BarRow, ColumnPicture } from './pictures.tsx';

export function Charts({ insights }: { readonly insights: Insights }) {
  return (
    <div className="insights-figures">
      <Decided insights={insights} />
      <Volumes insights={insights} />
      <Statuses insights={insights} />
      <Codes insights={insights} />
      <Folders insights={insights} />
      <Times insights={insights} />
      <Reasons insights={insights} />
      <Waits insights={insights} />
    </div>
  );
}

const OUTCOMES = ['tasks_approved', 'tasks_not_approved', 'no_verdict', 'not_loaded', 'deleted'] as const;

function Decided({ insights: { decided } }: Part) {
  const { tasks, tasks_corrected: corrected } = decided;
  if (tasks === 0) return null;
  const outcomes = OUTCOMES.filter((outcome) => decided[outcome] > 0);
  const list = outcomes
    .map((outcome) => t(`insights.decided.${outcome}`, { count: decided[outcome] }))
    .join(', ');
  return (
    <p className="insight-wide">
      {t('insights.decided', { count: tasks, list })}
      {corrected > 0 && ` ${t('insights.decided.corrected', { count: corrected })}`}
    </p>
  );
}

interface FigureProps {
  readonly title: string;
  /** A sentence that states the main result of the figure. */
  readonly text: ReactNode;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** The last row of the table. */
  readonly total?: readonly string[];
  readonly wide?: boolean;
  readonly children: ReactNode;
}

/** A picture and a table with the same numbers. Screen readers always read the table. A button shows the table instead of the picture. */
function Figure({ title, text, head, rows, total, wide = false, children }: FigureProps) {
  const [asTable, setAsTable] = useState(false);
  return (
    <figure className={wide ? 'card stack gap-3 insight insight-wide' : 'card stack gap-3 insight'}>
      <figcaption className="stack gap-1">
        <h2>{title}</h2>
        {rows.length === 0 ? <p className="soft">{t('insights.none')}</p> : <p className="soft">{text}</p>}
      </figcaption>
      {rows.length > 0 && (
        <>
          {!asTable && (
            <div aria-hidden="true" className="stack gap-2">
              {children}
            </div>
          )}
          <div className={asTable ? 'insight-table' : 'visually-hidden'}>
            <table aria-label={title}>
              <thead>
                <tr>
                  {head.map((name) => (
                    <th key={name} scope="col">
                      {name}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {keyed(rows).map(({ key, item: cells }) => (
                  <tr key={key}>
                    {keyed(cells).map((cell) => (
                      <td key={cell.key} className="numbers">
                        <bdi>{cell.item}</bdi>
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
              {total !== undefined && (
                <tfoot>
                  <tr>
                    <th scope="row">{total[0]}</th>
                    {keyed(total.slice(1)).map((cell) => (
                      <td key={cell.key} className="numbers strong">
                        {cell.item}
                      </td>
                    ))}
                  </tr>
                </tfoot>
              )}
            </table>
          </div>
          <div>
            <Button
              size="small"
              kind="quiet"
              aria-label={`${t(asTable ? 'insights.asPicture' : 'insights.asTable')}: ${title}`}
              onPress={() => setAsTable(!asTable)}
            >
              {t(asTable ? 'insights.asPicture' : 'insights.asTable')}
            </Button>
          </div>
        </>
      )}
    </figure>
  );
}

interface Part {
  readonly insights: Insights;
}

/**
 * The maximum number of days from `from` to `to` for which the picture has one column for each day. A longer period has one column for each
 * month.
 */
const DAYS_SHOWN = 100;

function Volumes({ insights: { from, to, created } }: Part) {
  const perDay = daysBetween(from, to) <= DAYS_SHOWN;
  const columns = perDay
    ? filled(
        from,
        to,
        (day) => dayOf(startOfDay(day, 1)),
        new Map(created.by_day.map(({ day, tasks }) => [day, tasks])),
      )
    : filled(from.slice(0, 7), to.slice(0, 7), monthAfter, perMonth(created.by_day));
  const shown = columns.map(({ at, value }) => ({ label: perDay ? dayText(at) : monthText(at), value }));
  const busiest = created.by_day.toSorted((a, b) => b.tasks - a.tasks)[0];
  return (
    <Figure
      wide
      title={t('insights.volume')}
      text={`${t('insights.volume.text', { count: created.tasks })} ${busiest === undefined ? '' : t('insights.volume.busiest', { count: busiest.tasks, day: dayText(busiest.day) })}`}
      head={[t(perDay ? 'insights.column.day' : 'insights.column.month'), t('insights.column.tasks')]}
      rows={created.tasks === 0 ? [] : shown.map(({ label, value }) => [label, String(value)])}
    >
      <ColumnPicture columns={shown} />
    </Figure>
  );
}

const daysBetween = (from: string, to: string) =>
  (startOfDay(to).getTime() - startOfDay(from).getTime()) / 86_400_000;

/**
 * Returns every day, or every month, from `first` to `last`, each with its number in `numbers`, or with 0 if `numbers` lacks the day or
 * month.
 */
function filled(
  first: string,
  last: string,
  next: (at: string) => string,
  numbers: ReadonlyMap<string, number>,
) {
  const all: { at: string; value: number }[] = [];
  for (let at = first; at <= last; at = next(at)) all.push({ at, value: numbers.get(at) ?? 0 });
  return all;
}

const monthAfter = (month: string) => dayOf(startOfDay(`${month}-28`, 7)).slice(0, 7);

function perMonth(days: Insights['created']['by_day']): Map<string, number> {
  const months = new Map<string, number>();
  for (const { day, tasks } of days) months.set(day.slice(0, 7), (months.get(day.slice(0, 7)) ?? 0) + tasks);
  return months;
}

function Statuses({ insights: { created } }: Part) {
  const rows = created.by_status.map(({ status, tasks }) => ({ label: statusText(status), tasks }));
  return (
    <Figure
      title={t('insights.status')}
      text={t('insights.status.text')}
      head={[t('tasks.column.status'), t('insights.column.tasks')]}
      rows={rows.map(({ label, tasks }) => [label, String(tasks)])}
    >
      <BarPicture rows={rows.map(({ label, tasks }) => plainRow(label, tasks))} />
    </Figure>
  );
}

const plainRow = (label: string, value: number): BarRow => ({
  label,
  parts: [{ kind: 'plain', value }],
  text: String(value),
});

interface Outcomes {
  readonly label: string;
  readonly approved: number;
  readonly not_approved: number;
}

function Codes({ insights: { decided } }: Part) {
  const { approved, not_approved: not } = decided;
  return (
    <Approvals
      title={t('insights.code')}
      first={t('tasks.filter.code')}
      rows={decided.by_code.map((code) => ({ ...code, label: code.code }))}
      total={decided}
      text={
        approved + not > 0 &&
        t('insights.code.text', {
          approved,
          count: approved + not,
          tasks: decided.tasks_approved + decided.tasks_not_approved,
          rate: rateText({ approved, not_approved: not }),
        })
      }
    />
  );
}

function Folders({ insights: { decided } }: Part) {
  const label = ({ folder, other_station: other }: Insights['decided']['by_folder'][number]) =>
    folder ?? t(other ? 'insights.otherStations' : 'common.drop');
  return (
    <Approvals
      title={t('insights.folder')}
      first={t('tasks.filter.folder')}
      rows={decided.by_folder.map((one) => ({ ...one, label: label(one) }))}
      total={decided}
      text={t('insights.folder.text')}
    />
  );
}

interface ApprovalsProps {
  readonly title: string;
  readonly first: string;
  readonly text: ReactNode;
  readonly rows: readonly Outcomes[];
  readonly total: Omit<Outcomes, 'label'>;
}

function Approvals({ title, first, text, rows, total }: ApprovalsProps) {
  const cells = (label: string, codes: Omit<Outcomes, 'label'>) => [
    label,
    String(codes.approved),
    String(codes.not_approved),
    rateText(codes),
  ];
  return (
    <Figure
      title={title}
      text={text}
      head={[
        first,
        t('insights.column.approved'),
        t('insights.column.notApproved'),
        t('insights.column.rate'),
      ]}
      rows={rows.map((row) => cells(row.label, row))}
      total={cells(t('insights.total'), total)}
    >
      <Legend kinds={['approved', 'refused']} words={[t('verdict.approved'), t('verdict.not-approved')]} />
      <BarPicture
        rows={rows.map(({ label, ...codes }) => {
          const count = codes.approved + codes.not_approved;
          return {
            label,
            // Shares and not numbers: each bar has the full length, and the green part is the approval rate.
            parts: [
              { kind: 'approved', value: codes.approved / count },
              { kind: 'refused', value: codes.not_approved / count },
            ],
            text: t('insights.rate', { rate: rateText(codes), approved: codes.approved, count }),
          };
        })}
      />
    </Figure>
  );
}

interface LegendProps {
  readonly kinds: readonly BarRow['parts'][number]['kind'][];
  readonly words: readonly string[];
}

function Legend({ kinds, words }: LegendProps) {
  return (
    <div className="wrap gap-3 quiet">
      {kinds.map((kind, index) => (
        <span key={kind} className="row gap-1">
          <svg className="insight-key" viewBox="0 0 1 1" aria-hidden="true">
            <rect width={1} height={1} className={`insight-part-${kind}`} />
          </svg>
          {words[index]}
        </span>
      ))}
    </div>
  );
}

function Times({ insights: { decided } }: Part) {
  const { p50_seconds: half, p90_seconds: most } = decided;
  const rows = decided.by_code.flatMap(({ code, p50_seconds: p50, p90_seconds: p90 }) =>
    p50 === null || p90 === null ? [] : [{ code, p50, p90 }],
  );
  return (
    <Figure
      title={t('insights.time')}
      text={
        half !== null && most !== null
          ? t('insights.time.text', { half: durationText(half), most: durationText(most) })
          : ''
      }
      head={[t('tasks.filter.code'), t('insights.column.half'), t('insights.column.most')]}
      rows={rows.map(({ code, p50, p90 }) => [code, durationText(p50), durationText(p90)])}
    >
      <Legend kinds={['plain', 'most']} words={[t('insights.column.half'), t('insights.column.most')]} />
      <BarPicture
        rows={rows.map(({ code, p50, p90 }) => ({
          label: code,
          parts: [
            { kind: 'plain', value: p50 },
            { kind: 'most', value: p90 - p50 },
          ],
          text: `${durationText(p50)} / ${durationText(p90)}`,
        }))}
      />
    </Figure>
  );
}

function Reasons({ insights: { decided } }: Part) {
  return (
    <ReasonFigure
      title={t('insights.reasons')}
      text={t('insights.reasons.text', { count: decided.not_approved })}
      counted={t('insights.column.codes')}
      total={[t('insights.total.codes'), decided.not_approved]}
      reasons={decided.by_reason.map(({ not_approved: count, ...reason }) => ({ ...reason, count }))}
    />
  );
}

function Waits({ insights: { waiting } }: Part) {
  return (
    <ReasonFigure
      title={t('insights.waiting')}
      text={t('insights.waiting.text', { count: waiting.waits })}
      counted={t('insights.column.waits')}
      total={[t('insights.total.waits'), waiting.waits]}
      reasons={waiting.by_reason.map(({ waits: count, ...reason }) => ({ ...reason, count }))}
    />
  );
}

interface ReasonFigureProps {
  readonly title: string;
  readonly text: string;
  readonly counted: string;
  readonly total: readonly [label: string, count: number];
  readonly reasons: readonly (Omit<Insights['waiting']['by_reason'][number], 'waits'> & {
    readonly count: number;
  })[];
}

function ReasonFigure({ title, text, counted, total, reasons }: ReasonFigureProps) {
  const rows = reasons.map(({ count, tasks, words, ...kind }) => ({
    label: reasonKindText(kind),
    count,
    tasks,
    words: words
      .map(({ message, count: times }) => t('insights.words', { message, count: times }))
      .join('; '),
  }));
  return (
    <Figure
      title={title}
      text={text}
      head={[t('insights.column.reason'), t('insights.column.words'), counted, t('insights.column.tasks')]}
      rows={rows.map(({ label, words, count, tasks }) => [label, words, String(count), String(tasks)])}
      total={[total[0], '', String(total[1]), '']}
    >
      <BarPicture rows={rows.map(({ label, count }) => plainRow(label, count))} />
    </Figure>
  );
}
