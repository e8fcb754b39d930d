import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sha256Of } from '../../support/documents.ts';
import { openApp } from '../support/app.ts';
import { confirmChange } from '../support/confirm-change.ts';
import { dropOnWindow } from '../support/give-files.ts';
import { ownService } from '../support/own-service.ts';

test('files of before wait for a decision if that is put off; a file put into a paused folder waits for its going on', async () => {
  await using service = await ownService();
  const folder = service.dir.at('scans');
  mkdirSync(folder);
  const [first = '', second = ''] = service.packet('01').files;
  copyFileSync(first, `${folder}/before.pdf`);
  const older = service.dir.at('older');
  mkdirSync(older);
  writeFileSync(`${older}/visit.txt`, 'Synthetic visit note.');
  writeFileSync(`${older}/empty.pdf`, '');
  await using app = await openApp(
    {
      ...service.settings,
      folders: [{ id: 'scans', path: folder, taskType: 'prior-auth', quietSeconds: 0.4 }],
    },
    service,
  );
  const { page } = app;
  await page.getByRole('heading', { name: /^1 file needs your decision\./ }).waitFor();
  await page.getByRole('button', { name: /^Decide…/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radiogroup', { name: '1 file needs your decision' }).waitFor();
  expect(await dialog.getByRole('radio', { checked: true }).count()).toBe(0);
  const primary = dialog.getByRole('button', { name: 'Choose an option first' });
  expect(await primary.isDisabled()).toBe(true);
  expect(await primary.evaluate((button) => getComputedStyle(button).opacity)).toBe('1');
  await dialog.getByRole('button', { name: 'Show files' }).click();
  await page.getByRole('dialog', { name: 'Files in “scans”' }).getByRole('button', { name: 'Close' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Folders', exact: true }).click();
  await page.getByRole('button', { name: 'Decide…' }).click();
  await dialog.getByText('Send none of these documents').click();
  await dialog.getByRole('button', { name: 'Send none of these documents' }).click();
  await page.getByText('Your decision is saved.').first().waitFor();
  await page.getByRole('button', { name: /^Undo/ }).click();
  await page.getByText('Nothing was sent. The files wait for your decision as before.').first().waitFor();
  expect(service.log.exchanges('create')).toEqual([]);
  await page.getByRole('button', { name: 'Decide…' }).click();
  await dialog.getByText('Send none of these documents').click();
  await dialog.getByRole('button', { name: 'Send none of these documents' }).click();
  await page.getByRole('button', { name: 'Decide…' }).waitFor({ state: 'detached' });

  const card = page.getByRole('listitem', { name: 'Folder scans' });
  await card.getByRole('button', { name: 'Pause' }).click();
  await card.getByText('Paused', { exact: true }).waitFor();
  copyFileSync(second, `${folder}/new.pdf`);
  await card.getByRole('button', { name: 'Resume' }).click();
  await page.getByRole('link', { name: 'Today', exact: true }).click();
  await page.getByRole('heading', { name: /is out: 1 document\. .*Last checked/ }).waitFor();
  service.oracle.assertExactlyOnce([sha256Of(readFileSync(second))]);

  // The one task type that the station knows is chosen already.
  const taskType = page.getByRole('combobox', { name: 'Task type' });
  await page.getByRole('link', { name: 'Folders', exact: true }).click();
  await page.getByRole('button', { name: 'Add folder…' }).click();
  await dialog.getByRole('textbox').first().fill(service.dir.at('packets'));
  for (const step of ['Tasks', 'Sending']) {
    await dialog.getByRole('button', { name: 'Next', exact: true }).click();
    await dialog.getByRole('region', { name: step }).waitFor();
  }
  await expect.poll(() => taskType.inputValue()).toBe('prior-auth');
  await taskType.fill('');
  // Leaves the field, and with that closes its list.
  await page.keyboard.press('Tab');
  expect(await taskType.inputValue()).toBe('');
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  // By keyboard, file after file: the focus goes on to the next file, and nothing is asked once the last file is decided.
  await page.getByRole('button', { name: 'Add folder…' }).click();
  await dialog.getByRole('textbox').first().fill(older);
  await dialog.getByText('The folder has 1 document').waitFor();
  await page.keyboard.press('Enter');
  await dialog.getByRole('region', { name: 'Tasks' }).waitFor();
  for (const step of ['Sending', 'Check']) await dialog.getByRole('button', { name: step }).click();
  await dialog.getByRole('button', { name: 'Add folder', exact: true }).click();
  await confirmChange(page, app.running().text);
  await page.getByRole('button', { name: 'Decide…' }).click();
  await dialog.getByRole('button', { name: 'Show files' }).click();
  await dialog.getByText('The file is empty').waitFor();
  expect(await dialog.getByRole('button', { name: 'Send as a new Task' }).count()).toBe(1);
  await dialog.getByRole('button', { name: 'Leave out' }).first().press('Enter');
  await dialog.getByText('1 file', { exact: true }).waitFor();
  const focused = () => page.evaluate(() => document.activeElement?.className);
  await expect.poll(focused).toContain('files-item');
  await page.getByRole('button', { name: 'Leave out' }).press('Enter');
  await dialog.getByText('No files in this state').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });

  await dropOnWindow(page, [first]);
  await expect.poll(() => taskType.inputValue()).toBe('prior-auth');
});

test('I2: after the task type of a folder changed, a person sends the documents once more in one confirmed act, or dismisses the offer', async () => {
  await using service = await ownService();
  const folder = service.dir.at('scans');
  mkdirSync(folder);
  const files = service.packet('01').files.slice(0, 2);
  for (const [index, file] of files.entries()) copyFileSync(file, `${folder}/${index}.pdf`);
  const rule = { id: 'scans', path: folder, taskType: 'prior-auth', quietSeconds: 0.4, backlog: 'send' };
  await using app = await openApp({ ...service.settings, folders: [rule] }, service);
  const { page } = app;
  await page.getByRole('heading', { name: /is out: 2 documents\. .*Last checked/ }).waitFor();
  const settings = { ...service.settings, folders: [{ ...rule, id: 'intake', taskType: 'intake' }] };
  writeFileSync(app.station.settingsFile, JSON.stringify(settings));
  await page.goto('about:blank');
  await app.restart();
  await page.getByRole('link', { name: 'Folders', exact: true }).click();
  const offer = page.getByRole('button', { name: 'Send these 2 documents as “intake” too…' });
  await offer.waitFor();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await page.getByRole('button', { name: /^Undo/ }).click();
  await page.getByText('Undone. The documents are offered as before.').first().waitFor();
  await offer.click();
  const dialog = page.getByRole('dialog', { name: 'Send 2 documents as “intake” too?' });
  await dialog.getByText('The service gets 2 new Tasks of the type “intake”.').waitFor();
  await dialog.getByRole('button', { name: 'Send 2 documents' }).click();
  await offer.waitFor({ state: 'detached' });
  await expect.poll(() => service.log.exchanges('create').length, { timeout: 60_000 }).toBe(4);
  await page.getByRole('link', { name: 'Today', exact: true }).click();
  await page.getByRole('heading', { name: /is out: 2 documents\. .*Last checked/ }).waitFor();
});
