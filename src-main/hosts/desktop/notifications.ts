import type { Place } from '../../contract/events.ts';
import { printable } from '../../contract/printable.ts';
import type { Attention, Overview } from '../../contract/views/overview.ts';
import type { Preferences } from '../../contract/views/settings-view.ts';
import type { ElectronMain } from './electron-main.ts';

interface NotifierPorts {
  readonly Notification: ElectronMain['Notification'];
  readonly preferences: () => Preferences | null;
  readonly lead: (place: Place) => void;
  /** The milliseconds between a change and its notice. All changes in this time share one notice of each kind. */
  readonly gatherMs: number;
}

/** Shows a notification when counts have grown. A failed notification is ignored, because the window shows the same counts. */
export function createNotifier({ Notification, preferences, lead, gatherMs }: NotifierPorts) {
  const shown = new Map<Notice['kind'], Electron.Notification>();
  let notified: Overview | null = null;
  let latest: Overview | null = null;
  let timer: NodeJS.Timeout | null = null;

  const show = ({ kind, text, place }: Notice) => {
    try {
      if (!Notification.isSupported()) return;
      shown.get(kind)?.close();
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
    timer = null;
    const wanted = preferences();
    if (notified !== null && latest !== null && wanted !== null) {
      for (const notice of noticesOf(notified, latest, wanted)) show(notice);
    }
    notified = latest;
  };

  return {
    overview(overview: Overview): void {
      latest = overview;
      notified ??= overview;
      timer ??= setTimeout(notify, gatherMs);
    },
    stop(): void {
      if (timer !== null) clearTimeout(timer);
    },
  };
}

export interface Notice {
  /**
   * The subject of the notice: Tasks that wait for a person, files that were not sent, folders that need attention, a stop of all sending,
   * or decided Tasks. A new notice replaces the shown notice of the same kind.
   */
  readonly kind: 'waiting' | 'not-sent' | 'folder' | 'stopped' | 'decided';
  /** The text has counts and never a name, because anybody may see the screen (I11). */
  readonly text: string;
  readonly place: Place;
}

/** Returns a notice for each count that is higher in `now` than in `before`, if the preferences `wanted` ask for such notices. */
export function noticesOf(before: Overview, now: Overview, wanted: Preferences): Notice[] {
  const notices: Notice[] = [];
  const grew = (count: (overview: Overview) => number) => count(now) > count(before);
  if (wanted.notifyAttention) {
    if (grew(stopped))
      notices.push({
        kind: 'stopped',
        text: 'Clearfolder cannot send anything; open Clearfolder to see why',
        place: { screen: 'today' },
      });
    if (grew(waiting))
      notices.push({
        kind: 'waiting',
        text: counted(waiting(now), 'Task is waiting for you', 'Tasks are waiting for you'),
        place: { screen: 'waiting', task: null },
      });
    if (grew(notSent))
      notices.push({
        kind: 'not-sent',
        text: counted(notSent(now), 'file could not be sent', 'files could not be sent'),
        place: { screen: 'today' },
      });
    if (grew(folders))
      notices.push({
        kind: 'folder',
        text: counted(folders(now), 'folder needs attention', 'folders need attention'),
        place: { screen: 'folders' },
      });
  }
  if (wanted.notifyDecided && grew(decided))
    notices.push({
      kind: 'decided',
      text: counted(decided(now), 'Task was decided today', 'Tasks were decided today'),
      place: { screen: 'verdicts' },
    });
  return notices;
}

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

const countOf =
  (...kinds: Attention['kind'][]) =>
  ({ attention }: Overview) =>
    attention
      .filter((item) => kinds.includes(item.kind))
      .reduce((sum, item) => sum + ('count' in item ? item.count : 1), 0);

const waiting = countOf('waiting');
const notSent = countOf('held', 'rejected', 'stuck');
const folders = countOf('folder', 'backlog');
const stopped = countOf('engine-stopped', 'secret', 'network');
const decided = (overview: Overview) => overview.decided_today.count;
