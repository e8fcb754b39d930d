import { test } from 'vitest';
import { until } from '../../support/until.ts';
import { openApp } from '../support/app.ts';
import { holdAnswers, newerTask } from '../support/newer-task.ts';
import { ownService } from '../support/own-service.ts';
import { stationWithPackets } from '../support/sent-packets.ts';

test('an answer to a Task that a newer one replaced meanwhile goes to the newer one, and the screen says so', async () => {
  await using service = await ownService();
  await using app = await openApp(stationWithPackets(service, ['06']), service);
  const { page } = app;
  await page.getByRole('heading', { name: /^1 Task waits for you, all/ }).waitFor();
  await page.getByRole('link', { name: /^Waiting/ }).click();
  const form = page.getByRole('form', { name: 'What is missing' });
  await form.getByRole('textbox', { name: 'Member id' }).fill('LHP-377412');
  const hold = holdAnswers(service);
  await form.getByRole('button', { name: 'Send and resume' }).click();
  await page.getByText('Your answer goes out.').first().waitFor();
  const newer = await newerTask(service);
  hold.remove();
  const old = service.held()[0];
  await until(() => service.log.exchanges('update').some(({ path }) => path.includes(newer)), {
    what: 'the answer at the newer Task',
  });
  await page.goto(`${new URL(page.url()).origin}/#/task/${old?.uuid}`);
  await page.getByText('It went to the newer Task that replaced this one.').waitFor();
  await page.getByText('This Task was replaced by a newer one for the same patient.').waitFor();
  await page.getByRole('button', { name: 'Open the newer Task' }).first().click();
  await until(() => page.url().includes(newer), { what: 'the newer Task' });
});
