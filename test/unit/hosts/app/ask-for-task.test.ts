import { expect, onTestFinished, test } from 'vitest';
import { startServiceModel } from '../../../support/service-model/start.ts';
import { appBench } from './support/app-bench.ts';
import { appPlace, clinicSettings, untilConnected } from './support/app-place.ts';
import { ask, CALLER, failure } from './support/ask.ts';
import { waitingTask } from './support/waiting-task.ts';

const LONG_AGO = Date.parse('2026-01-05T09:00:00Z') * 1000;

test('the app reads a Task that this station does not know from the service, by uuid and by external_id, and audits the view', async () => {
  const service = await startServiceModel();
  onTestFinished(() => service.close());
  const { start, writeSettings } = appPlace();
  writeSettings(clinicSettings(service.baseUrl));
  const app = await start();
  await ask(app, 'secret.set', { api_secret: service.apiSecret });
  await untilConnected(app);
  const task = service.tasks.add({ external_id: 'case-9', name: 'Of another desk' }, LONG_AGO);
  service.tasks.addData(task, 'upload', { member_id: 'M-7711' });
  service.tasks.move(task, 'waiting');

  for (const reference of [task.uuid, 'case-9'])
    expect(await ask(app, 'tasks.ask', { reference })).toMatchObject({
      uuid: task.uuid,
      foreign: {
        ...{ uuid: task.uuid, external_id: 'case-9', name: 'Of another desk', status: 'waiting' },
        ...{ details: 'loaded', of_station: false, may_correct: false, history: [], needs: null },
        data_items: [{ data: { member_id: 'M-7711' } }],
      },
    });
  expect(await failure(app, 'tasks.ask', { reference: 'case-10' })).toMatchObject({
    code: 'task.unknown',
    message: expect.stringContaining('the service knows no Task with this id that your organization may see'),
  });
  service.model.expireTokens();
  service.model.exchangeWait = 60;
  expect(await failure(app, 'tasks.ask', { reference: 'case-9' })).toMatchObject({
    code: 'task.not-asked',
    message: expect.stringContaining('could not ask the service'),
  });

  // The ledger keeps nothing of the Task, and the audit keeps each Task once, and nothing of the answers without a Task.
  expect(await failure(app, 'tasks.get', { task: task.uuid })).toMatchObject({ code: 'task.unknown' });
  expect((await ask(app, 'tasks.page', {})).count).toBe(0);
  const { rows } = await ask(app, 'audit.page', { action: ['task.viewed'] });
  expect(rows).toMatchObject([{ actor: CALLER.actor, subject: task.uuid, detail: { known: false } }]);
});

test('of a Task that the station knows, the app names only the uuid, and the look-up leaves no entry in the audit', async () => {
  const bench = await appBench({ tracking: { seconds: 0.2 } });
  const { uuid, external_id: externalId } = await waitingTask(bench);
  for (const reference of [uuid, externalId ?? ''])
    expect(await bench.ask('tasks.ask', { reference })).toEqual({ uuid, foreign: null });
  expect((await bench.ask('audit.page', { action: ['task.viewed'] })).rows).toEqual([]);
});
