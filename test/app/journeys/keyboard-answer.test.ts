import { expect, test } from 'vitest';
import { until } from '../../support/until.ts';
import { chooseWith } from '../support/give-files.ts';
import { openByKeyboard } from '../support/open-by-keyboard.ts';
import { ownService } from '../support/own-service.ts';
import { stationWithPackets } from '../support/sent-packets.ts';

test('by keyboard alone: two waiting Tasks are answered, one with a document and one with data', async () => {
  await using service = await ownService();
  await using app = await openByKeyboard(stationWithPackets(service, ['05', '06']), service);
  const { page, keys } = app;
  await page.getByRole('heading', { name: /^2 Tasks wait for you, all/ }).waitFor();
  await keys.activate(page.getByRole('button', { name: /^Answer: / }));
  const list = page.getByRole('listbox', { name: 'Tasks that wait for you' });
  await list.waitFor();
  await keys.check('going to Waiting');
  const form = page.getByRole('form', { name: 'What is missing' });
  await keys.choose(list, list.getByRole('option', { name: /Halloran/ }));
  await form.getByText('No insurance card was found in the documents.').waitFor();
  const add = form.getByRole('button', { name: 'Add files…' });
  await chooseWith(add, service.packet('05').answer?.files ?? [], () => keys.activate(add));
  await form.getByText('1 document will be sent.').waitFor();
  await keys.check('adding a document');
  await keys.activate(form.getByRole('button', { name: 'Send and resume' }));
  await page.getByText('1 Task waits for you').first().waitFor();
  await page.getByText('Your answer goes out. 1 more Task waits.').first().waitFor();
  await keys.check('sending the first answer');

  const member = form.getByRole('textbox', { name: /Member id/i });
  await keys.to(member);
  await keys.type('LHP-377412');
  await keys.press('Enter');
  await page.getByText('Your answer goes out. No other Task waits.').first().waitFor();
  await keys.check('sending the second answer');
  await page.getByText('No Task waits for you').first().waitFor();
  await until(() => service.held().every(({ status }) => status === 'completed'), { what: 'both decided' });
  expect(service.held()).toHaveLength(2);
});
