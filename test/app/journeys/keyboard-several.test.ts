import { test } from 'vitest';
import { openByKeyboard } from '../support/open-by-keyboard.ts';
import { decided, withSeveral } from '../support/several.ts';

test('by keyboard alone: rows of Tasks, Verdicts, files and the outbox are selected, acted on at once, and put back', async () => {
  await using app = await openByKeyboard(...withSeveral({ undoSeconds: 600 }));
  const { page, keys } = app;
  await decided(app.station, 7);
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const said = (text: string) => page.getByText(text).first().waitFor();
  const selectTwo = async () => {
    await keys.press('Home');
    await keys.press('Space');
    await keys.press('ArrowDown');
    await keys.press('Space');
    await page.getByText(/^2 of \d+ selected$/).waitFor();
  };
  await keys.activate(page.getByRole('link', { name: 'Tasks', exact: true }));
  await keys.to(page.getByRole('searchbox', { name: 'Search' }));
  await keys.type('form');
  await keys.to(button('Select…'), 'Shift+Tab');
  await keys.press('Enter');
  await keys.check('starting to select');
  await keys.to(page.getByRole('grid', { name: 'Tasks' }));
  await selectTwo();
  await keys.to(button('Select all'), 'Shift+Tab');
  await keys.press('Enter');
  await keys.to(button('Mark follow-up done (7)'), 'Shift+Tab');
  await keys.press('Enter');
  await said('Marking the follow-ups of 7 Tasks as done at the service.');
  await keys.check('marking follow-ups done');
  await keys.press('Control+z');
  await said('The change was undone.');

  await keys.activate(page.getByRole('link', { name: 'Verdicts' }));
  await keys.activate(button('Select…'));
  await keys.to(page.getByRole('listbox', { name: 'Decided Tasks' }));
  await selectTwo();
  await keys.to(button('Mark follow-up done (2)'), 'Shift+Tab');
  await keys.press('Enter');
  await said('Marking the follow-ups of 2 Tasks as done at the service.');
  await keys.check('marking follow-ups done in Verdicts');

  const dialog = page.getByRole('dialog');
  const tick = async (index: number) => {
    await keys.to(dialog.getByRole('checkbox').nth(index));
    await keys.press('Space');
  };
  await keys.activate(button(/^Outbox/));
  await keys.activate(dialog.getByRole('button', { name: 'Select…' }));
  await tick(0);
  await tick(1);
  await keys.activate(dialog.getByRole('button', { name: 'Leave out (2)' }));
  await said('2 items will be left out.');
  await keys.check('leaving items out');
  // A checkbox is no text field, so the key for Undo works there.
  await keys.activate(dialog.getByRole('button', { name: 'Select…' }));
  await keys.to(dialog.getByRole('checkbox').first());
  await keys.press('Control+z');
  await said('2 rows stay as before.');
  await keys.press('Escape');
  await dialog.waitFor({ state: 'detached' });

  await keys.activate(page.getByRole('link', { name: 'Folders' }));
  await keys.activate(button(/^2 on hold/));
  await keys.activate(dialog.getByRole('button', { name: 'Select…' }));
  await tick(0);
  await tick(1);
  await keys.activate(dialog.getByRole('button', { name: 'Leave out (2)' }));
  await said('2 files will be left out.');
  await keys.check('leaving files out');
  await keys.press('F6');
  await keys.press('Enter');
  await said('2 rows stay as before.');
});
