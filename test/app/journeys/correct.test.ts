import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { violationsOf } from '../support/accessible.ts';
import { openApp, PRACTICE } from '../support/app.ts';
import { chooseWith } from '../support/give-files.ts';
import { still } from '../support/still.ts';

test('a clerk finds the card of another patient, corrects the Task without it, and sees both Tasks linked', async () => {
  await using app = await openApp(PRACTICE);
  const { page, station } = app;
  const shot = async (name: string) => {
    const to = process.env['SHOTS'];
    if (to === undefined) return;
    await page.screenshot({ path: `${to}/${name}.png` });
    await page.setViewportSize({ width: 1024, height: 700 });
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.screenshot({ path: `${to}/${name}-dark.png` });
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.emulateMedia({ colorScheme: 'light' });
  };
  await page
    .getByRole('heading', { level: 1, name: /2 Tasks may have documents of different patients/ })
    .waitFor();
  await shot('today');
  await page.getByRole('link', { name: /^Tasks/ }).click();
  await page.getByRole('grid', { name: 'Tasks' }).getByText('Whitaker').first().click();
  const open = page.getByRole('button', { name: 'Open Task' });
  if (await open.count()) await open.first().click();
  const alarm = page.getByRole('alert', { name: /Check the patient/ });
  await alarm.getByText('Norman Whitlock').waitFor();
  await shot('task');
  await page.mouse.move(0, 0);
  await still(page);
  expect(await violationsOf(page)).toEqual([]);
  // The palette offers the act of the open Task before the Tasks that it finds.
  await page.getByRole('button', { name: 'Correct and send again' }).waitFor();
  await page.keyboard.press('ControlOrMeta+K');
  await page.keyboard.type('correct');
  await page.getByRole('option', { name: 'Correct and send again…' }).waitFor();
  await page.keyboard.press('Enter');

  await page.getByRole('heading', { name: 'Correct and send again' }).waitFor();
  expect(await page.locator('nav [aria-current]').textContent()).toContain('Tasks');
  await page.getByText('Nothing has changed yet.').first().waitFor();
  await page.getByText(/^To send, first change a document/).waitFor();
  await page.getByRole('heading', { name: 'What was not approved' }).waitFor();
  await shot('unchanged');
  const send = page.getByRole('button', { name: /^Send 3 documents as 1 Task/ });
  expect(await send.isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'Leave out insurance card.pdf' }).click();
  const right = station.dir.at('data', 'practice', 'answers', 'Whitaker insurance card.pdf');
  await chooseWith(page.getByRole('button', { name: 'Add files…' }), [right]);
  await page.getByText('Left out: insurance card.pdf').waitFor();
  await page.getByText(`Added: ${basename(right)}`).waitFor();
  await page.getByText(/^To send, write first what changed/).waitFor();
  const what = page.getByRole('textbox', { name: 'What changed?' });
  expect(await what.getAttribute('required')).not.toBeNull();
  await what.fill('The right insurance card.');
  await shot('corrected');
  await page.mouse.move(0, 0);
  await still(page);
  expect(await violationsOf(page)).toEqual([]);
  await send.click();
  await page
    .getByText(/^Sending the correction of “Nora Whitaker.*” with 3 documents\./)
    .first()
    .waitFor();

  // The person returns to the corrected Task.
  await page.getByText(/^Corrected: see/).waitFor();
  await page.locator('.task-state').getByText('Corrected', { exact: true }).waitFor();
  await page.getByRole('link', { name: /^Today/ }).click();
  const one = '1 Task may have documents of different patients';
  await page.getByRole('heading', { name: one, exact: true }).waitFor();
  const untold = '1 corrected Task has an open follow-up';
  await page.getByRole('heading', { level: 1, name: new RegExp(untold) }).waitFor();
  await page.getByRole('heading', { name: untold, exact: true }).waitFor();
  await shot('today-corrected');
  await page.getByRole('link', { name: /^Tasks/ }).click();
  const whitakers = page.getByRole('grid', { name: 'Tasks' }).getByText('Whitaker');
  await whitakers.nth(1).waitFor();
  const chipped = page.getByRole('row').filter({ hasText: 'Whitaker' }).filter({ hasText: 'Corrected' });
  expect(await chipped.count()).toBe(1);
  await shot('tasks');
  await whitakers.first().click();
  await page.getByText('Correction of Nora Whitaker').waitFor();
  await page.getByText('What changed: The right insurance card.').waitFor();
  expect(await page.getByRole('alert', { name: /Check the patient/ }).count()).toBe(0);
  await shot('new-task');
  await page.getByRole('button', { name: 'Open Task' }).click();
  await page.getByText(/^Corrected: see Nora Whitaker.* · Approved/).waitFor();
  const rest = page.getByRole('region', { name: 'These documents may be about different people' });
  await rest.getByText(/tell the person who is responsible for privacy/).waitFor();
  expect(await page.getByRole('alert', { name: /Check the patient/ }).count()).toBe(0);
  await page.mouse.move(0, 0);
  await still(page);
  expect(await violationsOf(page)).toEqual([]);
  await shot('old-task');
  await page.getByRole('link', { name: /^Today/ }).click();
  // The list of Today ends with the way to all decided Tasks.
  await page.getByRole('button', { name: /^and \d+ more$/ }).click();
  const corrected = page.getByRole('option').filter({ hasText: 'Corrected' });
  await corrected.getByText('Nora Whitaker').waitFor();
  expect(await corrected.count()).toBe(1);
  await page.getByRole('option').filter({ hasText: 'Tremblay' }).click();
  await page.getByText('Follow-up: your own note that nothing is left to do for this Task.').waitFor();
  const main = page.locator('.task-actions .button').first();
  expect(await main.textContent()).toBe('Correct and send again…');
  expect(await main.getAttribute('class')).toContain('button-primary');
  await shot('verdicts');

  await page.getByRole('link', { name: /^Today/ }).click();
  const entry = page.getByRole('listitem').filter({ hasText: untold });
  await entry.scrollIntoViewIfNeeded();
  await shot('today-follow-up');
  await entry.getByRole('button', { name: 'Open Task' }).click();
  await rest.getByRole('button', { name: 'Mark follow-up done' }).click();
  await rest.getByText(/the follow-up of this Task is marked as done/).waitFor();
  await shot('old-task-done');
  await page.getByRole('link', { name: /^Today/ }).click();
  await page.getByRole('heading', { name: one, exact: true }).waitFor();
  expect(await entry.count()).toBe(0);
});
