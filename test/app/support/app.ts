import type { BrowserContextOptions } from 'playwright';
import { testStation } from '../../support/clearfolder.ts';
import { until } from '../../support/until.ts';
import { watchedPage } from './browser.ts';
import { type Answerer, answerInstead } from './traffic.ts';

/** A machine may be busy with much else: what comes at all is waited for, and only what never comes is a failure. */
const PATIENCE_MS = 120_000;

/** What the browser says on the console where nothing listens. */
export const GONE = /^console: Failed to load resource: net::ERR_/;

export const PRACTICE = { environment: 'practice' };

type Station = Awaited<ReturnType<typeof testStation>>;

/** Starts the built program in browser mode; gives its one-time link. */
export async function startApp(station: Station) {
  const running = station.start(['open', '--browser', '--no-launch']);
  const link = await until(() => /http:\/\/127\.0\.0\.1:\d+\/#\S+/.exec(running.text())?.[0] ?? null, {
    timeoutMs: PATIENCE_MS,
    what: 'the link',
  }).catch((error: unknown) => {
    throw new Error(`no link: ${running.text()}`, { cause: error });
  });
  return { running, link };
}

/**
 * The whole app as a person has it: a station of its own, the built program in browser mode, and a page that shows it. At the
 * end nothing may have gone wrong in the page: no violation of its policy, no error.
 */
export async function openApp(
  settings: Record<string, unknown> = PRACTICE,
  {
    apiSecret,
    page: options,
    before,
    answersInstead = false,
  }: {
    apiSecret?: string;
    page?: BrowserContextOptions;
    answersInstead?: boolean;
    /** Done to the station before the program starts. */
    before?: (station: Station) => Promise<void>;
  } = {},
) {
  const station = await testStation(settings, apiSecret === undefined ? {} : { apiSecret });
  await before?.(station);
  let current = await startApp(station);
  let restarts = 0;
  const watched = await watchedPage(options);
  watched.page.setDefaultTimeout(PATIENCE_MS);
  const answers = answersInstead ? await answerInstead(watched.page) : new Map<string, Answerer>();
  await watched.page.goto(current.link);
  return {
    station,
    page: watched.page,
    faults: watched.faults,
    /** Answers to questions of the page by name, in place of the program (`answersInstead`). */
    answers,
    running: () => current.running,
    /** Ends the program as `signal` does and starts it again; the page is given the new link. */
    restart: async (signal: NodeJS.Signals = 'SIGTERM') => {
      restarts += 1;
      await current.running.stop(signal);
      current = await startApp(station);
      await watched.page.goto('about:blank');
      await watched.page.goto(current.link);
    },
    [Symbol.asyncDispose]: async () => {
      await watched[Symbol.asyncDispose]();
      await current.running.stop('SIGKILL');
      await station[Symbol.asyncDispose]();
      // While the program was not there, the browser said so on the console.
      const faults = watched.faults.filter((fault) => restarts === 0 || !GONE.test(fault));
      if (faults.length > 0) throw new Error(`faults of the page:\n${faults.join('\n')}`);
    },
  };
}
export type OpenApp = Awaited<ReturnType<typeof openApp>>;
