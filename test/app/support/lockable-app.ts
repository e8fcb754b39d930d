import { writeFileSync } from 'node:fs';
import { systemClock } from '../../../src-main/core/clock.ts';
import { createApp } from '../../../src-main/hosts/app/create-app.ts';
import { ownPages, startBrowserHost } from '../../../src-main/hosts/browser/start-browser-host.ts';
import { shiftedClock } from '../../support/clock.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { CALLER } from '../../unit/hosts/app/support/ask.ts';
import { GONE } from './app.ts';
import { watchedPage } from './browser.ts';

export const PIN = '482913';

/**
 * The app in practice mode with its samples, on a clock that the test puts forward, so that nobody has to wait for an idle time;
 * the pages are those that were built. It locks after five minutes.
 */
export async function lockableApp() {
  const dir = await tempDir('lockable');
  const { clock, forward } = shiftedClock();
  const choice = {
    data: dir.at('data'),
    settings: null,
    secrets: `file:${dir.at('secrets.json')}`,
    apiSecret: null,
  };
  let terminal = '';
  const codes = Promise.withResolvers<string>();
  const app = await createApp({
    choice,
    host: 'browser',
    samples: true,
    clock,
    person: {
      kind: 'terminal',
      showCode: (_changes, code) => {
        terminal += `Type ${code} in the app\n`;
        codes.resolve(code);
      },
    },
  });
  const host = await startBrowserHost({
    app,
    clock: systemClock,
    port: 0,
    dataFolder: dir.at('data'),
    files: await ownPages(),
  });
  let ended = false;
  const pages: Awaited<ReturnType<typeof watchedPage>>[] = [];
  return {
    app,
    forward,
    /** A window of its own, let in by a link of its own. */
    open: async () => {
      const watched = await watchedPage();
      pages.push(watched);
      await watched.page.goto(host.link());
      return watched.page;
    },
    /** Ends what serves the windows; they stay open. */
    endHost: async () => {
      ended = true;
      await host.close();
    },
    write: (name: string, bytes: Uint8Array) => {
      writeFileSync(dir.at(name), bytes);
      return dir.at(name);
    },
    /** What the terminal showed. */
    terminal: () => terminal,
    lockAfterFiveMinutes: async () => {
      const asked = Promise.withResolvers<string>();
      const end = app.subscribe((event) => {
        if (event.kind === 'confirm' && event.question !== null) asked.resolve(event.question.id);
      });
      const set = app.call('lock.set', { idle_minutes: 5, new_pin: PIN }, CALLER);
      const answer = { question: await asked.promise, proof: await codes.promise };
      await app.call('redirect.answer', answer, CALLER);
      end();
      return await set;
    },
    [Symbol.asyncDispose]: async () => {
      for (const watched of pages) await watched[Symbol.asyncDispose]();
      await host.close();
      await app.stop();
      await dir.remove();
      // Once the host has ended, the browser says on the console that nothing answers.
      const faults = pages
        .flatMap((watched) => watched.faults)
        .filter((fault) => !ended || !GONE.test(fault));
      if (faults.length > 0) throw new Error(`faults of the page:\n${faults.join('\n')}`);
    },
  };
}
