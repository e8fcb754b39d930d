import { type CSSProperties, type ReactNode, type RefObject, useEffect, useMemo, useState } from 'react';
import { useRem } from '../state/use-rem.ts';

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
