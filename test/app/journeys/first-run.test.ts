import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { until } from '../../support/until.ts';
import { openApp } from '../support/app.ts';
import { chooseWith } from '../support/give-files.ts';

test('first run: the sample packets move, one Task is answered with a document and one with data, and both are decided', async () => {
  await using app = await openApp();
  const { page, station } = app;
  await page.getByText('Nothing leaves this computer.').waitFor();
  await page.getByRole('heading', { name: 'Three steps to begin with' }).waitFor();
  await page
    .getByRole('heading', { name: /^2 Tasks wait for you, all 20 documents are out\. Confirmed/ })
    .waitFor();
  await page.getByRole('link', { name: /^Waiting/ }).click();
  const list = page.getByRole('listbox', { name: 'Tasks that wait for you' });
  await list.getByRole('option').nth(1).waitFor();
  expect(await list.getByRole('option').count()).toBe(2);

  await list.getByRole('option', { name: /Halloran/ }).click();
  const form = page.getByRole('form', { name: 'What is missing' });
  await form.getByText('No insurance card was found in the documents.').waitFor();
  const answers = station.dir.at('data', 'practice', 'answers');
  const [card = ''] = readdirSync(answers);
  await chooseWith(form.getByRole('button', { name: 'Add files…' }), [`${answers}/${card}`]);
  await form.getByText('1 document will be sent.').waitFor();
  await form.getByRole('button', { name: 'Send and resume' }).click();
  await page.getByText('Your answer goes out. 1 more Task waits.').first().waitFor();

  // It leaves the list by itself, and the other one is what is left.
  await page.getByText('1 Task waits for you').first().waitFor();
  const member = form.getByRole('textbox', { name: 'Member id' });
  await member.fill('KLM4471902');
  await form.getByText('1 value will be sent.').waitFor();
  await form.getByRole('button', { name: 'Send and resume' }).click();
  await page.getByText('Your answer goes out. No other Task waits.').first().waitFor();
  await page.getByText('No Task waits for you').first().waitFor();

  await page.getByRole('link', { name: 'Today', exact: true }).click();
  await page.getByRole('heading', { name: /^All 21 documents are out\. Confirmed/ }).waitFor();
  const tasks = await until(async () => {
    const { tasks: now } = await station.tasks();
    return now.every(({ status }) => status === 'completed') ? now : null;
  });
  expect(tasks.filter(({ verdicts }) => verdicts.every(({ approved }) => approved))).toHaveLength(4);

  await page.reload();
  await page.getByRole('heading', { name: /^All 21 documents are out\. Confirmed/ }).waitFor();
});
