import { expect, test } from 'vitest';
import { look } from '../screens/support/walk.ts';
import { openApp } from '../support/app.ts';
import { decided, withSeveral } from '../support/several.ts';
import { still } from '../support/still.ts';

const PICTURES = process.env['PICTURES'];
const SIZES = [
  { name: '1280', width: 1280, height: 800, colorScheme: 'light', rem: 16 },
  { name: '1024-dark', width: 1024, height: 700, colorScheme: 'dark', rem: 16 },
  { name: 'large', width: 1280, height: 800, colorScheme: 'light', rem: 32 },
] as const;

test('several Tasks, files on hold and items of the outbox are selected; a view is saved and used again; axe finds nothing, and nothing is cut in any size', async () => {
  await using app = await openApp(...withSeveral({ undoSeconds: 600 }));
  const { page } = app;
  const faults: string[] = [];
  const seen = async (what: string) => {
    for (const { name, rem, colorScheme, ...size } of PICTURES === undefined ? [] : SIZES) {
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.evaluate((px) => document.documentElement.style.setProperty('font-size', `${px}px`), rem);
      await still(page);
      await page.screenshot({ path: `${PICTURES}/${what}-${name}.png` });
    }
    await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
    await page.setViewportSize({ width: 1280, height: 800 });
    await still(page);
    for (const fault of await look(page)) faults.push(`${what}: ${fault}`);
  };
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  // A screen reader hears each notice from a second element.
  const said = (text: string) => page.getByText(text).first().waitFor();
  const dialog = page.getByRole('dialog');
  await decided(app.station, 7);
  await page.getByRole('link', { name: /^Tasks/ }).click();
  await button('Select…').click();
  await button('Select all').click();
  await page.getByText(/^(\d+) of \1 selected$/).waitFor();
  await seen('tasks');
  await page.getByRole('searchbox', { name: 'Search' }).fill('lind');
  await page.getByText('Nothing selected').waitFor();
  await page.getByRole('row', { name: /Lindqvist/ }).click();
  await page.getByText('1 of 1 selected').waitFor();
  await page.getByRole('searchbox', { name: 'Search' }).fill('');
  await button('Select all').click();
  await button('Mark follow-up done (7)').click();
  await said('Marking the follow-ups of 7 Tasks as done at the service.');
  await button(/^Undo/).first().click();
  await said('The change was undone.');

  await page.getByRole('link', { name: /^Verdicts/ }).click();
  await button('Select…').click();
  const list = page.getByRole('listbox', { name: 'Decided Tasks' });
  await list.getByRole('option').nth(0).click();
  await list.getByRole('option').nth(1).click();
  await page.getByText('2 of 7 selected').waitFor();
  await seen('verdicts');
  await button('Mark follow-up done (2)').click();
  await said('Marking the follow-ups of 2 Tasks as done at the service.');
  const search = page.getByRole('searchbox', { name: 'Search' });
  await search.fill('lind');
  await button('Views').click();
  await page.getByRole('menuitem', { name: 'Save this view…' }).click();
  await page.getByRole('textbox', { name: 'Name of the view' }).fill('Lindqvist');
  await seen('save-view');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await search.fill('');
  await button('Views').click();
  await seen('views');
  await page.getByRole('menuitem', { name: 'Lindqvist' }).click();
  await expect.poll(() => search.inputValue()).toBe('lind');
  await button('Views').click();
  await page.getByRole('menuitem', { name: 'Rename or delete…' }).click();
  await page.getByRole('textbox', { name: 'Name of the view' }).fill('Other');
  await dialog.getByRole('button', { name: 'Rename' }).click();
  await button('Delete “Other”').waitFor();
  await seen('edit-views');
  await button('Delete “Other”').click();
  await page.getByText('No views are saved.').waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();

  await page.getByRole('link', { name: /^Folders/ }).click();
  await button(/^2 on hold/).click();
  await dialog.getByRole('button', { name: 'Select…' }).click();
  await dialog.getByRole('button', { name: 'Select all' }).click();
  await dialog.getByRole('button', { name: 'Send as new Tasks (2)' }).waitFor();
  await seen('files');
  await dialog.getByRole('button', { name: 'Leave out (2)' }).click();
  await dialog
    .getByText(/^Clearfolder leaves this file out in a moment/)
    .first()
    .waitFor();
  await seen('files-planned');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });

  await button(/^Outbox/).click();
  await dialog.getByRole('button', { name: 'Select…' }).click();
  await dialog.getByRole('button', { name: 'Select all' }).click();
  await dialog.getByRole('button', { name: 'Leave out (2)' }).waitFor();
  await seen('outbox');
  await dialog.getByRole('searchbox').fill('lind');
  await dialog.getByText('scan 0007 [all pages].pdf').waitFor();
  await dialog
    .getByText(/insurance card/)
    .first()
    .waitFor({ state: 'detached' });
  await dialog.getByRole('searchbox').fill('nothing of this name');
  await dialog.getByText('No items match.').waitFor();
  expect(faults).toEqual([]);
}, 600_000);
