import { readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testStation } from '../../support/clearfolder.ts';
import { closeServer, listenOnLoopback } from '../../support/loopback.ts';
import { PRACTICE, startApp } from '../support/app.ts';
import { watchedPage } from '../support/browser.ts';

/* Somebody else listens on the port of a Clearfolder that was killed, while its page is still open. */

const ASSETS = join(import.meta.dirname, '..', '..', '..', 'out', 'renderer', 'assets');

test('the page loads no code from the port once it is open, asks nobody else on it, and says what became of it', async () => {
  await using station = await testStation(PRACTICE);
  const { running, link } = await startApp(station);
  await using watched = await watchedPage();
  const { page } = watched;
  await page.goto(link);
  await page.getByRole('link', { name: 'Today' }).first().waitFor();
  await running.stop('SIGKILL');
  const asked = new Set<string>();
  const stranger = createServer((request, response) => {
    asked.add(`${request.method} ${request.url}`);
    response.end('<!doctype html>Confirmed');
  });
  stranger.on('upgrade', (request, socket) => {
    asked.add(`${request.method} ${request.url}`);
    socket.destroy();
  });
  await listenOnLoopback(stranger, Number(new URL(link).port));
  try {
    await page.getByText('This window is disconnected.').waitFor();
    expect(await page.getByText(/Confirmed|Today/).count()).toBe(0);
    // The page loaded these files before the page was open, so their import asks for nothing.
    for (const late of readdirSync(ASSETS).filter((name) => /^(pdf-view|charts)-.*\.js$/.test(name)))
      expect(
        await page.evaluate(`import('/assets/${late}').then((code) => Object.keys(code).length > 0)`),
      ).toBe(true);
    // Two heartbeats of an open page later, it has asked for nothing.
    await page.clock.install();
    await page.clock.runFor(10 * 60_000);
    expect([...asked]).toEqual([]);
  } finally {
    await closeServer(stranger);
  }
});
