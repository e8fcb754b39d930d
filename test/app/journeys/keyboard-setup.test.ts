import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Locator } from 'playwright';
import { expect, test } from 'vitest';
import { sha256Of } from '../../support/documents.ts';
import { violationsOf } from '../support/accessible.ts';
import { PRACTICE } from '../support/app.ts';
import { codeField, codeFor } from '../support/confirm-change.ts';
import { giveByKeyboard, sendByKeyboard } from '../support/give-by-keyboard.ts';
import { openByKeyboard } from '../support/open-by-keyboard.ts';
import { ownService } from '../support/own-service.ts';

test('by keyboard alone: connect: a bad address, a malformed, a refused and the good secret; a replaced one stops sending and is said', async () => {
  await using service = await ownService();
  await using app = await openByKeyboard();
  const { page, keys, station } = app;
  const code = () => codeFor(page, () => app.running().text());
  const enter = async (field: Locator, text: string) => {
    await keys.to(field, 'Shift+Tab');
    await keys.press('ControlOrMeta+A');
    await keys.type(text);
    await keys.press('Enter');
  };
  await page.getByRole('heading', { name: 'Getting started' }).waitFor();
  await keys.activate(page.getByRole('button', { name: 'Connect to your service' }));
  const dialog = page.getByRole('dialog', { name: 'Connect to your service' });
  const address = dialog.getByRole('textbox', { name: 'Service address' });
  await address.waitFor();
  await keys.check('opening the dialog');
  await enter(address, 'http://clinic.example/api');
  await dialog.getByText(/The address must begin with https:\/\//).waitFor();
  await enter(address, service.baseUrl);
  const secret = dialog.getByRole('textbox', { name: 'Secret (API key)' });
  await secret.waitFor();
  await keys.check('the step with the api_secret');
  await dialog.getByText(/^Clearfolder saves the secret \(API key\) in/).waitFor();
  await enter(secret, service.apiSecret);
  // Nothing goes to the service before the person at the terminal says so.
  await page
    .getByText(`Clearfolder signs in at ${service.baseUrl} instead of practice mode on this computer.`)
    .waitFor();
  await keys.check('the question that the test waits for');
  expect(await violationsOf(page)).toEqual([]);
  await keys.type('0000');
  await keys.press('Enter');
  await page.getByText('This code is wrong. You can try 2 more times.').waitFor();
  expect(await page.content()).not.toContain(await code());
  await keys.activate(page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).last());
  await dialog.getByText('Nobody confirmed the service address.').waitFor();
  expect(service.log.exchanges()).toEqual([]);
  await enter(secret, 'not a secret');
  await dialog.getByText('This is not a secret (API key).').waitFor();
  await enter(secret, 'practice:front-desk:wrong');
  await codeField(page).waitFor();
  await keys.type(await code());
  await keys.press('Enter');
  await dialog.getByText('The service rejected this secret (API key). Nothing was saved.').waitFor();
  await keys.check('the refusal');
  await enter(secret, service.apiSecret);
  await dialog.getByText('Practice organization', { exact: true }).waitFor();
  await keys.check('the step with the folders');
  expect(await page.content()).not.toContain(service.apiSecret);
  // Before the last step, nothing is saved.
  expect(JSON.parse(readFileSync(station.settingsFile, 'utf8'))).toEqual(PRACTICE);
  await keys.activate(dialog.getByRole('button', { name: 'Connect' }));
  await page.getByText('Connected to Practice organization.').first().waitFor();
  await dialog.waitFor({ state: 'detached' });
  await keys.check('the service being connected');
  const today = page.getByRole('link', { name: 'Today', exact: true });
  await keys.activate(today);
  await page.getByRole('heading', { name: 'Nothing has been sent yet. Last checked' }).waitFor();
  // Nothing of practice mode went along.
  expect(service.held()).toEqual([]);
  expect(readFileSync(station.settingsFile, 'utf8')).not.toContain(service.apiSecret);

  const fresh = service.practice.admin.rotateSecret();
  const file = service.packet('07').files[0] ?? '';
  await giveByKeyboard(page, keys, [file]);
  await sendByKeyboard(page, keys, 'Send 1 document as 1 Task', 'prior-auth');
  await page
    .getByRole('heading', {
      name: /Clearfolder cannot send anything: the service rejects the secret \(API key\)\./,
    })
    .waitFor();
  await keys.activate(page.getByRole('button', { name: /^Open Settings/ }).first());
  await keys.to(page.getByRole('textbox', { name: 'New secret (API key)' }));
  await keys.type(fresh);
  await keys.activate(page.getByRole('button', { name: 'Check and save' }));
  await page.getByText('Accepted', { exact: true }).waitFor();
  await keys.activate(today);
  await page.getByRole('heading', { name: /is out: 1 document\. .*Last checked/ }).waitFor();
  service.oracle.assertExactlyOnce([sha256Of(readFileSync(file))]);
});

