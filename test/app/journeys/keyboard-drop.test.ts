import { afterAll, expect, test } from 'vitest';
import { openApp } from '../support/app.ts';
import { closeBrowser } from '../support/browser.ts';
import { chooseWith } from '../support/give-files.ts';
import { keyboardOn } from '../support/keyboard.ts';
import { ownService } from '../support/own-service.ts';

afterAll(closeBrowser);

test('by keyboard alone: documents are given, looked through and sent', async () => {
  await using service = await ownService();
  await using app = await openApp(service.settings, service);
  const { page } = app;
  await page.getByRole('heading', { name: 'Nothing has been sent yet.' }).waitFor();
  const keys = await keyboardOn(page);
  await keys.activate(page.getByRole('button', { name: 'Add documents' }));
  const files = page.getByRole('menuitem', { name: 'Choose files…' });
  await files.waitFor();
  await keys.check('opening the menu');
  await chooseWith(files, service.packet('01').files, () => keys.activate(files));
  await page.getByText('3 Tasks, 3 documents').waitFor();
  await keys.check('giving files');
  await keys.to(page.getByRole('radio', { name: /Each file alone/ }));
  await keys.press('ArrowDown');
  await keys.press('ArrowDown');
  await page.getByText('One Task, 3 documents').waitFor();
  await keys.check('choosing what belongs together');
  await keys.to(page.getByRole('combobox', { name: 'Task type' }));
  await keys.type('prior-auth');
  await keys.activate(page.getByRole('button', { name: 'Send 3 documents as 1 Task' }));
  await page.getByText('3 documents go out as 1 Task.').first().waitFor();
  await keys.check('sending');
  await keys.to(page.getByRole('button', { name: 'Undo' }));
  await page.getByRole('heading', { name: /^All 3 documents are out\. Confirmed/ }).waitFor();
  await keys.check('the end of the time to undo');
  await keys.untouched();
  expect(service.held()).toHaveLength(1);
});
