import type { Place } from '../../contract/events.ts';
import { printable } from '../../contract/printable.ts';
import type { Attention, Overview } from '../../contract/views/overview.ts';
import type { Preferences } from '../../contract/views/settings-view.ts';
import type { ElectronMain } from './electron-main.ts';

interface NotifierPorts {
  readonly Notification: ElectronMain['Notification'];
  readonly preferences: () => Preferences | null;
  readonly lead: (place: Place) => void;
  /** What changes within this time is told together. */
  readonly gatherMs: number;
}

/** Notifies of what changed. That a notification cannot be shown harms nothing: the window says the same. */
export function createNotifier({ Notification, preferences, lead, gatherMs }: NotifierPorts) {
  const shown = new Map<Notice['kind'], Electron.Notification>();
  let told: Overview | null = null;
  let latest: Overview | null = null;
  let timer: NodeJS.Timeout | null = null;

  const show = ({ kind, text, place }: Notice) => {
    try {
      if (!Notification.isSupported()) return;
      shown.get(kind)?.close();
      const notification = new Notification({ title: 'Clearfolder', body: printable(text) });
      notification.on('click', () => lead(place));
      notification.on('failed', () => shown.delete(kind));
      // Kept, because one that is collected as garbage can no longer be clicked.
      shown.set(kind, notification);
      notification.show();
    } catch {
      // The list in the window is what counts.
    }
  };
  const tell = () => {
    timer = null;
    const wanted = preferences();
    if (told !== null && latest !== null && wanted !== null) {
      for (const notice of noticesOf(told, latest, wanted)) show(notice);
    }
    told = latest;
  };

  return {
    overview(overview: Overview): void {
      latest = overview;
      told ??= overview;
      timer ??= setTimeout(tell, gatherMs);
    },
    stop(): void {
      if (timer !== null) clearTimeout(timer);
    },
  };
}

export interface Notice {
  /** A later one of the same kind takes its place. */
  readonly kind: 'waiting' | 'not-sent' | 'folder' | 'stopped' | 'decided';
  /** Counts and never a name: anybody may see the screen (I11). */
  readonly text: string;
  readonly place: Place;
}

/** What is worth calling a person for, of what changed between two overviews. Nothing that stayed or got better. */
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
