import { expect, test } from 'vitest';
import { openApp, PRACTICE } from '../support/app.ts';

test('follow-ups of several Tasks are marked done and undone; a view is saved and used again; the outbox is searched and selected', async () => {
  await using app = await openApp({ ...PRACTICE, station: 'front-desk' });
  const { page } = app;
  const picture = async (name: string) => {
    const dir = process.env['PICTURES'];
    if (dir === undefined) return;
    for (const [width, height, colorScheme] of [
      [1280, 800, 'light'],
      [1024, 700, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: `${dir}/${name}-${width}-${colorScheme}.png` });
    }
    await page.setViewportSize({ width: 1280, height: 800 });
  };
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  await page.getByRole('heading', { name: /2 Tasks are waiting for you, .*all/ }).waitFor();
  await page.getByRole('link', { name: /^Tasks/ }).click();
  await button('Select…').click();
  await button('Select all').click();
  await picture('tasks');
  await button(/^Mark follow-up done \([2-9]/).click();
  await page
    .getByText(/Follow-ups of \d Tasks marked done/)
    .first()
    .waitFor();
  await button('Undo').first().click();
  await page.getByText('The change was undone.').first().waitFor();

  await page.getByRole('link', { name: /^Verdicts/ }).click();
  await button('Select…').click();
  const list = page.getByRole('listbox', { name: 'Decided Tasks' });
  await list.getByRole('option').nth(0).click();
  await list.getByRole('option').nth(1).click();
  await picture('verdicts');
  await button('Mark follow-up done (2)').click();
  await page.getByText('Follow-ups of 2 Tasks marked done.').first().waitFor();
  const search = page.getByRole('searchbox', { name: 'Search' });
  await search.fill('lind');
  await button('Views').click();
  await page.getByRole('menuitem', { name: 'Save this view…' }).click();
  await page.getByRole('textbox', { name: 'Name of the view' }).fill('Lindqvist');
  await picture('save-view');
  await button('Save').click();
  await search.fill('');
  await button('Views').click();
  await picture('views');
  await page.getByRole('menuitem', { name: 'Lindqvist' }).click();
  await expect.poll(() => search.inputValue()).toBe('lind');
  await button('Views').click();
  await page.getByRole('menuitem', { name: 'Rename or delete…' }).click();
  await page.getByRole('textbox', { name: 'Name of the view' }).fill('Other');
  await button('Rename').click();
  await button('Delete “Other”').waitFor();
  await picture('edit-views');
  await button('Delete “Other”').click();
  await page.getByText('No views are saved.').waitFor();
  await button('Close').first().click();

  await page
    .getByRole('button', { name: /outbox/i })
    .first()
    .click();
  const outbox = page.getByRole('dialog', { name: 'Outbox' });
  await outbox.getByRole('searchbox').fill('lind');
  await outbox.getByRole('button', { name: 'Select…' }).click();
  await outbox.getByRole('button', { name: 'Select all' }).click();
  await outbox.getByText(/^[1-9]\d* selected$/).waitFor();
  await picture('outbox');
  await outbox.getByRole('searchbox').fill('nothing of this name');
  await outbox.getByText('No items match.').waitFor();
});
