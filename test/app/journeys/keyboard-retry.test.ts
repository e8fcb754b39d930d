import { readFileSync } from 'node:fs';
import { afterAll, test } from 'vitest';
import { sha256Of } from '../../support/documents.ts';
import { openApp } from '../support/app.ts';
import { closeBrowser } from '../support/browser.ts';
import { keyboardOn } from '../support/keyboard.ts';
import { ownService } from '../support/own-service.ts';
import { dropRefused } from '../support/refused-drop.ts';

afterAll(closeBrowser);

test('by keyboard alone: a refused document is sent as another type, and its Task found by search', async () => {
  await using service = await ownService();
  await using app = await openApp(service.settings, service);
  const { page } = app;
  const file = service.packet('07').files[0] ?? '';
  await dropRefused(page, file);

  const keys = await keyboardOn(page);
  await keys.activate(page.getByRole('button', { name: 'Show them: 1 was refused' }));
  const outbox = page.getByRole('dialog', { name: 'Outbox' });
  await outbox.waitFor();
  await keys.activate(outbox.getByRole('button', { name: 'Try again as prior-auth' }));
  await keys.check('trying again');
  await keys.press('Escape');
  await outbox.waitFor({ state: 'detached' });
  await keys.check('closing the outbox');
  await page.getByRole('heading', { name: /^The one document found is out\./ }).waitFor();
  service.oracle.assertExactlyOnce([sha256Of(readFileSync(file))]);

  await keys.activate(page.getByRole('link', { name: 'Tasks', exact: true }));
  await keys.to(page.getByRole('searchbox', { name: 'Search' }));
  await keys.type('lindq');
  await page.getByText('1 Task', { exact: true }).waitFor();
  await keys.to(page.getByRole('grid', { name: 'Tasks' }));
  await keys.press('Home');
  await keys.press('Enter');
  await page.getByRole('heading', { name: 'What was decided' }).waitFor();
  await keys.check('opening the Task');
  await keys.untouched();
});
