import type { Place } from '../../contract/events.ts';
import { printable } from '../../contract/printable.ts';
import { type Said, say } from '../../contract/say.ts';
import type { Attention, Overview } from '../../contract/views/overview.ts';
import type { Preferences } from '../../contract/views/settings-view.ts';
import { said, t } from '../language.ts';
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
  /** The milliseconds without a further change after which a notification appears (`noticeAt`). */
  readonly gatherMs: number;
}

/** The times of changes since the last notification, and the time of the last notification; in milliseconds. */
interface Pace {
  readonly first: number;
  readonly last: number;
  readonly shown: number | null;
}

/**
 * Returns the time at which a notification appears, so that a batch of documents makes one notification, and a condition that comes and goes
 * does not make one each time: `gatherMs` after the last change, at most 8 times as long after the first change, and at least 15 times as
 * long after the last notification.
 */
export function noticeAt({ first, last, shown }: Pace, gatherMs: number): number {
  const gathered = Math.min(last + gatherMs, first + 8 * gatherMs);
  return shown === null ? gathered : Math.max(gathered, shown + 15 * gatherMs);
}

/** Shows a notification when counts have grown. A failed notification is ignored, because the window shows the same counts. */
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

/** Returns for each kind the lower count: what was told and has ended counts as new when it comes back. */
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
   * The subject of the notice: Tasks that wait for a person, files that were not sent, folders that need attention, a stop of all sending,
   * decided Tasks, or several of these. A new notice replaces the shown notice of the same kind.
   */
  readonly kind: Kind | 'several';
  /** The text has counts and never a name, because anybody may see the screen (I11). */
  readonly text: string;
  readonly place: Place;
}

/** Returns one notice for all `notices`, which leads to the place of the first; null if there are none. */
export function summaryOf(notices: readonly Notice[]): Notice | null {
  const [first, ...others] = notices;
  if (first === undefined || others.length === 0) return first ?? null;
  return { ...first, kind: 'several', text: notices.map(({ text }) => text).join('. ') };
}

/** Returns a notice for each count that is higher in `now` than in `before`, if the preferences `wanted` ask for such notices. */
export function noticesOf(before: Counts, now: Counts, wanted: Preferences): Notice[] {
  const notices: Notice[] = [];
  const grew = (kind: Kind) => now[kind] > before[kind];
  if (wanted.notifyAttention) {
    if (grew('stopped'))
      notices.push({
        kind: 'stopped',
        text: t('Clearfolder cannot send anything; open Clearfolder to see why'),
        place: { screen: 'today' },
      });
    if (grew('waiting'))
      notices.push({
        kind: 'waiting',
        text: counted(now.waiting, say('1 Task is waiting for you'), (count) =>
          say('{count} Tasks are waiting for you', { count }),
        ),
        place: { screen: 'waiting', task: null },
      });
    if (grew('not-sent'))
      notices.push({
        kind: 'not-sent',
        text: counted(now['not-sent'], say('1 file could not be sent'), (count) =>
          say('{count} files could not be sent', { count }),
        ),
        place: { screen: 'today' },
      });
    if (grew('folder'))
      notices.push({
        kind: 'folder',
        text: counted(now.folder, say('1 folder needs attention'), (count) =>
          say('{count} folders need attention', { count }),
        ),
        place: { screen: 'folders' },
      });
  }
  if (wanted.notifyDecided && grew('decided'))
    notices.push({
      kind: 'decided',
      text: counted(now.decided, say('1 Task was decided today'), (count) =>
        say('{count} Tasks were decided today', { count }),
      ),
      place: { screen: 'verdicts' },
    });
  return notices;
}

const counted = (count: number, one: Said, many: (count: number) => Said) =>
  said(count === 1 ? one : many(count));

const countOf =
  (...kinds: Attention['kind'][]) =>
  ({ attention }: Overview) =>
    attention
      .filter((item) => kinds.includes(item.kind))
      .reduce((sum, item) => sum + ('count' in item ? item.count : 1), 0);

/** Returns what the overview counts, by the kind of the notice. */
export function countsOf(overview: Overview): Counts {
  return {
    stopped: countOf('engine-stopped', 'secret', 'network')(overview),
    waiting: countOf('waiting')(overview),
    'not-sent': countOf('held', 'rejected', 'stuck')(overview),
    folder: countOf('folder', 'backlog')(overview),
    decided: overview.decided_today.count,
  };
}
