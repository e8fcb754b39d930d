import { systemClock } from '../../core/clock.ts';
import { dataPlace, surroundings } from '../../core/data-folder/data-folder-path.ts';
import { engineIsRunning } from '../../core/data-folder/engine-lock.ts';
import type { StationChoice } from '../../core/installation/open-station.ts';
import { linkOfRunning } from '../browser/running-link.ts';
import { untilAskedToStop } from '../headless/process.ts';
import { electronPackage, findElectron } from './find-electron.ts';
import { canShowWindows, launchBrowser } from './launch-browser.ts';
import { openInBrowser } from './open-in-browser.ts';
import { openOnDesktop } from './open-on-desktop.ts';
import { show, type Terminal } from './terminal.ts';

export interface OpenOptions {
  /** Browser mode even where Electron could be had. */
  readonly browser: boolean;
  /** False: nothing is started to look at it with. */
  readonly launch: boolean;
  /** Of browser mode; 0 takes a free one. */
  readonly port: number;
}

/** What `open` has of its process. */
export interface OpenPorts {
  readonly env: NodeJS.ProcessEnv;
  readonly stdin: NodeJS.ReadStream;
}

/**
 * `open`: the app, on the desktop where Electron's runtime is there or can be fetched, else in the browser. Until Ctrl+C it
 * keeps a short account on the terminal. Where another Clearfolder serves the data folder to browsers already, it gives a fresh
 * link to that one instead.
 */
export async function openApp(
  terminal: Terminal,
  choice: StationChoice,
  options: OpenOptions,
  { env, stdin }: OpenPorts,
): Promise<void> {
  const dataFolder = dataPlace(choice.data, surroundings());
  const launch = options.launch && canShowWindows(env);
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
    options.browser || !launch
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
  const why = options.browser
    ? null
    : launch
      ? 'the desktop runtime (Electron) is not available on this computer'
      : 'this terminal cannot open a window';
  await openInBrowser(terminal, choice, { port: options.port, why, launch, stdin, stop });
}
