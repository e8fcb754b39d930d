import { expect, test } from 'vitest';
import { violationsOf } from '../support/accessible.ts';
import { openApp } from '../support/app.ts';

test('a clerk takes a Task, writes a note to the staff, sets one Task aside and gives one up; Today says so; both come back', async () => {
  await using app = await openApp();
  const { page } = app;
  const dialog = page.getByRole('dialog');
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  await page.getByRole('heading', { name: '2 Tasks are waiting for you', exact: true }).waitFor();
  await page.getByRole('link', { name: /^Waiting/ }).click();
  await press('I look after this');
  await page.getByText(/looks after this Task\.$/).waitFor();
  await page.getByText('Only mine', { exact: true }).click();
  await page.getByText('1 Task that you look after is waiting', { exact: true }).waitFor();
  await press('Add staff note');
  await page
    .getByRole('textbox', { name: 'Note for your staff' })
    .fill('The patient brings the card on Friday.');
  await press('Save note');
  await page.getByText('The patient brings the card on Friday.').waitFor();
  expect(await violationsOf(page)).toEqual([]);

  await press('Set aside…');
  await dialog.getByLabel('Until').fill('2001-01-01');
  await press('Set aside');
  await dialog.getByText('Choose a day after today.').waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await press('In 1 week');
  await press('Set aside');
  await page.getByText('No Task that you look after is waiting.', { exact: true }).waitFor();
  await page.getByRole('button', { name: '1 Task is set aside' }).waitFor();
  await page.getByText('Only mine', { exact: true }).click();
  await press('Give up…');
  await page.getByText('Another reason').click();
  await press('Give up');
  await dialog.getByText('Enter a reason of 1 to 500 characters.').waitFor();
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('The patient moved away.');
  expect(await violationsOf(page)).toEqual([]);
  await press('Give up');
  await page.getByText('No Tasks are waiting for you').first().waitFor();

  await page.getByRole('link', { name: /^Today/ }).click();
  await page.getByRole('heading', { name: /1 Task is set aside, 1 Task is given up\./ }).waitFor();
  await page.getByRole('button', { name: '1 Task is given up' }).click();
  await page.getByRole('grid', { name: 'Tasks' }).getByText('Given up').waitFor();
  await page.getByRole('grid', { name: 'Tasks' }).getByRole('row').nth(1).dblclick();
  await page.getByText('The patient moved away.').waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await press('Put back into Waiting');
  await page.getByRole('link', { name: /^Waiting/ }).click();
  await page.getByText('1 Task is waiting for you', { exact: true }).first().waitFor();
});
