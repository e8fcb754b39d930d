import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import {
  type CSSProperties,
  type KeyboardEvent,
  memo,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { Button } from 'react-aria-components';
import { useRem } from '../state/use-rem.ts';
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

export interface Column<Row> {
  readonly id: string;
  readonly title: string;
  /** The least width in rem; all there is without `share`. */
  readonly least: number;
  /** Its part of the room that is left. */
  readonly share?: number;
  /** Left out where there is no room for all; the lowest goes first. Without it the column always stays. */
  readonly spare?: number;
  /** What a click on the title sorts by; without it the column does not sort. */
  readonly sortKey?: string;
  cell(row: Row): ReactNode;
}

type Sized = Pick<Column<unknown>, 'least' | 'share' | 'spare'>;

const GAP = 0.75;
const SIDES = 2;

/** The least width in rem of a table with these columns. */
export function leastWidth(columns: readonly Sized[]): number {
  return columns.reduce((sum, { least }) => sum + least, SIDES + GAP * Math.max(0, columns.length - 1));
}

/** The columns that fit into this width in rem; those that nothing can be done without stay in any case. */
export function fitting<C extends Sized>(columns: readonly C[], width: number): readonly C[] {
  const spare = columns.filter((column) => column.spare !== undefined);
  spare.sort((a, b) => (a.spare ?? 0) - (b.spare ?? 0));
  let shown = columns;
  for (const column of spare) {
    if (leastWidth(shown) <= width) break;
    shown = shown.filter((one) => one !== column);
  }
  return shown;
}

/** The tracks of a grid of these columns. */
export function tracksOf(columns: readonly Sized[]): CSSProperties {
  const tracks = columns.map(({ least, share }) =>
    share === undefined ? `${least}rem` : `minmax(${least}rem, ${share}fr)`,
  );
  return { gridTemplateColumns: tracks.join(' '), minWidth: `${leastWidth(columns)}rem` };
}

/** The columns that fit into an element, as wide as it is now. */
export function useFitting<C extends Sized>(
  columns: readonly C[],
  element: RefObject<HTMLElement | null>,
): readonly C[] {
  const rem = useRem();
  const [width, setWidth] = useState(Number.POSITIVE_INFINITY);
  useEffect(() => {
    const { current } = element;
    if (current === null) return;
    const observer = new ResizeObserver(() => setWidth(current.clientWidth));
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return useMemo(() => fitting(columns, width / rem), [columns, width, rem]);
}

export interface Sort {
  readonly key: string;
  readonly ascending: boolean;
}

type HeadColumn = Pick<Column<unknown>, 'id' | 'title' | 'sortKey'>;

interface TableHeadProps {
  readonly columns: readonly HeadColumn[];
  readonly template: CSSProperties;
  readonly sort: Sort | undefined;
  readonly onSort: ((sort: Sort) => void) | undefined;
}

/** The titles of a table; those that sort are buttons, and say which way. */
export function TableHead({ columns, template, sort, onSort }: TableHeadProps) {
  const direction = (key: string | undefined) =>
    sort === undefined || key !== sort.key ? 'none' : sort.ascending ? 'ascending' : 'descending';
  return (
    <div role="row" aria-rowindex={1} className="quiet vtable-head" style={template}>
      {columns.map(({ id, title, sortKey }) => (
        <div
          role="columnheader"
          key={id}
          aria-sort={direction(sortKey)}
          className="vtable-title"
          title={title}
        >
          {sortKey === undefined || onSort === undefined ? (
            title
          ) : (
            <Button
              className="vtable-sort"
              onPress={() =>
                onSort({
                  key: sortKey,
                  ascending: sort?.key === sortKey ? !sort.ascending : sortKey === 'name',
                })
              }
            >
              <span className="cut vtable-sort-words">{title}</span>
              <span aria-hidden="true" className={`vtable-arrow vtable-arrow-${direction(sortKey)}`} />
            </Button>
          )}
        </div>
      ))}
    </div>
  );
}

interface TableRowProps {
  readonly id: string;
  readonly index: number;
  /** What the cells show, and by which columns: while both are the same, so are the cells. */
  readonly row: unknown;
  readonly columns: readonly unknown[];
  readonly template: CSSProperties;
  /** In pixels. */
  readonly top: number;
  readonly height: number;
  readonly isActive: boolean;
  onPress(index: number): void;
  readonly children: ReactNode;
}

/** A row that is drawn anew only when something of it has changed: while a table scrolls, most rows stay what they are. */
export const TableRow = memo(
  ({ id, index, template, top, height, isActive, onPress, children }: TableRowProps) => (
    <div
      id={id}
      role="row"
      aria-rowindex={index + 2}
      data-active={isActive}
      className="vtable-row"
      style={{ ...template, height: `${height}px`, transform: `translateY(${top}px)` }}
      onClick={() => onPress(index)}
    >
      {children}
    </div>
  ),
  ({ children: _, ...before }, { children: __, ...now }) => {
    const values: Readonly<Record<string, unknown>> = before;
    return Object.entries(now).every(([name, value]) => Object.is(values[name], value));
  },
);

/** Where a key leads from `index` in a list of `count`; null for a key that does not move. `page` is how many rows are seen. */
export function moveBy(key: string, index: number, count: number, page: number): number | null {
  if (count === 0) return null;
  const within = (to: number) => Math.max(0, Math.min(count - 1, to));
  switch (key) {
    case 'ArrowDown':
      return within(index + 1);
    case 'ArrowUp':
      return within(index - 1);
    case 'PageDown':
      return within(index + page);
    case 'PageUp':
      return within(index - page);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}
