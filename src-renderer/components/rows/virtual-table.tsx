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
import { useRem, useWidth } from '../../state/use-rem.ts';
import './virtual-table.css';

interface VirtualTableProps<Row> {
  readonly label: string;
  readonly count: number;
  /** The query of the rows. If the query changes, the table scrolls to its first row. */
  readonly query?: string;
  /** Whether `rowAt` still returns rows of the previous query, because the response to the new query has not arrived. */
  readonly busy?: boolean;
  readonly columns: readonly Column<Row>[];
  rowAt(index: number): Row | null;
  /** Called with the first and the last index to load (visible rows and `OVERSCAN` more), and with the index that the keyboard is on. */
  onShow(first: number, last: number, active: number): void;
  /** `place`: the place of the person in the table, for `begin` after the person comes back. */
  onOpen(row: Row, place: TablePlace): void;
  /** The place at which the table begins. If nothing else has the focus, the table takes the focus. */
  readonly begin?: TablePlace | null;
  /** Whether the row is selected. Defined only in selection mode; the Space key then calls `onOpen`, as the Enter key does. */
  isSelected?(row: Row): boolean;
  readonly sort?: Sort;
  onSort?(sort: Sort): void;
  readonly rowRem?: number;
}

/** The index of the row that the keyboard is on, and the scroll position in pixels. */
interface TablePlace {
  readonly active: number;
  readonly top: number;
}

const HEAD_REM = 2.5;
const OVERSCAN = 8;

