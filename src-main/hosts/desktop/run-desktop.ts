import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Place } from '../../contract/events.ts';
import { dropSchema } from '../../contract/views/drop.ts';
import { systemClock } from '../../core/clock.ts';
import { actor } from '../../core/installation/actor.ts';
import type { App } from '../app/app.ts';
import { createApp } from '../app/create-app.ts';
import { readBuiltFiles } from '../built-files.ts';
import { createBadge } from './badge.ts';
import { computerPorts } from './computer.ts';
import { denyPermissions } from './deny-everything.ts';
import type { DesktopChoice } from './desktop-choice.ts';
import { createDialogs } from './dialogs.ts';
import type { ElectronMain } from './electron-main.ts';
import { followStation } from './follow-station.ts';
import { createMainWindow } from './main-window.ts';
import { menuBar } from './menu-bar.ts';
import { createNotifier } from './notifier.ts';
import { createOwnClipboard } from './own-clipboard.ts';
import { registerPageChannels } from './page-channels.ts';
import { createPageExtras } from './page-extras.ts';
import { followPower } from './power.ts';
import { drainBeforeQuitting } from './quitting.ts';
import { servePage } from './serve-page.ts';
import { setStartAtLogin } from './start-at-login.ts';
import { createTray } from './tray.ts';
import { createWindowMemory } from './window-memory.ts';

/** Where the built parts of the program lie. */
export interface DesktopParts {
  readonly entry: string;
  readonly preload: string;
  readonly renderer: string;
  readonly icons: string;
}

const GATHER_NOTICES_MS = 4_000;
const QUIT_WITHIN_MS = 60_000;

/** Puts the desktop program together, once Electron is ready. Rejects with what keeps it from starting; then nothing runs. */
export async function runDesktop(
  electron: ElectronMain,
  choice: DesktopChoice,
  parts: DesktopParts,
  ownFolder: string,
): Promise<void> {
  const { app: shell } = electron;
  const caller = { actor: actor() };
  // In memory only: nothing of what the page shows is kept on the disk.
  const session = electron.session.fromPartition('clearfolder');
  denyPermissions(session);
  servePage(session, await readBuiltFiles(parts.renderer));
  const dialogs = createDialogs(electron.dialog, () => window.current());
  const app = await createApp({
    choice: choice.station,
    host: 'desktop',
    samples: true,
    person: dialogs.person,
    computer: computerPorts({
      platform: process.platform,
      powerMonitor: electron.powerMonitor,
      systemPreferences: electron.systemPreferences,
    }),
  });
  const clipboard = createOwnClipboard(electron.clipboard);

  const memory = createWindowMemory(join(ownFolder, 'window.json'));
  const quit = () => shell.quit();
  const tray = createTray({ electron, icons: parts.icons, open: () => window.show(), quit });
  const window = createMainWindow({
    electron,
    session,
    preload: parts.preload,
    icon: join(parts.icons, 'app-256.png'),
    memory,
    now: () => systemClock.monotonic(),
    staysWithoutWindow() {
      if (quitting.begun() || (tray === null && process.platform !== 'darwin')) return false;
      if (!memory.get().explained) {
        memory.keep({ explained: true });
        void dialogs.staysOpen(tray !== null);
      }
      return true;
    },
    crashedOften: dialogs.crashedOften,
    sessionEnds: quit,
  });
  const lead = (place: Place) => {
    window.show();
    app.go(place);
  };
  const notifier = createNotifier({
    Notification: electron.Notification,
    preferences: () => station.preferences(),
    lead,
    gatherMs: GATHER_NOTICES_MS,
  });
  const badge = createBadge({
    electron,
    platform: process.platform,
    icons: parts.icons,
    window: () => window.current(),
  });
  const station = followStation({
    app,
    caller,
    electron,
    notifier,
    show(line) {
      tray?.show(line);
      badge(line.attention);
    },
    led: () => window.show(),
    // A clipboard that cannot be read is left as it is: nothing else depends on it.
    locked: () => void clipboard.takeBack().catch(() => undefined),
    startAtLogin: (wanted) =>
      setStartAtLogin(wanted, {
        app: shell,
        platform: process.platform,
        home: homedir(),
        configHome: process.env['XDG_CONFIG_HOME'],
        command: [
          process.execPath,
          ...(shell.isPackaged ? [] : [parts.entry]),
          ...choice.args,
          '--background',
        ],
      }),
  });
  const quitting = drainBeforeQuitting({
    app: shell,
    uploads: station.uploads,
    explain: dialogs.quitting,
    boundMs: QUIT_WITHIN_MS,
    async drain() {
      notifier.stop();
      station.end();
      await app.stop();
      tray?.destroy();
    },
  });

  registerPageChannels({
    ipcMain: electron.ipcMain,
    app,
    caller,
    extras: createPageExtras({
      app,
      caller,
      dialogs: dialogs.paths,
      downloads: () => shell.getPath('downloads'),
      writeClipboard: clipboard.write,
    }),
    isKnownWindow: window.isKnown,
  });
  electron.Menu.setApplicationMenu(
    electron.Menu.buildFromTemplate(
      menuBar({
        mac: process.platform === 'darwin',
        lead,
        quit,
        lock: () => {
          if (!app.lock('asked')) lead({ screen: 'settings' });
        },
        addDocuments: () => {
          // Nothing can be added to a station that is locked.
          if (app.locked()) window.show();
          else void addDocuments(app, caller.actor, dialogs.chooseDocuments, lead);
        },
      }),
    ),
  );
  followPower(electron.powerMonitor, { woke: () => app.woke(), quit, lock: () => app.lock('screen') });
  shell.on('second-instance', () => window.show());
  shell.on('activate', () => window.show());
  shell.on('window-all-closed', () => {
    if (tray === null && process.platform !== 'darwin') quit();
  });
  await station.begin();
  if (!choice.background || tray === null) window.show();
}

/** What the menu's "Add documents" does: a drop of what was chosen, for the person to look at. */
async function addDocuments(
  app: App,
  who: string,
  choose: () => Promise<string[]>,
  lead: (place: Place) => void,
): Promise<void> {
  const paths = await choose();
  if (paths.length === 0) return;
  const opened = await app.call('drops.open', {}, { actor: who });
  if (!opened.ok) return;
  const drop = dropSchema.parse(opened.value);
  await app.call('drops.add-paths', { drop: drop.id, paths }, { actor: who });
  lead({ screen: 'drop', drop: drop.id });
}