test('by keyboard alone: a folder is added after a look at what it would take, its form warns of names in ids; its backlog goes, then a new file by itself', async () => {
  await using service = await ownService();
  await using app = await openByKeyboard(service.settings, service);
  const { page, keys } = app;
  const folder = service.dir.at('scans');
  mkdirSync(folder);
  const backlog = service.packet('01').files;
  for (const file of backlog) copyFileSync(file, `${folder}/${basename(file)}`);
  writeFileSync(`${folder}/Thumbs.db`, 'x');
  writeFileSync(`${folder}/setup.exe`, 'MZ');
  await page.getByRole('heading', { name: 'Nothing has been sent yet.' }).waitFor();
  await keys.activate(page.getByRole('link', { name: 'Folders', exact: true }));
  await keys.activate(page.getByRole('button', { name: 'Add folder…' }).first());
  const dialog = page.getByRole('dialog', { name: 'Add folder' });
  await dialog.waitFor();
  await keys.check('opening the dialog');
  const next = dialog.getByRole('button', { name: 'Next' });
  await keys.activate(next);
  await dialog.getByText('Enter or choose a folder.').waitFor();
  await keys.to(dialog.getByRole('textbox', { name: 'Folder', exact: true }), 'Shift+Tab');
  await keys.type(`${folder}-away`);
  await dialog.getByText(/^This folder does not exist\. Check the path\./).waitFor();
  await dialog.getByText('You can still continue').waitFor();
  await keys.press('ControlOrMeta+A');
  await keys.type(folder);
  await dialog
    .getByText('Clearfolder can read the folder. The folder has 3 documents that could be sent now.')
    .waitFor();
  await keys.activate(next);
  await dialog.getByText('3 documents would be sent as 3 Tasks.').waitFor();
  await dialog.getByText('1 file would be ignored').waitFor();
  await dialog.getByText('1 file would not be sent').waitFor();
  await keys.check('the second step');
  rmSync(`${folder}/setup.exe`);
  await keys.activate(next);
  await keys.to(dialog.getByRole('combobox', { name: 'Task type' }));
  await keys.check('the third step');
  await keys.type('prior-auth');
  await keys.to(dialog.getByRole('radiogroup', { name: '3 documents are already in this folder' }));
  await keys.press('ArrowDown');
  expect(await dialog.getByRole('radio', { name: 'Send all 3 documents' }).isChecked()).toBe(true);
  await keys.activate(dialog.getByRole('button', { name: 'Advanced settings' }));
  await dialog.getByText(/do not use \{key\} if file names contain patient names/).waitFor();
  await keys.to(dialog.getByRole('textbox', { name: 'Seconds without changes to a file' }));
  await keys.press('ControlOrMeta+A');
  await keys.type('0.4');
  await keys.activate(next);
  await dialog.getByRole('region', { name: 'Test this folder' }).getByText('Works').first().waitFor();
  expect(await dialog.getByText('Error', { exact: true }).count()).toBe(0);
  await keys.check('the last step');
  await keys.activate(dialog.getByRole('button', { name: 'Add folder' }));
  await codeField(page).waitFor();
  await keys.check('the question that the folder waits for');
  await keys.type(await codeFor(page, () => app.running().text()));
  await keys.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('The folder is watched now.').first().waitFor();
  const card = page.getByRole('listitem', { name: 'Folder scans' });
  await card.getByText('Watched', { exact: true }).waitFor();
  await keys.check('adding it');

  await keys.activate(page.getByRole('link', { name: 'Today', exact: true }));
  await page.getByRole('heading', { name: /is out: 3 documents\. .*Last checked/ }).waitFor();
  const late = service.packet('07').files[0] ?? '';
  copyFileSync(late, `${folder}/late.pdf`);
  await page.getByRole('heading', { name: /is out: 4 documents\. .*Last checked/ }).waitFor();
  service.oracle.assertExactlyOnce([...backlog, late].map((file) => sha256Of(readFileSync(file))));

  await keys.activate(page.getByRole('link', { name: 'Folders', exact: true }));
  const counts = card.getByRole('list', { name: 'Files by state' });
  await counts.getByText('4').first().waitFor();
  expect(await app.station.folder()).toMatchObject({ found: 5, counts: { ignored: 1, accepted: 4 } });
  await keys.activate(card.getByRole('button', { name: 'Remove…' }));
  await keys.activate(page.getByRole('button', { name: 'Stop watching' }));
  await card.waitFor({ state: 'detached' });
  await keys.check('removing it');
});

test('by keyboard alone: from the palette, Enter leads through the steps of a watched folder; Escape leaves a form that is not begun', async () => {
  await using service = await ownService();
  await using app = await openByKeyboard(service.settings, service);
  const { page, keys } = app;
  const folder = service.dir.at('scans');
  mkdirSync(folder);
  await page.getByRole('heading', { name: 'Nothing has been sent yet.' }).waitFor();
  await keys.command('connect');
  const connect = page.getByRole('dialog', { name: 'Connect to your service' });
  await keys.to(connect.getByRole('textbox', { name: 'Service address' }));
  await keys.press('Escape');
  await connect.waitFor({ state: 'detached' });
  await keys.command('connect');
  await keys.to(connect.getByRole('textbox', { name: 'Service address' }));
  await keys.type('https://');
  await keys.press('Escape');
  await keys.activate(connect.getByRole('button', { name: 'Cancel' }));

  await keys.command('add folder');
  const dialog = page.getByRole('dialog', { name: 'Add folder' });
  await dialog.waitFor();
  await keys.type(folder);
  for (const step of ['Tasks', 'Sending']) {
    await keys.press('Enter');
    await dialog.getByRole('region', { name: step }).waitFor();
    await keys.check(step);
  }
  await keys.type('prior-auth');
  await keys.press('Enter');
  await dialog.getByRole('region', { name: 'Test this folder' }).getByText('Works').first().waitFor();
  await keys.press('Enter');
  await codeField(page).waitFor();
  await keys.type(await codeFor(page, () => app.running().text()));
  await keys.press('Enter');
  await page.getByRole('listitem', { name: 'Folder scans' }).waitFor();
});
