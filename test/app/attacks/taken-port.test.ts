import { readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testStation } from '../../support/clearfolder.ts';
import { closeServer, listenOnLoopback } from '../../support/loopback.ts';
import { until } from '../../support/until.ts';
import { PRACTICE, startApp } from '../support/app.ts';
import { watchedPage } from '../support/browser.ts';

/* Somebody else listens on the port of a Clearfolder that was killed, while its page is still open. */

const ASSETS = join(import.meta.dirname, '..', '..', '..', 'out', 'renderer', 'assets');

test('the page loads no code from the port once it is open, believes nobody else on it, and says what became of it', async () => {
  await using station = await testStation(PRACTICE);
  const { running, link } = await startApp(station);
  await using watched = await watchedPage();
  const { page } = watched;
  await page.goto(link);
  await page.getByRole('link', { name: 'Today' }).first().waitFor();
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/pdf-view')),
  );
  await running.stop('SIGKILL');
  // Nobody listens: what is imported now was loaded after the first screen.
  const later = readdirSync(ASSETS).find((name) => /^pdf-view-.*\.js$/.test(name));
  expect(await page.evaluate(`import('/assets/${later}').then((code) => typeof code.PdfView)`)).toBe(
    'function',
  );
  const asked = new Set<string>();
  const stranger = createServer((request, response) => {
    asked.add(`${request.method} ${request.url}`);
    response.writeHead(200, { 'Content-Type': 'application/x-ndjson' });
    response.write('\n{"ok":true,"value":"Confirmed"}\n');
  });
  await listenOnLoopback(stranger, Number(new URL(link).port));
  try {
    await page.getByText('This window was disconnected').waitFor();
    expect(await page.getByText(/Confirmed|Today/).count()).toBe(0);
    await until(() => asked.size > 0);
    for (const question of asked) expect(question).toMatch(/^(GET \/api\/events|POST \/api\/call\/[\w.-]+)$/);
  } finally {
    await closeServer(stranger);
  }
});
