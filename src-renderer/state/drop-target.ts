import { useEffect, useRef } from 'react';
import { create } from 'zustand';
import type { GivenFile } from '../host/host.ts';

/** A screen that accepts files dropped on the window. */
export interface DropTarget {
  /** The label of the drop zone, such as "Answer this Task". */
  readonly label: string;
  /** Whether this zone replaces the zone for a new drop. */
  readonly sole?: boolean;
  take(files: readonly GivenFile[]): void;
}

export const useDropTargets = create<{ readonly target: DropTarget | null }>(() => ({ target: null }));

/** Offers this screen as a drop zone while it is shown; null offers none. */
export function useDropTarget(target: DropTarget | null): void {
  const latest = useRef(target);
  latest.current = target;
  const label = target?.label ?? null;
  const sole = target?.sole ?? false;
  useEffect(() => {
    if (label === null) return;
    const offered: DropTarget = { label, sole, take: (files) => latest.current?.take(files) };
    useDropTargets.setState({ target: offered });
    return () =>
      useDropTargets.setState(({ target: current }) => ({ target: current === offered ? null : current }));
  }, [label, sole]);
}
