import { readFileSync } from 'node:fs';
import { test } from 'vitest';
import { sha256Of } from '../../support/documents.ts';
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
  await page.getByRole('heading', { name: /^1 file could not be sent\./ }).waitFor();
  await keys.check('sending it');
  await keys.activate(page.getByRole('button', { name: 'Open outbox: 1 item was rejected' }));
  const outbox = page.getByRole('dialog', { name: 'Outbox' });
  await outbox.waitFor();
  await keys.activate(outbox.getByRole('button', { name: 'Retry as prior-auth' }));
  await keys.check('trying again');
  await keys.press('Escape');
  await outbox.waitFor({ state: 'detached' });
  await keys.check('closing the outbox');
  await page.getByRole('heading', { name: /^The one document found is sent\./ }).waitFor();
  service.oracle.assertExactlyOnce([sha256Of(readFileSync(file))]);

  await keys.activate(page.getByRole('link', { name: 'Tasks', exact: true }));
  await keys.to(page.getByRole('searchbox', { name: 'Search' }));
  await keys.type('lindq');
  await page.getByText('1 Task', { exact: true }).waitFor();
  const grid = page.getByRole('grid', { name: 'Tasks' });
  await grid
    .getByText(/Lindqvist/)
    .first()
    .waitFor();
  await keys.to(grid);
  await keys.press('Home');
  await keys.press('Enter');
  await page.getByRole('heading', { name: 'Verdict by code' }).waitFor();
  await keys.check('opening the Task');
});
