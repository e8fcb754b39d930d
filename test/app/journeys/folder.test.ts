import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { sha256Of } from '../../support/documents.ts';
import { openApp } from '../support/app.ts';
import { confirmChange } from '../support/confirm-change.ts';
import { ownService } from '../support/own-service.ts';

test('a folder is added after a look at what it would take, its form warns of names in ids; its backlog goes, then a new file by itself', async () => {
  await using service = await ownService();
  await using app = await openApp(service.settings, service);
  const { page } = app;
  const folder = service.dir.at('scans');
  mkdirSync(folder);
  const backlog = service.packet('01').files;
  for (const file of backlog) copyFileSync(file, `${folder}/${basename(file)}`);
  writeFileSync(`${folder}/Thumbs.db`, 'x');
  writeFileSync(`${folder}/setup.exe`, 'MZ');

  await page.getByRole('link', { name: 'Folders', exact: true }).click();
  await page.getByRole('button', { name: 'Add folder…' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add folder' });
  const next = dialog.getByRole('button', { name: 'Next' });
  await next.click();
  await dialog.getByText('Enter or choose a folder.').waitFor();
  const path = dialog.getByRole('textbox', { name: 'Folder', exact: true });
  await path.fill(`${folder}-away`);
  await dialog.getByText(/^This folder does not exist\. Check the path\./).waitFor();
  await dialog.getByRole('button', { name: 'Continue anyway' }).waitFor();
  await path.fill(folder);
  await dialog.getByText('Clearfolder can read the folder. The folder has 3 documents.').waitFor();
  await next.click();
  await dialog.getByText('3 documents would be sent as 3 Tasks.').waitFor();
  await dialog.getByText('1 file would be ignored').waitFor();
  await dialog.getByText('1 file would not be sent').waitFor();
  rmSync(`${folder}/setup.exe`);
  await next.click();
  await dialog.getByRole('combobox', { name: 'Task type' }).fill('prior-auth');
  await page.keyboard.press('Escape');
  await dialog.getByRole('radiogroup', { name: '3 files are already in this folder' }).waitFor();
  await dialog.getByText('Send all 3 files', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Advanced settings' }).click();
  await dialog.getByText(/do not use \{key\} if file names contain patient names/).waitFor();
  await dialog.getByRole('textbox', { name: 'Seconds without changes to a file' }).fill('0.4');
  await next.click();
  await dialog.getByRole('region', { name: 'Test this folder' }).getByText('Works').first().waitFor();
  expect(await dialog.getByText('Error', { exact: true }).count()).toBe(0);
  await dialog.getByRole('button', { name: 'Add folder' }).click();
  await confirmChange(page, () => app.running().text());
  await page.getByText('The folder is watched now.').first().waitFor();

  const card = page.getByRole('listitem', { name: 'Folder scans' });
  await card.getByText('Watched', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Today', exact: true }).click();
  await page.getByRole('heading', { name: /^All 3 documents are sent\. Last checked/ }).waitFor();
  const late = service.packet('07').files[0] ?? '';
  copyFileSync(late, `${folder}/late.pdf`);
  await page.getByRole('heading', { name: /^All 4 documents are sent\. Last checked/ }).waitFor();
  service.oracle.assertExactlyOnce([...backlog, late].map((file) => sha256Of(readFileSync(file))));

  await page.getByRole('link', { name: 'Folders', exact: true }).click();
  const counts = card.getByRole('list', { name: 'Files by state' });
  await counts.getByText('4').first().waitFor();
  expect(await app.station.folder()).toMatchObject({ found: 5, counts: { ignored: 1, accepted: 4 } });
});

test('files of before wait for a decision if that is put off; a file put into a paused folder waits for its going on', async () => {
  await using service = await ownService();
  const folder = service.dir.at('scans');
  mkdirSync(folder);
  const [first = '', second = ''] = service.packet('01').files;
  copyFileSync(first, `${folder}/before.pdf`);
  await using app = await openApp(
    {
      ...service.settings,
      folders: [{ id: 'scans', path: folder, taskType: 'prior-auth', quietSeconds: 0.4 }],
    },
    service,
  );
  const { page } = app;
  await page.getByRole('heading', { name: /^1 file needs your decision\./ }).waitFor();
  await page.getByRole('button', { name: /^Decide/ }).click();
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Decide…' }).click();
  await dialog.getByText('Send none of these files').click();
  await dialog.getByRole('button', { name: 'Send none of these files' }).click();
  await page.getByText('Your decision is saved.').first().waitFor();

  const card = page.getByRole('listitem', { name: 'Folder scans' });
  await card.getByRole('button', { name: 'Pause' }).click();
  await card.getByText('Paused', { exact: true }).waitFor();
  copyFileSync(second, `${folder}/new.pdf`);
  await card.getByRole('button', { name: 'Resume' }).click();
  await page.getByRole('link', { name: 'Today', exact: true }).click();
  await page.getByRole('heading', { name: /^The one document found is sent\. Last checked/ }).waitFor();
  service.oracle.assertExactlyOnce([sha256Of(readFileSync(second))]);
});