/** A table that renders only its visible rows. The table is one tab stop. Arrow keys move between rows, and Enter opens a row. */
export function VirtualTable<Row>(props: VirtualTableProps<Row>) {
  const { label, count, rowAt, onShow, onOpen, isSelected, busy = false, rowRem = 3, begin = null } = props;
  const grid = useRef<HTMLDivElement>(null);
  const columns = useFitting(props.columns, grid);
  const [active, setActive] = useState(begin?.active ?? 0);
  const id = useId();
  const rem = useRem();
  const height = rowRem * rem;
  const headHeight = HEAD_REM * rem;
  const rows = useVirtualizer({
    count,
    getScrollElement: () => grid.current,
    estimateSize: () => height,
    // The sticky header covers the first `headHeight` pixels of the scrolling area.
    scrollMargin: headHeight,
    scrollPaddingStart: headHeight,
    overscan: OVERSCAN,
    initialOffset: begin?.top ?? 0,
    // The row that the keyboard is on stays rendered, because `aria-activedescendant` refers to the row.
    rangeExtractor: (range) => {
      const seen = defaultRangeExtractor(range);
      return active < count && !seen.includes(active) ? [...seen, active].sort((a, b) => a - b) : seen;
    },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: `height` changes with the text size, and then the rows must be measured again
  useEffect(() => rows.measure(), [height, rows]);
  const first = rows.range?.startIndex ?? 0;
  const last = rows.range?.endIndex ?? 0;
  useEffect(
    () => onShow(Math.max(0, first - OVERSCAN), Math.max(0, Math.min(count - 1, last + OVERSCAN)), active),
    [first, last, active, count, onShow],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the first rendering moves the focus
  useEffect(() => {
    if (begin !== null && document.activeElement?.matches('body, main') === true)
      grid.current?.focus({ preventScroll: true });
  }, []);
  const shown = useRef(props.query);
  useEffect(() => {
    if (shown.current === props.query) return;
    shown.current = props.query;
    setActive(0);
    rows.scrollToOffset(0);
  }, [props.query, rows]);
  useEffect(() => setActive((before) => Math.max(0, Math.min(before, count - 1))), [count]);

  const open = (row: Row, index: number) => onOpen(row, { active: index, top: grid.current?.scrollTop ?? 0 });
  const onKeyDown = (event: KeyboardEvent) => {
    // A key press on a button in the header must not open a row or change the active row.
    if (event.target !== grid.current) return;
    const row = rowAt(active);
    if (event.key === ' ' && isSelected !== undefined && row !== null) {
      event.preventDefault();
      return open(row, active);
    }
    if (event.key === 'Enter' && row !== null) return open(row, active);
    const page = Math.max(1, last - first - 1);
    const to = rowAfterKey(event.key, active, count, page);
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
    if (row !== null) open(row, index);
  };
  const selectedAt = (index: number) => {
    const row = rowAt(index);
    return row === null ? undefined : isSelected?.(row);
  };
  const onPress = useCallback((index: number) => pressed.current(index), []);

  return (
    <div
      ref={grid}
      role="grid"
      tabIndex={0}
      aria-label={label}
      aria-busy={busy}
      aria-multiselectable={isSelected !== undefined}
      aria-rowcount={count + 1}
      aria-colcount={columns.length}
      aria-activedescendant={count === 0 ? undefined : `${id}-${active}`}
      className="card grow scrolls vtable"
      onKeyDown={onKeyDown}
    >
      <TableHead columns={columns} template={template} sort={props.sort} onSort={props.onSort} />
      <div
        role="rowgroup"
        className="vtable-body"
        style={{ height: `${rows.getTotalSize()}px`, minWidth: template.minWidth }}
      >
        {rows.getVirtualItems().map(({ index, start }) => (
          <TableRow
            key={index}
            id={`${id}-${index}`}
            index={index}
            row={rowAt(index)}
            selected={selectedAt(index)}
            columns={columns}
            template={template}
            top={start - headHeight}
            height={height}
            isActive={index === active}
            onPress={onPress}
          />
        ))}
      </div>
    </div>
  );
}

export interface Column<Row> {
  readonly id: string;
  readonly title: string;
  /**
   * The minimum width in rem. A column without `share` always has this width. The other columns divide the remaining width in proportion to
   * `share`.
   */
  readonly least: number;
  readonly share?: number;
  /**
   * The width, in rem, that the column should have. If a column would get less, the table hides columns with `spare`. The default is
   * `least`.
   */
  readonly room?: number;
  /** The order in which a narrow table hides columns: the lowest `spare` first. A column without `spare` is never hidden. */
  readonly spare?: number;
  /** The key by which the rows are sorted after a click on the title. A title without a sort key cannot be clicked. */
  readonly sortKey?: string;
  cell(row: Row): ReactNode;
}

type Sized = Pick<Column<unknown>, 'least' | 'share' | 'room' | 'spare'>;

const GAP = 0.75;
const SIDES = 2;

function leastWidth(columns: readonly Sized[]): number {
  return columns.reduce((sum, { least }) => sum + least, SIDES + GAP * Math.max(0, columns.length - 1));
}

/** Returns the columns that fit into `width` (in rem). Leaves out the column with the lowest `spare` first. */
export function fitting<C extends Sized>(columns: readonly C[], width: number): readonly C[] {
  const spare = columns.filter((column) => column.spare !== undefined);
  spare.sort((a, b) => (a.spare ?? 0) - (b.spare ?? 0));
  let shown = columns;
  for (const column of spare) {
    if (leastWidth(shown.map(({ least, room = least }) => ({ least: room }))) <= width) break;
    shown = shown.filter((one) => one !== column);
  }
  return shown;
}

function tracksOf(columns: readonly Sized[]): CSSProperties {
  const tracks = columns.map(({ least, share }) =>
    share === undefined ? `${least}rem` : `minmax(${least}rem, ${share}fr)`,
  );
  return { gridTemplateColumns: tracks.join(' '), minWidth: `${leastWidth(columns)}rem` };
}

function useFitting<C extends Sized>(
  columns: readonly C[],
  element: RefObject<HTMLElement | null>,
): readonly C[] {
  const rem = useRem();
  const width = useWidth(element, Number.POSITIVE_INFINITY);
  return useMemo(() => fitting(columns, width / rem), [columns, width, rem]);
}

export interface Sort {
  readonly key: string;
  readonly ascending: boolean;
}

interface TableHeadProps {
  readonly columns: readonly Column<unknown>[];
  readonly template: CSSProperties;
  readonly sort: Sort | undefined;
  readonly onSort: ((sort: Sort) => void) | undefined;
}

function TableHead({ columns, template, sort, onSort }: TableHeadProps) {
  const direction = (key: string | undefined) =>
    sort === undefined || key !== sort.key ? 'none' : sort.ascending ? 'ascending' : 'descending';
  return (
    <div role="row" aria-rowindex={1} className="quiet strong middle vtable-head" style={template}>
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
              className="bare gap-1 middle left vtable-sort"
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
  readonly row: unknown;
  readonly selected: boolean | undefined;
  readonly columns: readonly Column<unknown>[];
  readonly template: CSSProperties;
  readonly top: number;
  readonly height: number;
  readonly isActive: boolean;
  onPress(index: number): void;
}

/** The row is memoized, so that scrolling renders only the rows that become visible. */
const TableRow = memo((props: TableRowProps) => {
  const { id, index, row, selected, columns, template, top, height, isActive, onPress } = props;
  return (
    <div
      id={id}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={selected}
      data-active={isActive}
      className="vtable-row"
      style={{ ...template, height: `${height}px`, transform: `translateY(${top}px)` }}
      onClick={() => onPress(index)}
    >
      {columns.map((column) => (
        <div role="gridcell" key={column.id} className="cut vtable-cell">
          {row === null ? <span className="vtable-pending" /> : column.cell(row)}
        </div>
      ))}
    </div>
  );
});

// Returns the index of the row that a key press moves to; null for any other key. Page Up and Page Down move by `page` rows.
function rowAfterKey(key: string, index: number, count: number, page: number): number | null {
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
