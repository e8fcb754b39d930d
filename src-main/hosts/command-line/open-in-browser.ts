import { createInterface } from 'node:readline';
import { systemClock } from '../../core/clock.ts';
import { dataPlace, surroundings } from '../../core/data-folder/data-folder-path.ts';
import type { StationChoice } from '../../core/installation/open-station.ts';
import { createApp } from '../app/create-app.ts';
import { type BrowserHost, ownPages, startBrowserHost } from '../browser/start-browser-host.ts';
import { launchBrowser } from './launch-browser.ts';
import { codeOnTerminal } from './redirect-code.ts';
import { tellAccount } from './tell-account.ts';
import { show, type Terminal } from './terminal.ts';

/** Browser mode: the app in this very process, served to this machine's browsers until it is asked to stop. */
export async function openInBrowser(
  terminal: Terminal,
  choice: StationChoice,
  {
    port,
    why,
    launch,
    stdin,
    stop,
  }: {
    port: number;
    /** Why it is not the desktop; null where the person chose the browser. */
    why: string | null;
    launch: boolean;
    stdin: NodeJS.ReadStream;
    stop: Promise<void>;
  },
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
        ...(why === null ? [] : [`Clearfolder opens in the browser, because ${why}.`]),
        launch ? 'If no window opens, open this link:' : 'Open this link in a browser on this computer:',
        url,
        `The link works once, within one minute.${stdin.isTTY ? ' Press Enter for a new link.' : ' For a new link: clearfolder open'}`,
        '',
      ]);
      if (launch) await launchBrowser(url);
      const endLinks = freshLinkOnEnter(terminal, stdin, host);
      await tellAccount(terminal, choice, { since, stop });
      endLinks();
    } finally {
      await host.close();
    }
  } finally {
    await app.stop();
  }
}

function freshLinkOnEnter(terminal: Terminal, stdin: NodeJS.ReadStream, host: BrowserHost): () => void {
  if (!stdin.isTTY || terminal.json) return () => undefined;
  const lines = createInterface({ input: stdin });
  lines.on('line', () => terminal.out(host.link()));
  // Ctrl+C is a signal to the process, which stops in order.
  return () => {
    lines.close();
    stdin.unref();
  };
}
