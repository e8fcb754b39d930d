import type { RefObject } from 'react';
import { type Size, useRem, useSize } from '../../state/use-rem.ts';
import type { View } from './view-bar.tsx';

/** The maximum width of a page, in rem, at zoom 1. A wider page is hard to read. */
const WIDEST_REM = 56;

/**
 * Returns the size, in CSS pixels, of a page in `frame`, and the zoom as a number. `natural` is the size of the unturned page; while
 * `natural` is null, the returned size is 0. At zoom 1, a page is as wide as `frame`, but at most `WIDEST_REM` wide.
 */
export function useFitted(
  frame: RefObject<HTMLElement | null>,
  natural: Size | null,
  { zoom, turn }: View,
): Size & { readonly zoom: number } {
  const room = useSize(frame, { width: 0, height: 0 });
  const widest = Math.min(room.width, WIDEST_REM * useRem());
  if (natural === null || widest === 0) return { width: 0, height: 0, zoom: 1 };
  const { width, height } = turn % 180 === 0 ? natural : { width: natural.height, height: natural.width };
  const ratio = height / Math.max(1, width);
  const wanted = zoom === 'page' ? Math.min(room.width, room.height / Math.max(0.01, ratio)) : widest * zoom;
  return { width: Math.floor(wanted), height: Math.floor(wanted * ratio), zoom: wanted / widest };
}
