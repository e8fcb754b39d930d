import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { systemClock } from '../../../core/clock.ts';
import { dataPlace, surroundings } from '../../../core/data-folder/data-folder-path.ts';
import { engineIsRunning } from '../../../core/data-folder/engine-lock.ts';
import type { StationChoice } from '../../../core/installation/open-station.ts';
import { PlainError } from '../../../core/plain-error.ts';
import { linkOfRunning } from '../../browser/running-link.ts';
import { untilAskedToStop } from '../../headless/process.ts';
import { show, type Terminal } from '../terminal.ts';
import { openInBrowser } from './browser-mode.ts';
import { electronPackage, findElectron } from './find-electron.ts';
import { followActivity } from './follow-activity.ts';
import { canShowWindows, launchBrowser } from './launch-browser.ts';

const POLL_MS = 200;

export interface OpenOptions {
  /** Browser mode, even if Electron is available. */
  readonly browser?: boolean;
  /** False opens neither a window nor a browser. */
  readonly launch: boolean;
  /** The port of browser mode; 0 takes a free port. */
  readonly port?: number;
}

/**
 * `open`: opens the app on the desktop if Electron's runtime is available or can be downloaded, otherwise in the browser, and
 * shows the activity on the terminal until Ctrl+C. If another Clearfolder already serves the data folder to browsers, `open`
 * only gives a new link to that Clearfolder.
 */
export async function openApp(
  terminal: Terminal,
  choice: StationChoice,
  { browser = false, launch: mayLaunch, port = 0 }: OpenOptions,
  { env, stdin }: { readonly env: NodeJS.ProcessEnv; readonly stdin: NodeJS.ReadStream },
): Promise<void> {
  const dataFolder = dataPlace(choice.data, surroundings());
  const launch = mayLaunch && canShowWindows(env);
  if (engineIsRunning(dataFolder)) {
    const running = await linkOfRunning(dataFolder);
    if (running !== null) {
      show(terminal, running, () => [
        'Clearfolder is already running on this data folder. This link opens its window; the link works once, within one minute:',
        running.url,
      ]);
      if (launch) await launchBrowser(running.url);
      return;
    }
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
          onFetch: () =>
            terminal.err(
              'Downloading the desktop runtime (Electron). This happens once and may take two minutes.',
            ),
        });
  if (electron !== null && (await openOnDesktop(terminal, choice, { electron, dataFolder, stop }))) return;
  const reason = browser
    ? null
    : launch
      ? 'the desktop runtime (Electron) is not available on this computer'
      : 'this terminal cannot open a window';
  await openInBrowser(terminal, choice, { port, reason, launch, stdin, stop });
}

/**
 * Runs the desktop app as a child process, and shows its activity until the app or this process is asked to stop. Returns false
 * if the app failed before its engine ran, because its runtime does not work on this computer.
 */
async function openOnDesktop(
  terminal: Terminal,
  choice: StationChoice,
  { electron, dataFolder, stop }: { electron: string; dataFolder: string; stop: Promise<void> },
): Promise<boolean> {
  const since = systemClock.now();
  const { data, settings, secrets, apiSecret } = choice;
  const sameStation = Object.entries({ data, settings, secrets }).flatMap(([name, value]) =>
    value === null ? [] : [`--${name}`, value],
  );
  const program = join(import.meta.dirname, 'desktop.js');
  const args = [program, ...sameStation, ...(apiSecret === null ? [] : ['--handed-secret'])];
  const child = spawn(electron, args, {
    stdio: ['ignore', 'ignore', 'ignore', apiSecret === null ? 'ignore' : 'ipc'],
  });
  // No other process of Electron has this channel (hosts/desktop/handed-secret.ts).
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
  await followActivity(terminal, choice, { since, stop: ending });
  const code = await ended;
  if (code !== 0 && !asked)
    throw new PlainError(
      'desktop.ended',
      'The Clearfolder window ended unexpectedly. The record of what was sent is safe, and nothing is sent twice.',
      'Start Clearfolder again, or use the browser: clearfolder open --browser',
    );
  return true;
}
