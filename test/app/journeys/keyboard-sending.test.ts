import { copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { sha256Of } from '../../support/documents.ts';
import { routes } from '../../support/routes.ts';
import { giveByKeyboard, sendByKeyboard } from '../support/give-by-keyboard.ts';
import { openByKeyboard } from '../support/open-by-keyboard.ts';
import { ownService } from '../support/own-service.ts';

test('by keyboard alone: a refused document is sent as another type, and its Task found by search', async () => {
  await using service = await ownService();
  await using app = await openByKeyboard(service.settings, service);
  const { page, keys } = app;
  const file = service.packet('07').files[0] ?? '';
  await page.getByRole('heading', { name: 'Nothing has been sent yet.' }).waitFor();
  await giveByKeyboard(page, keys, [file]);
  await page.getByText('One Task, 1 document').waitFor();
  await sendByKeyboard(page, keys, 'Send 1 document as 1 Task', 'prior-atuh');
  await page
    .getByRole('heading', { name: /^0 of 1 file to send is out; 1 file could not be sent\./ })
    .waitFor();
  await keys.check('sending it');
  await keys.activate(page.getByRole('button', { name: 'Open outbox: 1 item was rejected' }));
  const outbox = page.getByRole('dialog', { name: 'Outbox' });
  await outbox.waitFor();
  await keys.activate(outbox.getByRole('button', { name: 'Retry as prior-auth' }));
  await keys.check('trying again');
  await keys.press('Escape');
  await outbox.waitFor({ state: 'detached' });
  await keys.check('closing the outbox');
  await page.getByRole('heading', { name: /is out: 1 document\./ }).waitFor();
  service.oracle.assertExactlyOnce([sha256Of(readFileSync(file))]);

  await keys.activate(page.getByRole('link', { name: 'Tasks', exact: true }));
  await keys.to(page.getByRole('searchbox', { name: 'Search' }));
  await keys.type('lindq');
  await page.getByText('1 Task', { exact: true }).waitFor();
  const grid = page.getByRole('grid', { name: 'Tasks' });
  await grid.getByText('Lindqvist').first().waitFor();
  await keys.to(grid);
  await keys.press('Home');
  await keys.press('Enter');
  await page.getByRole('heading', { name: 'Verdict by code' }).waitFor();
  await keys.check('opening the Task');
});

test('by keyboard alone: reloaded over a drop, then killed while it can be taken back; it is found again and sent once', async () => {
  await using service = await ownService();
  const settings = { ...service.settings, sending: { undoSeconds: 600 } };
  await using app = await openByKeyboard(settings, service);
  const { page, keys, station } = app;
  const { files } = service.packet('07');
  await page.getByRole('heading', { name: 'Nothing has been sent yet.' }).waitFor();
  await giveByKeyboard(page, keys, files);
  await page.getByText('One Task, 1 document').waitFor();
  await page.reload();
  await page.getByText('One Task, 1 document').waitFor();
  await sendByKeyboard(page, keys, 'Send 1 document as 1 Task', 'prior-auth');
  await page.getByText('Sending 1 document as 1 Task.').first().waitFor();
  await keys.check('sending');

  await app.running().stop('SIGKILL');
  await page.getByText('This window is disconnected.').waitFor();
  await keys.check('the program being killed');
  await app.restart();
  await page
    .getByRole('heading', { name: /^0 of 1 file to send is out; 1 document is being sent\./ })
    .waitFor();
  expect(service.log.exchanges('create')).toEqual([]);
  await keys.activate(page.getByRole('button', { name: /^Outbox/ }));
  const outbox = page.getByRole('dialog', { name: 'Outbox' });
  await outbox.waitFor();
  await keys.check('opening the outbox');
  await keys.activate(outbox.getByRole('button', { name: 'Send now' }));
  await outbox.getByRole('button', { name: 'Open Task' }).waitFor();
  await keys.check('sending it now');
  await keys.press('Escape');
  await outbox.waitFor({ state: 'detached' });
  await page.getByRole('heading', { name: /is out: 1 document\. .*Last checked/ }).waitFor();
  await keys.check('closing the outbox');
  service.oracle.assertExactlyOnce(files.map((file) => sha256Of(readFileSync(file))));
  expect((await station.outbox()).map(({ state }) => state)).toEqual(['accepted']);
});

/** From now on notes everything that the sentence of Today says; the answer gives all of it, in order. */
async function toldSentences(page: Page): Promise<() => Promise<readonly string[]>> {
  const heading = page.getByRole('heading', { level: 1 });
  await heading.evaluate((element) => {
    const told = [element.textContent];
    const root = element.parentElement ?? element;
    new MutationObserver(() => {
      // Not what is said aloud beside it, which follows once the sentence has come to rest.
      const text = root.querySelector('h1')?.textContent ?? '';
      if (told.at(-1) !== text) told.push(text);
    }).observe(root, { childList: true, characterData: true, subtree: true });
    Object.assign(window, { told });
  });
  return () =>
    page.evaluate(() => {
      const told: unknown = Reflect.get(window, 'told');
      return Array.isArray(told) ? told.map(String) : [];
    });
}

const DOWN = /^The service cannot be reached; last checked \d\d:\d\d/;

test('by keyboard alone: the service goes away, what it said last can still be read, and all is out when it is back', async () => {
  await using service = await ownService();
  const folder = service.dir.at('scans');
  mkdirSync(folder);
  const [first = '', second = ''] = service.packet('01').files;
  copyFileSync(first, `${folder}/first.pdf`);
  // A Task that stays open keeps the station looking often.
  service.practice.admin.holdProcessing();
  await using app = await openByKeyboard(
    {
      ...service.settings,
      sending: { idleTimeoutSeconds: 1 },
      folders: [{ id: 'scans', path: folder, taskType: 'prior-auth', quietSeconds: 0.4, backlog: 'send' }],
    },
    service,
  );
  const { page, keys } = app;
  await page.getByRole('heading', { name: /is out: 1 document\. .*Last checked/ }).waitFor();
  await keys.activate(page.getByRole('link', { name: 'Skip to content' }));

  service.faults.on(routes.any, { kind: 'dropBefore' });
  await page
    .getByRole('heading', {
      name: /^1 of 1 file to send is out\. .*The service cannot be reached; last checked \d\d:\d\d\./,
    })
    .waitFor();
  await keys.check('the service going away');
  const told = await toldSentences(page);
  copyFileSync(second, `${folder}/second.pdf`);
  const waits = page.getByRole('heading', {
    name: /^1 of 2 files to send are out; 1 document is not (sent|confirmed by the service) yet\. The service cannot be reached; last checked/,
  });
  await waits.waitFor();
  const toldBefore = await told();
  await keys.press('4');
  await page.getByText(DOWN).first().waitFor();
  await keys.check('going to the Tasks');
  const grid = page.getByRole('grid', { name: 'Tasks' });
  await grid.getByText('first.pdf').waitFor();
  await keys.to(grid);
  await keys.press('Enter');
  const old = page.getByText(/^as of \d\d:\d\d$/);
  await old.waitFor();
  await keys.check('opening a Task');
  await page.reload();
  await old.waitFor();
  await keys.press('1');
  await waits.waitFor();
  expect(toldBefore.filter((text) => /^Everything that should/.test(text))).toEqual([]);

  // While it is away, or it may have healed by itself before the button is reached.
  await keys.press('o');
  const outbox = page.getByRole('dialog', { name: 'Outbox' });
  await outbox.waitFor();
  await keys.check('opening the outbox');
  await keys.activate(outbox.getByRole('button', { name: 'Retry all' }));
  await keys.check('trying again');
  await keys.press('Escape');
  await outbox.waitFor({ state: 'detached' });
  await keys.check('closing the outbox');
  service.faults.clear();
  await page.getByRole('heading', { name: /is out: 2 documents\. .*Last checked \d\d:\d\d\.$/ }).waitFor();
  await keys.check('the service coming back');
  service.oracle.assertExactlyOnce([first, second].map((file) => sha256Of(readFileSync(file))));
});
