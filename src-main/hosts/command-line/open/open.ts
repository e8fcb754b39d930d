import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describeRedirect, type Redirect } from '../../../contract/redirect.ts';
import { say } from '../../../contract/say.ts';
import { systemClock } from '../../../core/clock.ts';
import { dataPlace, surroundings } from '../../../core/data-folder/data-folder-path.ts';
import { engineIsRunning } from '../../../core/data-folder/engine-lock.ts';
import { PlainError } from '../../../core/plain-error.ts';
import type { App } from '../../app/app.ts';
import { createApp } from '../../app/create-app.ts';
import { linkOfRunning } from '../../browser/running-link.ts';
import { type BrowserHost, ownPages, startBrowserHost } from '../../browser/start-browser-host.ts';
import { untilAskedToStop } from '../../headless/process.ts';
import { said, t } from '../../language.ts';
import { type StationContext, show, type Terminal, UsageError, type VerbContext } from '../terminal.ts';
import { followActivity } from './activity.ts';
import { electronPackage, findElectron } from './find-electron.ts';

const POLL_MS = 200;

interface OpenOptions {
  readonly browser?: boolean;
  /** Whether to open a window or browser. If false, the verb prints the link and opens nothing. */
  readonly launch: boolean;
  /** The TCP port of browser mode; 0 selects a free port. */
  readonly port?: number;
}

/**
 * `open`: opens the app on the desktop if Electron is available or can be downloaded, otherwise in the browser, until Ctrl+C. If another
 * process already serves the app of this data folder to browsers, gives the person a new link and ends.
 */
export async function openApp(
  context: VerbContext,
  words: readonly string[],
  { browser = false, launch: mayLaunch, port = 0 }: OpenOptions,
): Promise<void> {
  // `open` is the default verb. Commander therefore passes to `open` each command whose first word is not the name of a verb.
  if (words.length > 0)
    throw new UsageError(
      say('terminal.noSuchCommand', {
        word: words[0] ?? '',
      }),
    );
  const { terminal, choice, env } = context;
  const dataFolder = dataPlace(choice.data, surroundings());
  const launch = mayLaunch && canShowWindows(env);
  const running = await linkOfRunning(dataFolder);
  if (running !== null) {
    show(terminal, running, () => [t('terminal.alreadyRunningDataFolder'), running.url]);
    if (launch) await launchBrowser(running.url);
    return;
  }
  const stop = untilAskedToStop();
  const electron =
    browser || !launch
      ? null
      : await findElectron({
          env,
          dataFolder,
          now: systemClock.now,
          packageDir: electronPackage(),
          onFetch: () => terminal.err(t('terminal.downloadingDesktopRuntimeElectron')),
        });
  if (electron !== null && (await openOnDesktop(context, { electron, dataFolder, stop }))) return;
  const reason = browser
    ? null
    : launch
      ? t('terminal.desktopRuntimeElectronNot')
      : t('terminal.terminalCannotOpenWindow');
  await openInBrowser(context, { port, reason, launch, stop });
}

// Runs the desktop app as a child process. Returns false if the child failed before its engine ran, so that the caller uses the browser.
async function openOnDesktop(
  context: StationContext,
  { electron, dataFolder, stop }: { electron: string; dataFolder: string; stop: Promise<void> },
): Promise<boolean> {
  const since = systemClock.now();
  const { data, settings, secrets, apiSecret } = context.choice;
  const sameStation = Object.entries({ data, settings, secrets }).flatMap(([name, value]) =>
    value === null ? [] : [`--${name}`, value],
  );
  const program = join(import.meta.dirname, 'desktop.js');
  const args = [program, ...sameStation, ...(apiSecret === null ? [] : ['--handed-secret'])];
  const child = spawn(electron, args, {
    stdio: ['ignore', 'ignore', 'ignore', apiSecret === null ? 'ignore' : 'ipc'],
  });
  // The api_secret goes through this IPC channel, which Electron's other processes do not have (hosts/desktop/prepare-desktop.ts).
  if (apiSecret !== null) child.send({ apiSecret }, () => undefined);
  const ended = new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(1));
    child.once('exit', (code) => resolve(code));
  });
  let over = false;
  const ending = Promise.race([stop, ended]).then(() => {
    over = true;
  });
  let asked = false;
  void stop.then(() => {
    asked = true;
    child.kill('SIGTERM');
  });
  while (!over && !engineIsRunning(dataFolder)) await systemClock.sleep(POLL_MS);
  if (over && !asked) return (await ended) === 0;
  await followActivity(context, { since, stop: ending });
  const code = await ended;
  if (code !== 0 && !asked)
    throw new PlainError(
      'desktop.ended',
      say('terminal.windowEndedUnexpectedly'),
      say('terminal.startAgain'),
    );
  return true;
}

