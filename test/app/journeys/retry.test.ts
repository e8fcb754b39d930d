import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sha256Of } from '../../support/documents.ts';
import { routes } from '../../support/routes.ts';
import { openApp } from '../support/app.ts';
import { dropOnWindow } from '../support/give-files.ts';
import { ownService } from '../support/own-service.ts';
import { dropRefused } from '../support/refused-drop.ts';
import { sendDrop } from '../support/send-drop.ts';

test('a task type the service refuses: the allowed ones are offered, and one of them sends the document', async () => {
  await using service = await ownService();
  await using app = await openApp(service.settings, service);
  const { page } = app;
  const file = service.packet('07').files[0] ?? '';
  await dropRefused(page, file);
  await page.getByRole('button', { name: 'Show them: 1 was refused' }).click();
  const outbox = page.getByRole('dialog', { name: 'Outbox' });
  await outbox
    .getByText(/^The service does not accept this task type, so it made no Task of the documents/)
    .waitFor();
  const offered = outbox.getByRole('button', { name: /^Try again as / });
  expect(await offered.allTextContents()).toEqual(
    ['prior-auth', 'intake', 'coverage', 'engagement'].map((type) => `Try again as ${type}`),
  );
  expect(service.held()).toEqual([]);
  await outbox.getByRole('button', { name: 'Try again as prior-auth' }).click();
  await outbox.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('heading', { name: /^The one document found is out\. Confirmed/ }).waitFor();
  service.oracle.assertExactlyOnce([sha256Of(readFileSync(file))]);
});

test('a service that fails every send: nothing is lost, "Try all again" sends it at once when the service is well', async () => {
  await using service = await ownService();
  await using app = await openApp({ ...service.settings, sending: { undoSeconds: 600 } }, service);
  const { page } = app;
  const file = service.packet('07').files[0] ?? '';
  const broken = service.faults.on(routes.create, { kind: 'dropBefore' });
  await page.getByRole('heading', { name: 'Nothing has been sent yet.' }).waitFor();
  await dropOnWindow(page, [file]);
  await sendDrop(page, 'Send 1 document as 1 Task');
  await page.getByRole('button', { name: /^Outbox/ }).click();
  const outbox = page.getByRole('dialog', { name: 'Outbox' });
  await outbox.getByRole('button', { name: 'Send now' }).click();
  await outbox.getByText(/The connection broke before the service confirmed/).waitFor();
  await outbox.getByText('Not confirmed yet').first().waitFor();
  expect(service.held()).toEqual([]);
  broken.remove();
  await outbox.getByRole('button', { name: 'Send again…' }).click();
  await page.getByRole('button', { name: 'Send again; it may arrive twice' }).click();
  await outbox.getByRole('button', { name: 'Open the Task' }).click();
  await page.getByRole('heading', { name: 'What was decided' }).waitFor();
  service.oracle.assertExactlyOnce([sha256Of(readFileSync(file))]);
});
