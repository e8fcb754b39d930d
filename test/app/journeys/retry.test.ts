import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sha256Of } from '../../support/documents.ts';
import { routes } from '../../support/routes.ts';
import { openApp } from '../support/app.ts';
import { dropOnWindow } from '../support/give-files.ts';
import { ownService } from '../support/own-service.ts';
import { sendDrop } from '../support/send-drop.ts';

test('a service that fails every send: nothing is lost, "Retry all" sends it at once when the service is well', async () => {
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
  await page.getByRole('button', { name: 'Send again anyway' }).click();
  await outbox.getByRole('button', { name: 'Open Task' }).click();
  await page.getByRole('heading', { name: 'Verdict by code' }).waitFor();
  service.oracle.assertExactlyOnce([sha256Of(readFileSync(file))]);

  // The history of the Task says why the service rejected a note.
  service.faults.on(routes.logEvent, { kind: 'status', status: 403, body: { detail: 'No notes today.' } });
  await page.getByRole('button', { name: 'Send note to the service…' }).click();
  await page.getByRole('textbox', { name: 'Note for the service' }).fill('Call back');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: /^Outbox/ }).click();
  await outbox.getByRole('button', { name: 'Send now' }).click();
  await page.getByText(/Response of the service: No notes today\..*What to do: /).waitFor();
});