// Serves the app to browsers from this process until `stop` resolves. `reason` is null if the person chose the browser.
async function openInBrowser(
  context: VerbContext,
  {
    port,
    reason,
    launch,
    stop,
  }: { port: number; reason: string | null; launch: boolean; stop: Promise<void> },
): Promise<void> {
  const { terminal, stdin } = context;
  const since = systemClock.now();
  await serveApp(context, { samples: true, port }, async (host) => {
    const url = host.link();
    show(terminal, { url, port: host.port, pid: process.pid }, () => [
      ...(reason === null ? [] : [t('terminal.opensBrowser', { reason })]),
      launch ? t('terminal.noWindowOpens') : t('terminal.openLinkBrowserComputer'),
      url,
      stdin.isTTY ? t('terminal.linkWorksOnce') : t('terminal.linkWorksOnceWithinMinuteNew'),
      '',
    ]);
    if (launch) await launchBrowser(url);
    const lines = stdin.isTTY && !terminal.json ? createInterface({ input: stdin }) : null;
    lines?.on('line', () => terminal.out(host.link()));
    await followActivity(context, { since, stop });
    lines?.close();
    if (lines !== null) stdin.unref();
  });
}

/** Runs the app in this process and serves the app to browsers of this account until `work` ends. Port 0 chooses a free port. */
export async function serveApp(
  { terminal, choice }: StationContext,
  { samples, port }: { readonly samples: boolean; readonly port: number },
  work: (host: BrowserHost, app: App) => Promise<void>,
): Promise<void> {
  const files = await ownPages();
  const person = {
    kind: 'terminal',
    isSeen: terminal.watched,
    showCode: codeOnTerminal(terminal),
  } as const;
  const app = await createApp({ choice, host: 'browser', samples, person });
  try {
    const dataFolder = dataPlace(choice.data, surroundings());
    const host = await startBrowserHost({ app, clock: systemClock, port, dataFolder, files });
    try {
      await work(host, app);
    } finally {
      await host.close();
    }
  } finally {
    await app.stop();
  }
}

// Prints the changes that a page requests, and the code that confirms the changes (I9). If the output may go to a log and not to a person
// (`watched` is false), the paths are hidden (I11).
function codeOnTerminal(terminal: Terminal) {
  const print = terminal.json ? terminal.err : terminal.out;
  const hidden = (path: string | null) => path && t('terminal.placeAppShows');
  return (changes: readonly Redirect[], code: string): void => {
    print(t('terminal.windowAsksChange'));
    for (const change of changes) {
      const mayShow = terminal.watched || !['folder', 'authority', 'copies'].includes(change.what);
      const shown = mayShow ? change : { ...change, old: hidden(change.old), new: hidden(change.new) };
      print(`  ${said(describeRedirect(shown))}`);
    }
    const { length: count } = changes;
    print(t('terminal.typeAppAskedAll', { code, count }));
  };
}

// Whether a person can see a window of this process. False on a build machine (CI), and without a display.
function canShowWindows(env: NodeJS.ProcessEnv): boolean {
  if (env['CI'] !== undefined && env['CI'] !== '' && env['CI'] !== 'false') return false;
  if (process.platform === 'win32' || process.platform === 'darwin') return true;
  return Boolean(env['DISPLAY'] || env['WAYLAND_DISPLAY']);
}

/** Opens `url` in the default browser. Resolves to false if the command that opens the browser could not start. */
export function launchBrowser(url: string, platform: NodeJS.Platform = process.platform): Promise<boolean> {
  // On macOS, every user can read the arguments of a process. The URL contains a one-time secret, so the URL goes through standard input.
  const input = platform === 'darwin' ? `open location ${JSON.stringify(url)}\n` : null;
  const [command, args]: [string, string[]] =
    platform === 'darwin'
      ? ['osascript', ['-']]
      : platform === 'win32'
        ? // `rundll32` opens the URL as `start` does, but without a shell. On Windows, only the same user can read the arguments.
          ['rundll32', ['url.dll,FileProtocolHandler', url]]
        : // On Linux, other users can read the arguments, but the server refuses connections of other users (own-connections.ts).
          ['xdg-open', [url]];
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      stdio: [input === null ? 'ignore' : 'pipe', 'ignore', 'ignore'],
      detached: true,
    });
    child.once('error', () => resolve(false));
    child.once('spawn', () => resolve(true));
    child.stdin?.on('error', () => undefined).end(input);
    child.unref();
  });
}
