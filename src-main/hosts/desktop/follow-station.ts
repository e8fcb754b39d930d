import type { Overview } from '../../contract/views/overview.ts';
import type { Preferences } from '../../contract/views/settings-view.ts';
import { preferencesSchema } from '../../contract/views/settings-view.ts';
import type { App, Caller } from '../app/app.ts';
import type { ElectronMain } from './electron-main.ts';
import type { createNotifier } from './notifications.ts';
import { type StationLine, stationLine } from './tray.ts';

interface FollowPorts {
  readonly app: App;
  readonly caller: Caller;
  readonly electron: Pick<ElectronMain, 'nativeTheme'>;
  readonly notifier: ReturnType<typeof createNotifier>;
  readonly show: (line: StationLine) => void;
  /** Brings the program to the front, for a page is led somewhere. */
  readonly led: () => void;
  /** The station was locked. */
  readonly locked: () => void;
  readonly startAtLogin: (wanted: boolean) => Promise<void>;
}

/** Keeps what is outside the window (tray, badge, notifications, theme, start at login) true to what the engine tells. */
export function followStation(ports: FollowPorts) {
  let overview: Overview | null = null;
  let preferences: Preferences | null = null;

  const prefer = (wanted: Preferences) => {
    if (preferences?.theme !== wanted.theme) ports.electron.nativeTheme.themeSource = wanted.theme;
    if (preferences?.startAtLogin !== wanted.startAtLogin)
      // The system may forbid it; the window's settings say how it stands.
      void ports.startAtLogin(wanted.startAtLogin).catch(() => undefined);
    preferences = wanted;
  };
  const end = ports.app.subscribe((event) => {
    if (event.kind === 'overview') {
      overview = event.overview;
      ports.show(stationLine(overview, timeOfDay));
      ports.notifier.overview(overview);
    } else if (event.kind === 'preferences') prefer(event.preferences);
    else if (event.kind === 'go') ports.led();
    else if (event.kind === 'lock' && event.lock.locked) ports.locked();
  });

  return {
    preferences: () => preferences,
    /** Uploads under way at this moment. */
    uploads: () => overview?.account.sending ?? 0,
    async begin(): Promise<void> {
      const read = await ports.app.call('preferences.get', {}, ports.caller);
      const parsed = preferencesSchema.safeParse(read.ok ? read.value : {});
      prefer(parsed.success ? parsed.data : preferencesSchema.parse({}));
    },
    end,
  };
}

const timeOfDay = (iso: string) =>
  new Date(iso).toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' });
