import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { ServiceCaller } from '../../support/service-caller.ts';
import { until } from '../../support/until.ts';
import { openApp } from '../support/app.ts';
import { closeBrowser } from '../support/browser.ts';
import { ownService, REQUEST_DETAILS } from '../support/own-service.ts';
import { stationWithPackets } from '../support/sent-packets.ts';

afterAll(closeBrowser);

/** A newer Task for the patient of packet 06, made by somebody else at the same organisation. */
async function newerTask(service: Awaited<ReturnType<typeof ownService>>): Promise<string> {
  const caller = await ServiceCaller.signIn(service.practice.baseUrl, service.apiSecret);
  const body = new FormData();
  body.set('task_type', 'prior-auth');
  body.set('request_spec', REQUEST_DETAILS);
  for (const file of service.packet('06').files.slice(0, 2)) {
    body.append('uploads', new Blob([readFileSync(file)], { type: 'application/pdf' }), basename(file));
  }
  expect((await caller.call('/task/create', { method: 'POST', body })).status).toBe(200);
  return await until(
    () => service.held().find(({ status }, index) => index > 0 && status === 'waiting')?.uuid,
  );
}

test('an answer to a Task that a newer one replaced meanwhile goes to the newer one, and the screen says so', async () => {
  await using service = await ownService();
  await using app = await openApp(stationWithPackets(service, ['06']), service);
  const { page } = app;
  await page.getByRole('heading', { name: /^1 Task waits for you, all/ }).waitFor();
  await page.getByRole('link', { name: /^Waiting/ }).click();
  const form = page.getByRole('form', { name: 'What is missing' });
  await form.getByRole('textbox', { name: 'Member id' }).fill('LHP-377412');
  await form.getByRole('button', { name: 'Send and resume' }).click();
  // Before the undo time is over, so that the answer meets a frozen Task.
  const newer = await newerTask(service);
  await page.getByText('Your answer goes out.').first().waitFor();
  const old = service.held()[0];
  expect(old?.frozenBy).toBe(newer);
  await until(() => service.log.exchanges('update').some(({ path }) => path.includes(newer)), {
    what: 'the answer at the newer Task',
  });
  await page.goto(`${new URL(page.url()).origin}/#/task/${old?.uuid}`);
  await page.getByText('It went to the newer Task that replaced this one.').waitFor();
  await page.getByText('This Task was replaced by a newer one for the same patient.').waitFor();
  await page.getByRole('button', { name: 'Open the newer Task' }).first().click();
  await until(() => page.url().includes(newer), { what: 'the newer Task' });
});
