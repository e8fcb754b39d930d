import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useRem } from '../state/use-rem.ts';
import { type Column, tracksOf, useFitting } from './table-columns.ts';
import { type Sort, TableHead } from './table-head.tsx';
import { moveBy } from './table-keys.ts';
import { TableRow } from './table-row.tsx';
import './virtual-table.css';

interface VirtualTableProps<Row> {
  readonly label: string;
  readonly count: number;
  /** Whether the rows are still those of the question before. */
  readonly busy?: boolean;
  readonly columns: readonly Column<Row>[];
  rowAt(index: number): Row | null;
  /** Tells which rows are in sight or near, and which one the keyboard stands on. */
  onShow(first: number, last: number, active: number): void;
  onOpen(row: Row): void;
  readonly sort?: Sort;
  onSort?(sort: Sort): void;
  /** Height of a row in rem. */
  readonly rowRem?: number;
}

const HEAD_REM = 2.5;
/** Rows beyond those in sight that are in the page too. */
const OVERSCAN = 8;

/**
 * A table of any length, of which only the rows in sight are in the page. It is one stop of the Tab key; arrows, Page Up and
 * Down, Home and End move in it, Enter opens. Its rows say which of how many they are.
 */
export function VirtualTable<Row>(props: VirtualTableProps<Row>) {
  const { label, count, rowAt, onShow, onOpen, busy = false, rowRem = 3 } = props;
  const grid = useRef<HTMLDivElement>(null);
  const columns = useFitting(props.columns, grid);
  const [active, setActive] = useState(0);
  const id = useId();
  const rem = useRem();
  const height = rowRem * rem;
  const headHeight = HEAD_REM * rem;
  const rows = useVirtualizer({
    count,
    getScrollElement: () => grid.current,
    estimateSize: () => height,
    // The head lies over the rows and stays while they scroll.
    scrollMargin: headHeight,
    scrollPaddingStart: headHeight,
    overscan: OVERSCAN,
    // The row that the keyboard stands on stays in the page, or a screen reader would lose it.
    rangeExtractor: (range) => {
      const seen = defaultRangeExtractor(range);
      return active < count && !seen.includes(active) ? [...seen, active].sort((a, b) => a - b) : seen;
    },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured anew when the text size changes
  useEffect(() => rows.measure(), [height, rows]);
  const first = rows.range?.startIndex ?? 0;
  const last = rows.range?.endIndex ?? 0;
  useEffect(
    () => onShow(Math.max(0, first - OVERSCAN), Math.max(0, Math.min(count - 1, last + OVERSCAN)), active),
    [first, last, active, count, onShow],
  );
  useEffect(() => setActive((before) => Math.max(0, Math.min(before, count - 1))), [count]);

  const onKeyDown = (event: KeyboardEvent) => {
    // Keys on a button in the head are its own.
    if (event.target !== grid.current) return;
    const row = rowAt(active);
    if (event.key === 'Enter' && row !== null) return onOpen(row);
    const page = Math.max(1, last - first - 1);
    const to = moveBy(event.key, active, count, page);
    if (to === null) return;
    event.preventDefault();
    setActive(to);
    rows.scrollToIndex(to);
  };
  const template = useMemo(() => tracksOf(columns), [columns]);
  const pressed = useRef<(index: number) => void>(() => undefined);
  pressed.current = (index) => {
    setActive(index);
    const row = rowAt(index);
    if (row !== null) onOpen(row);
  };
  const onPress = useCallback((index: number) => pressed.current(index), []);

  return (
    <div
      ref={grid}
      role="grid"
      tabIndex={0}
      aria-label={label}
      aria-busy={busy}
      aria-rowcount={count + 1}
      aria-colcount={columns.length}
      aria-activedescendant={count === 0 ? undefined : `${id}-${active}`}
      className="card vtable"
      onKeyDown={onKeyDown}
    >
      <TableHead columns={columns} template={template} sort={props.sort} onSort={props.onSort} />
      <div
        role="rowgroup"
        className="vtable-body"
        style={{ height: `${rows.getTotalSize()}px`, minWidth: template.minWidth }}
      >
        {rows.getVirtualItems().map(({ index, start }) => {
          const row = rowAt(index);
          return (
            <TableRow
              key={index}
              id={`${id}-${index}`}
              index={index}
              row={row}
              columns={columns}
              template={template}
              top={start - headHeight}
              height={height}
              isActive={index === active}
              onPress={onPress}
            >
              {columns.map((column) => (
                <div role="gridcell" key={column.id} className="cut vtable-cell">
                  {row === null ? <span className="vtable-pending" /> : column.cell(row)}
                </div>
              ))}
            </TableRow>
          );
        })}
      </div>
    </div>
  );
}
