import { create } from 'zustand';
import type { Failure, Result } from '../../src-main/contract/result.ts';
import type { VerbOutput } from '../../src-main/contract/verbs/index.ts';
import type { Queued } from '../../src-main/contract/views/drop.ts';
import type { Host } from '../host/host.ts';
import { failureInWords } from '../strings/problem-text.ts';
import { t } from '../strings/translate.ts';
import { goTo } from './place.ts';

export interface Notice {
  readonly id: number;
  readonly tone: 'done' | 'failure';
  readonly text: string;
  /** An undo that the notice offers until `until` (milliseconds since the epoch). At `until` the notice disappears. */
  readonly undo: { readonly until: number; run(): void } | null;
}

export const useNotices = create<{ readonly notices: readonly Notice[] }>(() => ({ notices: [] }));

/** The maximum number of notices about success, and of notices about failures. */
const MOST = 5;
let last = 0;

/** Shows a notice. A notice with `undo` stays until `undo.until`; any other notice disappears after some seconds. */
export function say(text: string, undo: Notice['undo'] = null): void {
  add({ tone: 'done', text, undo });
}

/** Shows a notice about a failure. The notice stays until a person dismisses the notice, or until five newer failures have appeared. */
export function sayFailure(failure: Failure): void {
  const { message, next } = failureInWords(failure);
  add({ tone: 'failure', text: `${message} ${next}`, undo: null });
}

export function sayResult<T>(result: Result<T>, done: (value: T) => string): void {
  if (result.ok) say(done(result.value));
  else sayFailure(result.error);
}

/**
 * Shows a notice with an undo that withdraws new rows of the outbox. `undone` returns the text of the notice after the undo. `drop`: the
 * drop from which the rows were sent; the undo opens the drop again.
 */
export function sayWithUndo(
  host: Host,
  text: string,
  { ids, undo_until }: Queued,
  undone: (result: VerbOutput<'outbox.withdraw'>) => string = ({ withdrawn }) =>
    t(withdrawn === 0 ? 'task.tooLate' : 'task.tookBack'),
  drop: string | null = null,
): void {
  const withdraw = async () => {
    const result = await host.call('outbox.withdraw', { ids, drop });
    sayResult(result, undone);
    if (drop !== null && result.ok && result.value.reopened) goTo({ screen: 'drop', drop });
  };
  say(text, { until: Date.parse(undo_until), run: () => void withdraw() });
}

/** Shows a notice about planned acts, with a button that cancels the acts. `stays` returns the text after the button canceled acts. */
export function sayPlanned(
  host: Host,
  text: string,
  { plans, undo_until }: VerbOutput<'files.plan'>,
  stays = (count: number) => t('select.undone', { count }),
): void {
  const undo = async () =>
    sayResult(await host.call('plans.undo', { plans }), ({ undone, too_late: late }) =>
      [
        ...(undone > 0 ? [stays(undone)] : []),
        ...(late > 0 ? [t('select.tooLate', { count: late })] : []),
      ].join(' '),
    );
  say(text, { until: Date.parse(undo_until), run: () => void undo() });
}

function add(notice: Omit<Notice, 'id'>): void {
  last += 1;
  const id = last;
  useNotices.setState(({ notices }) => {
    // A notice about success never replaces a notice about a failure.
    const same = notices.filter(({ tone }) => tone === notice.tone);
    const oldest = same.length < MOST ? undefined : same[0];
    return { notices: [...notices.filter((one) => one !== oldest), { ...notice, id }] };
  });
}

export function undoNotice({ id, undo }: Notice): void {
  dismiss(id);
  undo?.run();
}

/** Runs the undo of the newest notice that offers an undo. Returns false if no notice offers an undo. */
export function undoLast(): boolean {
  const newest = useNotices.getState().notices.findLast(({ undo }) => undo !== null);
  if (newest === undefined) return false;
  undoNotice(newest);
  return true;
}

export function dismiss(id: number): void {
  useNotices.setState(({ notices }) => ({ notices: notices.filter((notice) => notice.id !== id) }));
}
