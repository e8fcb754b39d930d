import { expect, test } from 'vitest';
import { openApp } from '../support/app.ts';
import { ownService } from '../support/own-service.ts';
import { sendDrop } from '../support/send-drop.ts';

test('a draft with only request details becomes a Task without documents; its follow-up is marked done and reopened before it ends', async () => {
  await using service = await ownService();
  service.practice.admin.holdProcessing();
  await using app = await openApp({ ...service.settings, sending: { undoSeconds: 5 } }, service);
  const { page } = app;
  await page.getByRole('button', { name: 'Add documents' }).click();
  await page.getByRole('menuitem', { name: 'Only request details…' }).click();
  await page.getByText('There is no document to send.').waitFor();
  await page.getByRole('button', { name: /^Request details/ }).click();
  await page.getByRole('button', { name: 'Add a detail' }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('required_records');
  await page.getByRole('textbox', { name: 'Value' }).fill('insurance-card');
  await page.getByText('The service gets a Task with only the request details.').waitFor();
  await sendDrop(page, 'Send a Task without documents');
  await expect.poll(() => service.held().length, { timeout: 30_000 }).toBe(1);
  await page.getByRole('link', { name: 'Tasks', exact: true }).click();
  await page.getByRole('row').nth(1).click();
  await page.getByText('This Task has not ended.').waitFor();
  for (const [button, isDone] of [
    ['Mark follow-up done', true],
    ['Reopen follow-up', false],
  ] as const) {
    await page.getByRole('button', { name: button }).click();
    await expect.poll(() => service.held().map(markOf), { timeout: 30_000 }).toEqual([['pending', isDone]]);
  }
});

const markOf = ({ status, cleared }: { status: string; cleared: number | null }) => [
  status,
  cleared !== null,
];

test('Settings say that the service does not explain external_read_enabled', async () => {
  await using service = await ownService();
  await using app = await openApp(service.settings, service);
  const { page } = app;
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  const check = page.getByRole('button', { name: /^Check/ }).first();
  await check.click();
  const words = page.getByText(/its description does not say what the switch allows/);
  await words.waitFor();
});
