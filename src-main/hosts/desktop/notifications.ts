import type { Place } from '../../contract/events.ts';
import { printable } from '../../contract/printable.ts';
import type { Attention, Overview } from '../../contract/views/overview.ts';
import type { Preferences } from '../../contract/views/settings-view.ts';
import { t } from '../language.ts';
import type { ElectronMain } from './electron-main.ts';

interface ShownNotification {
  on(event: 'click', listener: () => void): unknown;
  on(event: 'failed', listener: () => void): unknown;
  show(): void;
  close(): void;
}

interface NotifierPorts {
  readonly Notification: Pick<ElectronMain['Notification'], 'isSupported'> &
    (new (
      options: Electron.NotificationConstructorOptions,
    ) => ShownNotification);
  readonly preferences: () => Preferences | null;
  readonly lead: (place: Place) => void;
  /** The time, in milliseconds, for which the counts must stay the same before a notification appears (`noticeAt`). */
  readonly gatherMs: number;
}

/**
 * Times in milliseconds. `first` and `last`: the first and the last change of the counts since the last notification. `shown`: the time of
 * the last notification; null if there was none.
 */
interface Pace {
  readonly first: number;
  readonly last: number;
  readonly shown: number | null;
}

/**
 * Returns the time, in milliseconds, at which the next notification appears. The delays combine the changes of a batch of documents into
 * one notification, and limit the notifications about a condition that comes and goes.
 * - The notification appears `gatherMs` after the last change, but no later than 8 × `gatherMs` after the first change.
 * - The time between two notifications is at least 15 × `gatherMs`. This rule takes precedence over the first rule.
 */
export function noticeAt({ first, last, shown }: Pace, gatherMs: number): number {
  const gathered = Math.min(last + gatherMs, first + 8 * gatherMs);
  return shown === null ? gathered : Math.max(gathered, shown + 15 * gatherMs);
}

/** Shows a notification when a count has grown. The error of a failed notification is ignored, because the window shows the same counts. */
export function createNotifier({ Notification, preferences, lead, gatherMs }: NotifierPorts) {
  const shown = new Map<Notice['kind'], ShownNotification>();
  let told: Counts | null = null;
  let latest: Counts | null = null;
  let pace: Pace | null = null;
  let shownAt: number | null = null;
  let timer: NodeJS.Timeout | undefined;

  const show = ({ kind, text, place }: Notice) => {
    try {
      if (!Notification.isSupported()) return;
      for (const [other, notification] of shown)
        if (kind === 'several' || other === kind || other === 'several') notification.close();
      const notification = new Notification({ title: 'Clearfolder', body: printable(text) });
      notification.on('click', () => lead(place));
      notification.on('failed', () => shown.delete(kind));
      // Without this reference, the notification could be garbage-collected, and a click on the notification would do nothing.
      shown.set(kind, notification);
      notification.show();
    } catch {
      // The error is ignored, because the window shows the same counts.
    }
  };
  const notify = () => {
    const wanted = preferences();
    pace = null;
    if (told === null || latest === null || wanted === null) return;
    const notice = summaryOf(noticesOf(told, latest, wanted));
    told = latest;
    if (notice === null) return;
    shownAt = performance.now();
    show(notice);
  };

  return {
    overview(overview: Overview): void {
      const counts = countsOf(overview);
      const before = latest;
      latest = counts;
      told = told === null ? counts : lowest(told, counts);
      const grew = before !== null && KINDS.some((kind) => counts[kind] > before[kind]);
      if (!grew) return;
      const now = performance.now();
      pace = { first: pace?.first ?? now, last: now, shown: shownAt };
      clearTimeout(timer);
      timer = setTimeout(notify, Math.max(0, noticeAt(pace, gatherMs) - now));
    },
    stop: () => clearTimeout(timer),
  };
}

const KINDS = ['stopped', 'waiting', 'not-sent', 'folder', 'decided'] as const;
type Kind = (typeof KINDS)[number];
type Counts = Readonly<Record<Kind, number>>;

/**
 * Returns the lower count for each kind. After a count has fallen, notifications compare with the lower count, so an item that comes back
 * is notified again.
 */
export function lowest(one: Counts, other: Counts): Counts {
  const least = (kind: Kind) => Math.min(one[kind], other[kind]);
  return {
    stopped: least('stopped'),
    waiting: least('waiting'),
    'not-sent': least('not-sent'),
    folder: least('folder'),
    decided: least('decided'),
  };
}

export interface Notice {
  /**
   * The subject of the notice. A new notice replaces the shown notice of the same kind.
   * - `stopped`: Nothing can be sent.
   * - `waiting`: Tasks wait for a person.
   * - `not-sent`: Files were not sent.
   * - `folder`: Folders need attention.
   * - `decided`: Tasks were decided.
   * - `several`: Several of these subjects.
   */
  readonly kind: Kind | 'several';
  /** The text contains counts and no names, because anybody may see the screen (I11). */
  readonly text: string;
  readonly place: Place;
}

/**
 * Combines `notices` into one notice. A click on the notice opens the place of the first of the `notices`. Returns null if `notices` is
 * empty.
 */
export function summaryOf(notices: readonly Notice[]): Notice | null {
  const [first, ...others] = notices;
  if (first === undefined || others.length === 0) return first ?? null;
  return { ...first, kind: 'several', text: notices.map(({ text }) => text).join('. ') };
}

/**
 * Returns a notice for each count that is higher in `now` than in `before`. Leaves out the notices that the preferences `wanted` turn off.
 */
export function noticesOf(before: Counts, now: Counts, wanted: Preferences): Notice[] {
  const notices: Notice[] = [];
  const grew = (kind: Kind) => now[kind] > before[kind];
  if (wanted.notifyAttention) {
    if (grew('stopped'))
      notices.push({
        kind: 'stopped',
        text: t('desktop.cannotSendAnything'),
        place: { screen: 'today' },
      });
    if (grew('waiting'))
      notices.push({
        kind: 'waiting',
        text: t('desktop.tasksWaiting', { count: now.waiting }),
        place: { screen: 'waiting', task: null },
      });
    if (grew('not-sent'))
      notices.push({
        kind: 'not-sent',
        text: t('desktop.filesNotSent', { count: now['not-sent'] }),
        place: { screen: 'today' },
      });
    if (grew('folder'))
      notices.push({
        kind: 'folder',
        text: t('desktop.foldersNeedAttention', { count: now.folder }),
        place: { screen: 'folders' },
      });
  }
  if (wanted.notifyDecided && grew('decided'))
    notices.push({
      kind: 'decided',
      text: t('desktop.tasksDecidedToday', { count: now.decided }),
      place: { screen: 'verdicts' },
    });
  return notices;
}

const countOf =
  (...kinds: Attention['kind'][]) =>
  ({ attention }: Overview) =>
    attention
      .filter((item) => kinds.includes(item.kind))
      .reduce((sum, item) => sum + ('count' in item ? item.count : 1), 0);

/** Returns the counts of the overview, added up for each kind of notice. */
export function countsOf(overview: Overview): Counts {
  return {
    stopped: countOf('engine-stopped', 'secret', 'network')(overview),
    waiting: countOf('waiting')(overview),
    'not-sent': countOf('held', 'rejected', 'stuck')(overview),
    folder: countOf('folder', 'backlog')(overview),
    decided: overview.decided_today.count,
  };
}
