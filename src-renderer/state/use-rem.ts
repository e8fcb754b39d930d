import { type RefObject, useEffect, useState, useSyncExternalStore } from 'react';

const read = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;

function watch(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributes: true });
  window.addEventListener('resize', onChange);
  return () => {
    observer.disconnect();
    window.removeEventListener('resize', onChange);
  };
}

/** Returns the number of pixels in one rem, which depends on the text size. */
export function useRem(): number {
  return useSyncExternalStore(watch, read);
}

/** A window below this width, in rem, is narrow. With the usual text size, this is 900 pixels. */
const NARROW_REM = 56.25;

/** Whether the window is narrow for the current text size. Large text makes a window narrow sooner. */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(watch, () => window.innerWidth < NARROW_REM * read());
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Returns the inner size of an element in pixels. Before the first measurement, returns `first`. */
export function useSize(element: RefObject<HTMLElement | null>, first: Size): Size {
  const [size, setSize] = useState(first);
  useEffect(() => {
    const { current } = element;
    if (current === null) return;
    const observer = new ResizeObserver(() =>
      setSize({ width: current.clientWidth, height: current.clientHeight }),
    );
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return size;
}

/** Like `useSize`, but returns only the width. */
export function useWidth(element: RefObject<HTMLElement | null>, first: number): number {
  return useSize(element, { width: first, height: 0 }).width;
}
