import { createInterface } from 'node:readline';
import { type Redirect, redirectWords } from '../../../contract/redirect.ts';
import { systemClock } from '../../../core/clock.ts';
import { dataPlace, surroundings } from '../../../core/data-folder/data-folder-path.ts';
import type { StationChoice } from '../../../core/installation/open-station.ts';
import { createApp } from '../../app/create-app.ts';
import { type BrowserHost, ownPages, startBrowserHost } from '../../browser/start-browser-host.ts';
import { show, type Terminal } from '../terminal.ts';
import { followActivity } from './follow-activity.ts';
import { launchBrowser } from './launch-browser.ts';

export interface BrowserModeOptions {
  readonly port: number;
  /** Why the app does not open on the desktop; null if the person chose the browser. */
  readonly reason: string | null;
  readonly launch: boolean;
  readonly stdin: NodeJS.ReadStream;
  readonly stop: Promise<void>;
}

/** Browser mode: runs the app in this process, and serves the app to browsers of this computer until `stop`. */
export async function openInBrowser(
  terminal: Terminal,
  choice: StationChoice,
  { port, reason, launch, stdin, stop }: BrowserModeOptions,
): Promise<void> {
  const files = await ownPages();
  const since = systemClock.now();
  const app = await createApp({
    choice,
    host: 'browser',
    samples: true,
    person: { kind: 'terminal', showCode: codeOnTerminal(terminal) },
  });
  try {
    const dataFolder = dataPlace(choice.data, surroundings());
    const host = await startBrowserHost({ app, clock: systemClock, port, dataFolder, files });
    try {
      const url = host.link();
      show(terminal, { url, port: host.port, pid: process.pid }, () => [
        ...(reason === null ? [] : [`Clearfolder opens in the browser, because ${reason}.`]),
        launch ? 'If no window opens, open this link:' : 'Open this link in a browser on this computer:',
        url,
        `The link works once, within one minute.${stdin.isTTY ? ' Press Enter for a new link.' : ' For a new link: clearfolder open'}`,
        '',
      ]);
      if (launch) await launchBrowser(url);
      const endLinks = newLinkOnEnter(terminal, stdin, host);
      await followActivity(terminal, choice, { since, stop });
      endLinks();
    } finally {
      await host.close();
    }
  } finally {
    await app.stop();
  }
}

function newLinkOnEnter(terminal: Terminal, stdin: NodeJS.ReadStream, host: BrowserHost): () => void {
  if (!stdin.isTTY || terminal.json) return () => undefined;
  const lines = createInterface({ input: stdin });
  lines.on('line', () => terminal.out(host.link()));
  return () => {
    lines.close();
    stdin.unref();
  };
}

/**
 * Prints the code that confirms a change made in a page (I9), together with the change. If `out` may be a log, the text leaves
 * out paths (I11).
 */
function codeOnTerminal(terminal: Terminal) {
  const print = terminal.json ? terminal.err : terminal.out;
  return (changes: readonly Redirect[], code: string): void => {
    print('A Clearfolder window asks for this change:');
    for (const change of changes)
      print(`  ${redirectWords(terminal.watched ? change : withoutPath(change))}`);
    const all = changes.length === 1 ? 'this' : `all ${changes.length} changes above`;
    print(`Type ${code} in the app only if you asked for ${all}. The code is valid for 3 minutes.`);
  };
}

function withoutPath(change: Redirect): Redirect {
  const hidden = (path: string | null) => path && '(a place that the app shows)';
  return change.what === 'folder' || change.what === 'authority' || change.what === 'copies'
    ? { ...change, old: hidden(change.old), new: hidden(change.new) }
    : change;
}
