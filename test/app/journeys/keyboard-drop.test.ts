import { expect, test } from 'vitest';
import { giveByKeyboard, sendByKeyboard } from '../support/give-by-keyboard.ts';
import { openByKeyboard } from '../support/open-by-keyboard.ts';
import { ownService } from '../support/own-service.ts';

test('by keyboard alone: documents are given, looked through and sent', async () => {
  await using service = await ownService();
  await using app = await openByKeyboard({ ...service.settings, sending: { undoSeconds: 30 } }, service);
  const { page, keys } = app;
  await page.getByRole('heading', { name: 'Nothing has been sent yet.' }).waitFor();
  await giveByKeyboard(page, keys, service.packet('01').files);
  await page.getByText('3 Tasks, 3 documents').waitFor();
  await keys.to(page.getByRole('radio', { name: /Each file alone/ }));
  await keys.press('ArrowDown');
  await keys.press('ArrowDown');
  await page.getByText('One Task, 3 documents').waitFor();
  await keys.check('choosing what belongs together');
  await sendByKeyboard(page, keys, 'Send 3 documents as 1 Task', 'prior-auth');
  await page.getByText('3 documents go out as 1 Task.').first().waitFor();
  await keys.check('sending');
  await keys.to(page.getByRole('button', { name: 'Undo' }));
  await page.getByRole('heading', { name: /^All 3 documents are out\. Confirmed/ }).waitFor();
  await keys.check('the end of the time to undo');
  expect(service.held()).toHaveLength(1);
});
