import { test } from 'vitest';
import { until } from '../../support/until.ts';
import { holdAnswers, newerTask } from '../support/newer-task.ts';
import { openByKeyboard } from '../support/open-by-keyboard.ts';
import { ownService } from '../support/own-service.ts';
import { stationWithPackets } from '../support/sent-packets.ts';

test('by keyboard alone: an answer to a Task that a newer one replaced is found at the newer one', async () => {
  await using service = await ownService();
  await using app = await openByKeyboard(stationWithPackets(service, ['06']), service);
  const { page, keys } = app;
  await page.getByRole('heading', { name: /^1 Task is waiting for you, all/ }).waitFor();
  await keys.activate(page.getByRole('button', { name: /^Answer: / }));
  const member = page
    .getByRole('form', { name: 'What is missing' })
    .getByRole('textbox', { name: 'Member id' });
  await member.waitFor();
  await keys.check('going to Waiting');
  await keys.to(member);
  await keys.type('LHP-377412');
  const hold = holdAnswers(service);
  await keys.press('Enter');
  await page.getByText('Sending your answer.').first().waitFor();
  await keys.check('sending the answer');
  const newer = await newerTask(service);
  hold.remove();
  const atNewer = () => service.log.exchanges('update').some(({ path }) => path.includes(newer));
  await until(atNewer, { what: 'the answer at the newer Task' });

  await keys.press('4');
  const grid = page.getByRole('grid', { name: 'Tasks' });
  await grid.waitFor();
  await keys.check('going to the Tasks');
  await keys.press('/');
  await keys.type(service.held()[0]?.uuid ?? '');
  await page.getByText('1 Task', { exact: true }).waitFor();
  await grid.getByText('packets').first().waitFor();
  await keys.to(grid);
  await keys.press('Enter');
  await page.getByText('Sent to the newer Task that replaced this Task.').waitFor();
  await page.getByText('A newer Task for the same patient replaced this Task.').waitFor();
  await keys.check('opening the Task');
  await keys.activate(page.getByRole('button', { name: 'Open newer Task' }).first());
  await until(() => page.url().includes(newer), { what: 'the newer Task' });
  await keys.check('opening the newer Task');
});
