import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useRem } from '../state/use-rem.ts';
import { type Sort, TableHead } from './table-head.tsx';
import { moveBy } from './table-keys.ts';
import './virtual-table.css';

export interface Column<Row> {
  readonly id: string;
  readonly title: string;
  /** A track of a CSS grid, such as `minmax(12rem, 3fr)`. */
  readonly width: string;
  /** What a click on the title sorts by; without it the column does not sort. */
  readonly sortKey?: string;
  cell(row: Row): ReactNode;
}

interface VirtualTableProps<Row> {
  readonly label: string;
  readonly count: number;
  readonly columns: readonly Column<Row>[];
  rowAt(index: number): Row | null;
  onShow(first: number, last: number): void;
  onOpen(row: Row): void;
  idOf(row: Row): string;
  readonly selected?: string | null;
  readonly sort?: Sort;
  onSort?(sort: Sort): void;
  /** Height of a row in rem. */
  readonly rowRem?: number;
}

/**
 * A table of any length, of which only the rows in sight are in the page. It is one stop of the Tab key; arrows, Page Up and
 * Down, Home and End move in it, Enter opens. Its rows say which of how many they are.
 */
export function VirtualTable<Row>(props: VirtualTableProps<Row>) {
  const { label, count, columns, rowAt, onShow, onOpen, idOf, selected = null, rowRem = 3 } = props;
  const grid = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(0);
  const id = useId();
  const height = rowRem * useRem();
  const rows = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 8,
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
  useEffect(() => onShow(first, last), [first, last, onShow]);
  useEffect(() => setActive((before) => Math.max(0, Math.min(before, count - 1))), [count]);

  const onKeyDown = (event: KeyboardEvent) => {
    // Keys on a button in the head are its own.
    if (event.target !== grid.current && event.target !== scroller.current) return;
    const row = rowAt(active);
    if (event.key === 'Enter' && row !== null) return onOpen(row);
    const page = Math.max(1, last - first - 1);
    const to = moveBy(event.key, active, count, page);
    if (to === null) return;
    event.preventDefault();
    setActive(to);
    rows.scrollToIndex(to);
  };
  const template = { gridTemplateColumns: columns.map((column) => column.width).join(' ') };

  return (
    <div
      ref={grid}
      role="grid"
      tabIndex={0}
      aria-label={label}
      aria-rowcount={count + 1}
      aria-colcount={columns.length}
      aria-activedescendant={count === 0 ? undefined : `${id}-${active}`}
      className="vtable"
      onKeyDown={onKeyDown}
    >
      <TableHead columns={columns} template={template} sort={props.sort} onSort={props.onSort} />
      <div ref={scroller} role="rowgroup" tabIndex={-1} className="vtable-body">
        <div role="presentation" className="vtable-all" style={{ height: `${rows.getTotalSize()}px` }}>
          {rows.getVirtualItems().map(({ index, start }) => {
            const row = rowAt(index);
            const chosen = row !== null && idOf(row) === selected;
            return (
              <div
                key={index}
                id={`${id}-${index}`}
                role="row"
                aria-rowindex={index + 2}
                aria-selected={chosen}
                data-active={index === active}
                className="vtable-row"
                style={{ ...template, height: `${height}px`, transform: `translateY(${start}px)` }}
                onClick={() => {
                  setActive(index);
                  if (row !== null) onOpen(row);
                }}
              >
                {columns.map((column) => (
                  <div role="gridcell" key={column.id} className="vtable-cell">
                    {row === null ? <span className="vtable-pending" /> : column.cell(row)}
                  </div>
                ))}
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}
