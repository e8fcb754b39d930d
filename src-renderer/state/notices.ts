import type { Failure, Result } from '../../src-main/contract/result.ts';
import type { VerbOutput } from '../../src-main/contract/verbs/index.ts';
import type { Queued } from '../../src-main/contract/views/drop.ts';
import type { Host } from '../host/host.ts';
import { failureInWords } from '../strings/problem-text.ts';
import { t } from '../strings/translate.ts';
import { goTo } from './place.ts';
import { forgottenStore } from './store.ts';

export interface Notice {
  readonly id: number;
  readonly tone: 'done' | 'failure';
  readonly text: string;
  readonly undo: Undo | null;
  /** The time at which the notice disappears; infinite for a failure. */
  readonly end: number;
}

/** An undo that a notice offers until `until`. After `until`, the notice shows the text `late`. All times are milliseconds since the epoch. */
interface Undo {
  readonly until: number;
  readonly late: string;
  run(): void;
}

interface Notices {
  readonly notices: readonly Notice[];
  /** The time at which the notices were last brought up to date. */
  readonly now: number;
  /** The newest undo, unless a person has used the undo. Ctrl+Z needs the undo, or its text `late`, also after the notice disappeared. */
  readonly last: Undo | null;
}

export const useNotices = forgottenStore<Notices>({ notices: [], now: 0, last: null });

const SHOWN_MS = 6000;

/** The maximum number of notices about success, and of notices about failures. */
const MOST = 5;
let lastId = 0;

/** Shows a notice for some seconds. A notice with `undo` also stays until `undo.until`. */
export function say(text: string, undo: Notice['undo'] = null): void {
  add({ tone: 'done', text, undo });
}

/** Shows a notice about a trouble. The notice stays until a person dismisses the notice, or until five newer troubles have appeared. */
export function sayTrouble(text: string): void {
  add({ tone: 'failure', text, undo: null });
}

export function sayFailure(failure: Failure): void {
  const { message, next } = failureInWords(failure);
  sayTrouble(`${message} ${next}`);
}

export function sayResult<T>(result: Result<T>, done: (value: T) => string): void {
  if (result.ok) say(done(result.value));
  else sayFailure(result.error);
}

/**
 * Shows a notice with an undo that withdraws new rows of the outbox. `undone` returns the text of the notice after the undo. `drop`: the
 * drop from which the rows were sent; the undo opens the drop again. `late`: see `Undo`.
 */
export function sayWithUndo(
  host: Host,
  text: string,
  { ids, undo_until }: Queued,
  late: string,
  undone: (result: VerbOutput<'outbox.withdraw'>) => string = ({ withdrawn }) =>
    t(withdrawn === 0 ? 'task.tooLate' : 'task.tookBack'),
  drop: string | null = null,
): void {
  const withdraw = async () => {
    const result = await host.call('outbox.withdraw', { ids, drop });
    sayResult(result, undone);
    if (drop !== null && result.ok && result.value.reopened) goTo({ screen: 'drop', drop });
  };
  say(text, { until: Date.parse(undo_until), late, run: () => void withdraw() });
}

/**
 * Shows a notice about planned acts, with a button that cancels the acts. `late`: see `Undo`. `stays` returns the text after the button
 * canceled acts.
 */
export function sayPlanned(
  host: Host,
  text: string,
  { plans, undo_until }: VerbOutput<'files.plan'>,
  late: string,
  stays = (count: number) => t('select.undone', { count }),
): void {
  const undo = async () =>
    sayResult(await host.call('plans.undo', { plans }), ({ undone, too_late: late }) =>
      [
        ...(undone > 0 ? [stays(undone)] : []),
        ...(late > 0 ? [t('select.tooLate', { count: late })] : []),
      ].join(' '),
    );
  say(text, { until: Date.parse(undo_until), late, run: () => void undo() });
}

function add(notice: Omit<Notice, 'id' | 'end'>): void {
  lastId += 1;
  const now = Date.now();
  const end = notice.tone === 'failure' ? Number.POSITIVE_INFINITY : (notice.undo?.until ?? now) + SHOWN_MS;
  const added = { ...notice, id: lastId, end };
  useNotices.setState(({ notices, last }) => {
    // A notice about success never replaces a notice about a failure.
    const same = notices.filter(({ tone }) => tone === notice.tone);
    const oldest = same.length < MOST ? undefined : same[0];
    return { notices: [...notices.filter((one) => one !== oldest), added], now, last: notice.undo ?? last };
  });
}

/** Brings the notices up to date: removes the notices whose time has come, and ends each undo whose time is over. */
export function passTime(): void {
  const now = Date.now();
  useNotices.setState(({ notices }) => ({ notices: notices.filter(({ end }) => end > now), now }));
}

/** Whether a person can still use the undo. */
export const isOpen = (undo: Undo | null, now: number): boolean => undo !== null && undo.until > now;

export function undoNotice({ id, undo }: Notice): void {
  dismiss(id);
  if (undo !== null) use(undo);
}

function use(undo: Undo): void {
  useNotices.setState(({ last }) => ({ last: last === undo ? null : last }));
  undo.run();
}

/** Runs the newest undo that a person can still use, also after its notice was dismissed. If there is no such undo, says so. */
export function undoLast(): void {
  passTime();
  const { notices, now, last } = useNotices.getState();
  const newest = notices.findLast(({ undo }) => isOpen(undo, now));
  if (newest !== undefined) undoNotice(newest);
  else if (last === null) say(t('undo.nothing'));
  else if (isOpen(last, now)) use(last);
  else say(last.late);
}

export function dismiss(id: number): void {
  useNotices.setState(({ notices }) => ({ notices: notices.filter((notice) => notice.id !== id) }));
}
