import { readdirSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { pdfDocument } from '../../support/pdf-document.ts';
import { until } from '../../support/until.ts';
import { sendByKeyboard } from '../support/give-by-keyboard.ts';
import { chooseWith } from '../support/give-files.ts';
import { openByKeyboard } from '../support/open-by-keyboard.ts';

test('by keyboard alone: the whole first run, from the first look over both answers to what was decided', async () => {
  await using app = await openByKeyboard();
  const { page, keys, station } = app;
  await page.getByText('Nothing leaves this computer.').waitFor();
  const welcome = page.getByRole('heading', { name: 'Getting started' });
  await welcome.waitFor();
  await keys.activate(page.getByRole('link', { name: 'Skip to content' }));
  await keys.check('skipping to the content');
  await keys.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await sheet.waitFor();
  await keys.check('asking for the keys');
  await keys.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  await keys.check('putting the keys away');
  const outbox = page.getByRole('button', { name: 'Outbox' }).first();
  await keys.to(outbox);
  await keys.press('F1');
  const help = page.getByRole('dialog', { name: 'Help: Today' });
  await help.getByText('What you do here').waitFor();
  // The keys that scroll act at once, before the focus is on the text.
  const scrolled = () => help.locator('.help').evaluate(({ scrollTop }) => scrollTop);
  await keys.press('PageDown');
  expect(await scrolled()).toBeGreaterThan(0);
  await keys.press('Home');
  expect(await scrolled()).toBe(0);
  await keys.to(help.getByRole('button', { name: 'Close' }));
  await keys.press('PageDown');
  expect(await scrolled()).toBeGreaterThan(0);
  await keys.check('asking for help');
  await keys.press('Escape');
  await help.waitFor({ state: 'detached' });
  await expect.poll(() => outbox.evaluate((at) => document.activeElement === at)).toBe(true);
  await keys.press('Enter');
  await keys.press('F1');
  const outboxHelp = page.getByRole('dialog', { name: 'Help: Outbox' });
  await outboxHelp.waitFor();
  await keys.press('Escape');
  await outboxHelp.waitFor({ state: 'detached' });
  await keys.check('putting the help for the outbox away');
  await keys.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page
    .getByRole('heading', {
      name: /^Everything that should have gone out is out: 23 documents\. 2 Tasks may have documents of different patients, 2 Tasks are waiting for you, \d Tasks have a code that is not approved.* Last checked/,
    })
    .waitFor();
  await keys.activate(page.getByRole('button', { name: 'Show Tasks' }));
  const grid = page.getByRole('grid', { name: 'Tasks' });
  await grid.getByText('Halloran').first().waitFor();
  await keys.check('going to the Tasks');
  await keys.to(grid);
  await keys.press('Home');
  await keys.press('Enter');
  await page.getByRole('heading', { name: 'History' }).waitFor();
  await keys.check('opening a Task');

  await keys.press('2');
  const list = page.getByRole('listbox', { name: 'Tasks waiting for you' });
  await list.waitFor();
  await keys.check('going to Waiting');
  await keys.choose(list, list.getByRole('option', { name: /Halloran/ }));
  const form = page.getByRole('form', { name: 'What is missing' });
  await form.getByText('No insurance card was found in the documents.').waitFor();
  const answers = station.dir.at('data', 'practice', 'answers');
  await form.getByText(`Practice: the missing document is in the folder ${answers}`).waitFor();
  const add = form.getByRole('button', { name: 'Add files…' });
  await chooseWith(add, [`${answers}/${readdirSync(answers)[0]}`], () => keys.activate(add));
  await form.getByText('1 document will be sent.').waitFor();
  await keys.activate(form.getByRole('button', { name: 'Send answer' }));
  await page
    .getByText(/^“Ines Halloran: .+”: your answer goes out .+ is over\. 1 more Task is waiting: /)
    .first()
    .waitFor();
  await keys.check('the first answer');
  const member = form.getByRole('textbox', { name: 'Member ID' });
  await form.getByText('The member ID is in none of the documents.').waitFor();
  // No document is missing, so the data comes first.
  expect(await form.getByRole('heading').allTextContents()).toEqual(['What is missing', 'Data', 'Documents']);
  await keys.to(member);
  await keys.type('KLM4471902');
  await keys.press('Enter');
  await page
    .getByText('Your answer goes out when the time for Undo is over. No other Task is waiting.')
    .first()
    .waitFor();
  await page.getByText('No Tasks are waiting for you').first().waitFor();
  await keys.check('the second answer');

  await keys.press('1');
  const all = (count: number) => new RegExp(`is out: ${count} documents\\. .*Last checked`);
  await page.getByRole('heading', { name: all(24) }).waitFor();
  await keys.check('going to Today');
  const settled = async () => (await station.tasks()).tasks.every(({ status }) => status === 'completed');
  await until(settled, { what: 'every Task decided' });
  await keys.press('3');
  const decided = page.getByRole('listbox', { name: 'Decided Tasks' });
  await decided.waitFor();
  await keys.check('going to Verdicts');
  await keys.choose(decided, decided.getByRole('option', { name: /Halloran/ }));
  await page.getByRole('heading', { name: 'Verdict by code' }).waitFor();
  const files = page.locator('.task-fact').filter({ hasText: 'Files sent' });
  await files.getByText(/insurance card.pdf \(answer, .+\)/).waitFor();

  await keys.press('1');
  const mine = station.dir.at('mine.pdf');
  writeFileSync(mine, pdfDocument({ pages: ['a document of my own'] }));
  const choose = page.getByRole('button', { name: 'Choose files…' });
  await chooseWith(choose, [mine], () => keys.activate(choose));
  await page.getByText('One Task, 1 document').waitFor();
  await keys.check('giving a document of their own');
  await sendByKeyboard(page, keys, 'Send 1 document as 1 Task', 'prior-auth');
  await page.getByText('Sending 1 document as 1 Task.').first().waitFor();
  await keys.press('1');
  await page.getByRole('heading', { name: all(25) }).waitFor();
  await keys.activate(page.getByRole('main').getByRole('button', { name: 'Dismiss' }));
  await welcome.waitFor({ state: 'detached' });
  await keys.check('putting the three steps away');
  await page.reload();
  await page.getByRole('heading', { name: all(25) }).waitFor();
  await page.getByRole('button', { name: 'Connect to your service' }).waitFor();
  expect(await welcome.count()).toBe(0);
});
