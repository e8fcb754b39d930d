import type { RefObject } from 'react';
import { type Size, useRem, useSize } from '../../state/use-rem.ts';
import type { View } from './view-bar.tsx';

/** The maximum width of a page in rem at a zoom of 100%. */
const WIDEST_REM = 56;

/**
 * Returns the size, in CSS pixels, at which `view` shows a page in `frame`, and the zoom as a number. `natural` is the size of the page
 * before a turn; the size is 0 while `natural` is null. At zoom 1, a page is as wide as the frame, but not wider than a readable width.
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
