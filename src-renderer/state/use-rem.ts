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

/** 900 pixels at the usual text size. */
const NARROW_REM = 56.25;

/** Whether the window is narrow, or the text is large for the width of the window. */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(watch, () => window.innerWidth < NARROW_REM * read());
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Returns the inner size of an element in pixels. Until the element is measured, returns `first`. */
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

/** As `useSize`, for the width alone. */
export function useWidth(element: RefObject<HTMLElement | null>, first: number): number {
  return useSize(element, { width: first, height: 0 }).width;
}
