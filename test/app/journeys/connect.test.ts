import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { startClearfolder } from '../../support/clearfolder.ts';
import { pdfDocument } from '../../support/pdf-document.ts';
import { until } from '../../support/until.ts';
import { violationsOf } from '../support/accessible.ts';
import { PRACTICE } from '../support/app.ts';
import { watchedPage } from '../support/browser.ts';
import { confirmChange } from '../support/confirm-change.ts';
import { chooseWith } from '../support/give-files.ts';
import { ownService } from '../support/own-service.ts';

test('connect without a keychain: a canceled dialog leaves nothing; a dead address, then the good one; the private file is chosen; a folder is asked about', async () => {
  await using service = await ownService();
  const { dir } = service;
  const settingsFile = dir.at('settings.json');
  const folder = {
    id: 'scans',
    path: dir.at('scans'),
    taskType: 'prior-auth',
    backlog: 'send',
    quietSeconds: 0.4,
  };
  writeFileSync(settingsFile, JSON.stringify({ ...PRACTICE, folders: [folder] }));
  mkdirSync(folder.path);
  for (const name of ['one', 'two'])
    writeFileSync(dir.at('scans', `${name}.pdf`), pdfDocument({ pages: [name] }));
  // The program gets no session bus, so the program finds no keychain.
  await using running = startClearfolder([
    ...['open', '--browser', '--no-launch', '--data', dir.at('data'), '--settings', settingsFile],
  ]);
  const link = await until(() => /http:\/\/127\S+/.exec(running.text())?.[0], { what: 'the link' });
  await using watched = await watchedPage();
  const { page } = watched;
  page.setDefaultTimeout(120_000);
  await page.goto(link);
  const before = readFileSync(settingsFile, 'utf8');
  const dialog = page.getByRole('dialog', { name: 'Connect to your service' });
  const press = (name: string) => dialog.getByRole('button', { name, exact: true }).click();
  const open = () => page.getByRole('button', { name: 'Connect to your service' }).click();
  const address = dialog.getByRole('textbox', { name: 'Service address' });
  const secret = dialog.getByRole('textbox', { name: 'Secret (API key)' });

  // An unsent draft would stop the last step, so the first step says so and leads to the draft.
  await page.getByRole('button', { name: 'Add documents' }).click();
  await chooseWith(page.getByRole('menuitem', { name: 'Choose files…' }), [dir.at('scans', 'one.pdf')]);
  await page.getByRole('heading', { name: 'Review before sending' }).waitFor();
  await page.getByRole('link', { name: /^Today/ }).click();
  await open();
  await dialog.getByText('1 document that was added by hand is not sent yet.').waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await press('Review');
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('heading', { name: 'Review before sending' }).waitFor();
  await page.getByRole('link', { name: /^Today/ }).click();
  await page.keyboard.press('ControlOrMeta+K');
  await page.keyboard.type('draft');
  await page.getByRole('option', { name: 'Open the draft that is not sent yet' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();

  await open();
  await address.waitFor();
  expect(await dialog.getByText('added by hand').count()).toBe(0);
  await address.fill('http://127.0.0.1:9/public/v1');
  await press('Next');
  await secret.fill(service.apiSecret);
  await dialog.getByText('The keychain of this computer does not work').first().waitFor();
  await page.setViewportSize({ width: 640, height: 400 });
  await press('Test sign-in');
  const fault = dialog.getByText('Choose the private file, or check the keychain again.');
  const isSeen = () =>
    fault.evaluate((at) => {
      const { top = 0, bottom = 0 } = at.closest('.dialog-body')?.getBoundingClientRect() ?? {};
      const own = at.getBoundingClientRect();
      return own.top >= top && own.bottom <= bottom;
    });
  await expect.poll(isSeen).toBe(true);
  await page.setViewportSize({ width: 1280, height: 800 });
  await dialog.getByText('Keep the secrets in a private file').click();
  expect(await violationsOf(page)).toEqual([]);
  await press('Test sign-in');
  await page.getByText('kept in a private file instead of the system').waitFor();
  await page.getByText('so the code stands in the output of the program').waitFor();
  await confirmChange(page, running.text);
  await dialog.getByText(/^Clearfolder could not sign in at http:\/\/127\.0\.0\.1:9\/public\/v1/).waitFor();
  await press('Cancel');
  await dialog.waitFor({ state: 'detached' });
  expect(readFileSync(settingsFile, 'utf8')).toBe(before);
  await expect.poll(() => existsSync(dir.at('data', 'production'))).toBe(false);

  // The window shows a Task of practice mode, and a search for it, while the person connects.
  await page.getByRole('link', { name: 'Tasks', exact: true }).click();
  await page.getByRole('searchbox', { name: 'Search' }).fill('one.pdf');
  const grid = page.getByRole('grid', { name: 'Tasks' });
  await grid.locator('[aria-rowcount="2"], [aria-rowindex="2"]').first().click();
  await page.getByRole('heading', { name: 'History' }).waitFor();
  await open();
  await address.fill(service.baseUrl);
  await press('Next');
  await secret.fill(service.apiSecret);
  await dialog.getByText('Keep the secrets in a private file').click();
  await press('Test sign-in');
  await confirmChange(page, running.text);
  await dialog.getByText('The folder has 2 documents that could be sent now.').waitFor();
  expect(await violationsOf(page)).toEqual([]);
  expect(readFileSync(settingsFile, 'utf8')).toBe(before);
  await dialog.getByText('Send none of these documents').click();
  await press('Connect');
  await page.getByText('Connected to Practice organization.').first().waitFor();
  expect(readFileSync(dir.at('data', 'production', 'secrets.json'), 'utf8')).toContain(service.apiSecret);
  // The service does not know the Task, so the window leaves the Task.
  await page.getByRole('heading', { level: 1, name: /Last checked/ }).waitFor();
  expect(new URL(page.url()).hash).toBe('#/today');
  await page.getByRole('link', { name: 'Tasks', exact: true }).click();
  expect(await page.getByRole('searchbox', { name: 'Search' }).inputValue()).toBe('');
  expect(service.held()).toEqual([]);
  expect(watched.faults).toEqual([]);
});
