import type { Place } from '../../contract/events.ts';
import { printable } from '../../contract/printable.ts';
import type { Overview } from '../../contract/views/overview.ts';
import type { Preferences } from '../../contract/views/settings-view.ts';
import type { ElectronMain } from './electron-main.ts';
import { type Notice, noticesOf } from './notices.ts';

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
