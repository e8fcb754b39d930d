import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { routes } from '../../support/routes.ts';
import { ServiceCaller } from '../../support/service-caller.ts';
import { until } from '../../support/until.ts';
import { openByKeyboard } from '../support/open-by-keyboard.ts';
import { type OwnService, ownService, REQUEST_DETAILS } from '../support/own-service.ts';
import { stationWithPackets } from '../support/sent-packets.ts';

/** Lets no answer arrive until `newerTask` is there, however long that takes; the service says so, and nothing is in doubt. */
function holdAnswers(service: OwnService) {
  return service.faults.on(routes.update, {
    kind: 'status',
    status: 429,
    headers: { 'retry-after': '1' },
    body: { error: 'busy' },
  });
}

/** A newer Task for the patient of packet 06, made by somebody else at the same organisation. */
async function newerTask(service: OwnService): Promise<string> {
  const caller = await ServiceCaller.signIn(service.practice.baseUrl, service.apiSecret);
  const body = new FormData();
  body.set('task_type', 'prior-auth');
  body.set('request_spec', REQUEST_DETAILS);
  for (const file of service.packet('06').files.slice(0, 2)) {
    body.append('uploads', new Blob([readFileSync(file)], { type: 'application/pdf' }), basename(file));
  }
  expect((await caller.call('/task/create', { method: 'POST', body })).status).toBe(200);
  const newer = () =>
    service.held().find(({ status }, index) => index > 0 && status === 'waiting')?.uuid ?? null;
  const uuid = await until(newer, { what: 'the newer Task waiting' });
  expect(service.held()[0]?.frozenBy).toBe(uuid);
  return uuid;
}

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
  await page.getByText('This went to the newer Task that replaced this Task.').waitFor();
  await page.getByText('A newer Task for the same patient replaced this Task.').waitFor();
  await keys.check('opening the Task');
  await keys.activate(page.getByRole('button', { name: 'Open newer Task' }).first());
  await until(() => page.url().includes(newer), { what: 'the newer Task' });
  await keys.check('opening the newer Task');
});
