import { readFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { sha256Of } from '../../support/documents.ts';
import { closeBrowser } from '../support/browser.ts';
import { giveByKeyboard, sendByKeyboard } from '../support/give-by-keyboard.ts';
import { openByKeyboard } from '../support/open-by-keyboard.ts';
import { ownService } from '../support/own-service.ts';

afterAll(closeBrowser);

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
  await page.getByText('1 document goes out as 1 Task.').first().waitFor();
  await keys.check('sending');

  await app.running().stop('SIGKILL');
  await page.getByText('This window lost Clearfolder.').waitFor();
  await keys.check('the program being killed');
  await app.restart();
  await page.getByRole('heading', { name: /^1 document is on its way\./ }).waitFor();
  expect(service.log.creates()).toEqual([]);
  await keys.activate(page.getByRole('button', { name: /^Outbox/ }));
  const outbox = page.getByRole('dialog', { name: 'Outbox' });
  await outbox.waitFor();
  await keys.check('opening the outbox');
  await keys.activate(outbox.getByRole('button', { name: 'Send now' }));
  await outbox.getByRole('button', { name: 'Open the Task' }).waitFor();
  await keys.check('sending it now');
  await keys.press('Escape');
  await outbox.waitFor({ state: 'detached' });
  await page.getByRole('heading', { name: /^The one document found is out\. Confirmed/ }).waitFor();
  await keys.check('closing the outbox');
  service.oracle.assertExactlyOnce(files.map((file) => sha256Of(readFileSync(file))));
  expect((await station.outbox()).map(({ state }) => state)).toEqual(['accepted']);
});
