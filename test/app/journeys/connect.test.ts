import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sha256Of } from '../../support/documents.ts';
import { violationsOf } from '../support/accessible.ts';
import { openApp, PRACTICE } from '../support/app.ts';
import { codeField, codeFor, confirmChange } from '../support/confirm-change.ts';
import { dropOnWindow } from '../support/give-files.ts';
import { ownService } from '../support/own-service.ts';
import { sendDrop } from '../support/send-drop.ts';

test('connect: a bad address, a malformed, a refused and the good secret; a replaced one stops sending and is said', async () => {
  await using service = await ownService();
  await using app = await openApp();
  const { page, station } = app;
  await page.getByRole('link', { name: 'Connect to your service' }).click();
  await page.getByRole('button', { name: 'Add service…' }).click();
  const address = page.getByRole('textbox', { name: 'Service address' });
  await address.fill('http://clinic.example/api');
  await page.getByRole('button', { name: 'Add and switch' }).click();
  await page.getByText(/The address must begin with https:\/\//).waitFor();
  await address.fill(service.baseUrl);
  await page.getByRole('button', { name: 'Add and switch' }).click();
  // Nothing is in force before the person at the terminal says so.
  await codeField(page).fill('0000');
  await page
    .getByText(`Documents go to ${service.baseUrl} instead of practice mode on this computer.`)
    .waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Confirm change' }).click();
  await page.getByText('This code is wrong. You can try 2 more times.').waitFor();
  expect(JSON.parse(readFileSync(station.settingsFile, 'utf8'))).toEqual(PRACTICE);
  expect(await page.content()).not.toContain(await codeFor(page, () => app.running().text()));
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('Nobody at this computer confirmed the change of where documents go.').waitFor();
  await page.getByRole('button', { name: 'Add and switch' }).click();
  await confirmChange(page, () => app.running().text());

  const secret = page.getByRole('textbox', { name: 'api_secret' });
  await secret.waitFor();
  await page.getByText('Clearfolder cannot send or receive anything until you set the api_secret.').waitFor();
  const keep = page.getByRole('button', { name: 'Check and save' });
  await secret.fill('not a secret');
  await keep.click();
  await page
    .getByText(/three parts/)
    .nth(1)
    .waitFor();
  expect(service.log.exchanges('token')).toEqual([]);
  await secret.fill('practice:front-desk:wrong');
  await keep.click();
  await page.getByText('The service rejected this api_secret, so it was not saved.').first().waitFor();
  await secret.fill(service.apiSecret);
  await keep.click();
  await page.getByText('Saved. The service accepts the api_secret.').first().waitFor();
  await page.getByText('Accepted', { exact: true }).waitFor();
  await page.getByText('Practice organization', { exact: true }).waitFor();
  expect(await page.getByRole('textbox', { name: 'New api_secret' }).inputValue()).toBe('');
  expect(await page.content()).not.toContain(service.apiSecret);
  await page.getByRole('link', { name: 'Today', exact: true }).click();
  await page.getByRole('heading', { name: 'Nothing has been sent yet. Last checked' }).waitFor();
  // Nothing of practice mode went along.
  expect(service.held()).toEqual([]);
  expect(readFileSync(station.settingsFile, 'utf8')).not.toContain(service.apiSecret);

  const fresh = service.practice.admin.rotateSecret();
  const file = service.packet('07').files[0] ?? '';
  await dropOnWindow(page, [file]);
  await sendDrop(page, 'Send 1 document as 1 Task');
  await page
    .getByRole('heading', { name: /^Clearfolder cannot send anything: the service rejects the api_secret\./ })
    .waitFor();
  await page
    .getByRole('button', { name: /^Open Settings/ })
    .first()
    .click();
  await page.getByRole('textbox', { name: 'New api_secret' }).fill(fresh);
  await keep.click();
  await page.getByText('Accepted', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Today', exact: true }).click();
  await page.getByRole('heading', { name: /^The one document found is sent\. Last checked/ }).waitFor();
  service.oracle.assertExactlyOnce([sha256Of(readFileSync(file))]);
});
