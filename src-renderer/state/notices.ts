import { create } from 'zustand';
import type { Failure } from '../../src-main/contract/result.ts';

export interface Notice {
  readonly id: number;
  readonly tone: 'done' | 'failure';
  readonly text: string;
  /** Offered until `until` (milliseconds since the epoch), then the notice goes by itself. */
  readonly undo: { readonly until: number; run(): void } | null;
}

export const useNotices = create<{ readonly notices: readonly Notice[] }>(() => ({ notices: [] }));

let last = 0;

/** Says that something was done, for a short while; with `undo`, for as long as it can be taken back. */
export function say(text: string, undo: Notice['undo'] = null): void {
  add({ tone: 'done', text, undo });
}

/** Says what could not be done; stays until it is put away. */
export function sayFailure({ message, next }: Failure): void {
  add({ tone: 'failure', text: `${message} ${next}`, undo: null });
}

function add(notice: Omit<Notice, 'id'>): void {
  last += 1;
  const id = last;
  useNotices.setState(({ notices }) => ({ notices: [...notices.slice(-4), { ...notice, id }] }));
}

/** Does the undo of this notice; it goes with that. */
export function undoNotice({ id, undo }: Notice): void {
  putAway(id);
  undo?.run();
}

/** Takes back what was done last, where that can still be; false where nothing can. */
export function undoLast(): boolean {
  const newest = useNotices.getState().notices.findLast(({ undo }) => undo !== null);
  if (newest === undefined) return false;
  undoNotice(newest);
  return true;
}

export function putAway(id: number): void {
  useNotices.setState(({ notices }) => ({ notices: notices.filter((notice) => notice.id !== id) }));
}
