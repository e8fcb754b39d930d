import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Place } from '../../contract/events.ts';
import { LOCALES, languageOf } from '../../contract/say.ts';
import { timeTexts } from '../../contract/time-text.ts';
import { dropSchema } from '../../contract/views/drop.ts';
import type { Overview } from '../../contract/views/overview.ts';
import { type Preferences, preferencesSchema } from '../../contract/views/settings-view.ts';
import { systemClock } from '../../core/clock.ts';
import { actor } from '../../core/installation/actor.ts';
import type { App } from '../app/app.ts';
import { createApp } from '../app/create-app.ts';
import { readBuiltFiles } from '../built-files.ts';
import { currentLanguage, setLanguage } from '../language.ts';
import { computerPorts, followPower } from './computer.ts';
import { createDialogs } from './dialogs.ts';
import type { ElectronMain } from './electron-main.ts';
import { createMainWindow, createWindowMemory } from './main-window.ts';
import { menuBar } from './menu-bar.ts';
import { createNotifier } from './notifications.ts';
import { answerPage, createOwnAnswers, createOwnClipboard } from './page-channel.ts';
import { denyPermissions, servePage } from './page-guard.ts';
import type { DesktopChoice } from './prepare-desktop.ts';
import { drainBeforeQuitting } from './quitting.ts';
import { setStartAtLogin } from './start-at-login.ts';
import { createTray, showBadge, stationLine } from './tray.ts';
import { feedOfPackage, keepUpdated, loadUpdater } from './updates.ts';

export interface DesktopParts {
  readonly entry: string;
  readonly preload: string;
  readonly renderer: string;
  readonly icons: string;
}

const TIMES = { en: timeTexts(LOCALES.en), es: timeTexts(LOCALES.es) };
const GATHER_NOTICES_MS = 4_000;
const QUIT_WITHIN_MS = 60_000;

/** Assembles the desktop program after Electron is ready. Rejects if the start fails; the caller must then end the process. */
export async function runDesktop(
  electron: ElectronMain,
  choice: DesktopChoice,
  parts: DesktopParts,
  ownFolder: string,
): Promise<void> {
  const { app: shell } = electron;
  const caller = { actor: actor() };
  // The session is in memory, so that no page content reaches the disk.
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
  let overview: Overview | null = null;
  let preferences: Preferences | null = null;
  const notifier = createNotifier({
    Notification: electron.Notification,
    preferences: () => preferences,
    lead,
    gatherMs: GATHER_NOTICES_MS,
  });
  const startAtLogin = (wanted: boolean) =>
    setStartAtLogin(wanted, {
      app: shell,
      platform: process.platform,
      home: homedir(),
      configHome: process.env['XDG_CONFIG_HOME'],
      command: [process.execPath, ...(shell.isPackaged ? [] : [parts.entry]), ...choice.args, '--background'],
    });
  function showMenu(): void {
    electron.Menu.setApplicationMenu(
      electron.Menu.buildFromTemplate(
        menuBar({
          mac: process.platform === 'darwin',
          lead,
          quit,
          lock: () => {
            if (!app.lock('asked')) lead({ screen: 'settings', group: 'lock' });
          },
          addDocuments: () => {
            if (app.locked()) window.show();
            else void addDocuments(app, caller.actor, dialogs.chooseDocuments, lead);
          },
        }),
      ),
    );
  }
  const showOverview = () => {
    if (overview === null) return;
    const line = stationLine(overview, (iso) => TIMES[currentLanguage()].timeText(iso));
    tray?.show(line);
    showBadge(electron, parts.icons, window.current(), line.attention);
  };
  const applyPreferences = (wanted: Preferences) => {
    if (preferences?.language !== wanted.language) {
      setLanguage(wanted.language === 'system' ? languageOf(shell.getLocale()) : wanted.language);
      showMenu();
      showOverview();
    }
    if (preferences?.theme !== wanted.theme) electron.nativeTheme.themeSource = wanted.theme;
    if (preferences?.startAtLogin !== wanted.startAtLogin)
      // The error is ignored, because the system may forbid the start at login.
      void startAtLogin(wanted.startAtLogin).catch(() => undefined);
    preferences = wanted;
  };
  const unsubscribe = app.subscribe((event) => {
    if (event.kind === 'overview') {
      overview = event.overview;
      showOverview();
      notifier.overview(overview);
    } else if (event.kind === 'preferences') applyPreferences(event.preferences);
    else if (event.kind === 'go') window.show();
    // Clears text that a person copied from the app. If the clipboard cannot be read, the text stays.
    else if (event.kind === 'lock' && event.lock.locked) void clipboard.takeBack().catch(() => undefined);
  });
  const updates = keepUpdated({
    packageFeed: shell.isPackaged ? feedOfPackage(process.platform, process.resourcesPath) : null,
    load: loadUpdater,
    settings: app.settings,
    log: app.log,
    clock: systemClock,
  });
  const quitting = drainBeforeQuitting({
    app: shell,
    uploads: () => overview?.account.sending ?? 0,
    explain: dialogs.quitting,
    boundMs: QUIT_WITHIN_MS,
    async drain() {
      updates.stop();
      notifier.stop();
      unsubscribe();
      await app.stop();
      tray?.destroy();
    },
  });

  answerPage({
    ipcMain: electron.ipcMain,
    app,
    caller,
    own: createOwnAnswers({
      app,
      caller,
      dialogs: dialogs.paths,
      downloads: () => shell.getPath('downloads'),
      writeClipboard: clipboard.write,
    }),
    isKnownWindow: window.isKnown,
  });
  followPower(electron.powerMonitor, { woke: () => app.woke(), quit, lock: () => app.lock('screen') });
  shell.on('second-instance', () => window.show());
  shell.on('activate', () => window.show());
  shell.on('window-all-closed', () => {
    if (tray === null && process.platform !== 'darwin') quit();
  });
  const read = await app.call('preferences.get', {}, caller);
  const parsed = preferencesSchema.safeParse(read.ok ? read.value : {});
  applyPreferences(parsed.success ? parsed.data : preferencesSchema.parse({}));
  if (!choice.background || tray === null) window.show();
}

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
