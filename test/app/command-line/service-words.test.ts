import { existsSync, writeFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { testStation } from '../../support/clearfolder.ts';
import { pdfDocument } from '../../support/pdf-document.ts';
import { routes } from '../../support/routes.ts';
import { startServiceModel } from '../../support/service-model/start.ts';
import { until } from '../../support/until.ts';
import { ownService } from '../support/own-service.ts';

vi.setConfig({ testTimeout: 180_000 });

/** A running station with one Task of the document scan.pdf at the practice service, behind a service that replaces answers. */
async function stationWithTask() {
  const service = await ownService();
  const station = await testStation(service.settings, { apiSecret: service.apiSecret });
  const running = await station.watch();
  const task = await withTask(station, () => service.held()[0]);
  return {
    ...{ service, station, task, target: station.dir.at('saved.pdf') },
    [Symbol.asyncDispose]: async () => {
      await running[Symbol.asyncDispose]();
      await station[Symbol.asyncDispose]();
      await service[Symbol.asyncDispose]();
    },
  };
}

async function withTask<T>(
  station: Awaited<ReturnType<typeof testStation>>,
  taskAtService: () => T | undefined,
): Promise<T> {
  const scan = station.dir.at('scan.pdf');
  writeFileSync(scan, pdfDocument({ pages: ['scan'] }));
  await station.run('submit', '--task-type', 'prior-auth', scan);
  return await until(() => taskAtService() ?? null);
}

test.each([
  [400, 'Data item is not a file.'],
  [404, 'No such data item for this Task.'],
])(
  'save says the words with which the service refuses a download link with %i, and saves nothing',
  async (status, detail) => {
    await using place = await stationWithTask();
    const { service, station, task } = place;
    const target = station.dir.at('saved.pdf');
    service.faults.on(routes.link, { kind: 'status', status, body: { detail } });
    expect(await station.run('save', task.uuid, 'scan.pdf', target)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`The service says: ${detail}`),
    });
    expect(existsSync(target)).toBe(false);
  },
);

test('save refuses a download link that the service names for another document, and saves nothing', async () => {
  await using place = await stationWithTask();
  const { service, station, task, target } = place;
  const other = { file_name: 'other.pdf', url: `${service.baseUrl}/bytes`, uuid: crypto.randomUUID() };
  service.faults.on(routes.link, { kind: 'status', status: 200, body: other });
  service.faults.on(
    { method: 'GET', path: /^\/bytes$/ },
    { kind: 'status', status: 200, body: 'of another patient' },
  );
  const saved = await station.run('save', task.uuid, 'scan.pdf', target);
  expect(saved).toMatchObject({ code: 1, stderr: expect.stringContaining('nothing was saved') });
  expect(existsSync(target)).toBe(false);
  service.faults.clear();
  expect(await station.run('save', task.uuid, 'scan.pdf', target)).toMatchObject({ code: 0 });
});

test('of a Task that did not go on after an answer and then completed, nothing says that the Task is still waiting', async () => {
  await using service = await startServiceModel();
  const environments = { clinic: service.baseUrl };
  await using station = await testStation(
    { environment: 'clinic', environments, tracking: { seconds: 0.3 } },
    { apiSecret: service.model.apiSecret },
  );
  await using _running = await station.watch();
  const task = await withTask(station, () => service.tasks.all[0]);
  service.tasks.move(task, 'waiting');
  await until(async () => (await station.tasks()).tasks[0]?.status === 'waiting');
  task.resuming = 'stays';
  await station.run('answer', task.uuid, '--data', '{"member_id": "M-1"}');
  const words = 'the Task was still waiting when Clearfolder looked at the Task after the answer';
  await until(async () => (await station.run('outbox')).stdout.includes(words));
  service.tasks.move(task, 'completed');
  await until(async () => (await station.tasks()).tasks[0]?.status === 'completed');
  for (const verb of [['outbox'], ['task', task.uuid], ['tasks'], ['status']]) {
    const { stdout } = await station.run(...verb);
    expect(stdout).not.toMatch(/is still waiting|still waits|waiting for you/);
  }
});

test.each([
  [400, 'The secret has no three parts.', /The service says: The secret has no three parts\./],
  [403, 'The secret is obsolete.', /The service says: The secret is obsolete\./],
  [429, 'Too many attempts.', /Too many attempts\..*\d{1,2}:\d{2}/s],
] as const)(
  'secret check says the words with which the service refuses the exchange with %i, and until when it waits',
  async (status, detail, words) => {
    await using service = await ownService();
    await using station = await testStation(service.settings, { apiSecret: service.apiSecret });
    const headers = status === 429 ? { 'retry-after': '600' } : {};
    service.faults.on(routes.token, { kind: 'status', status, headers, body: { detail } });
    const checked = await station.run('secret', 'check');
    expect(checked.code).not.toBe(0);
    expect(checked.stdout + checked.stderr).toMatch(words);
  },
);

test('an answer whose documents the Task already has reads so, and not as an answer to a Task that does not wait', async () => {
  await using service = await startServiceModel();
  const environments = { clinic: service.baseUrl };
  await using station = await testStation(
    { environment: 'clinic', environments, tracking: { seconds: 0.3 } },
    { apiSecret: service.model.apiSecret },
  );
  await using _running = await station.watch();
  const task = await withTask(station, () => service.tasks.all[0]);
  service.tasks.move(task, 'waiting');
  await until(async () => (await station.tasks()).tasks[0]?.status === 'waiting');
  const answered = await station.run('answer', task.uuid, '--file', station.dir.at('scan.pdf'));
  const said = [answered.stdout + answered.stderr];
  await until(async () => {
    const { stdout: outbox } = await station.run('outbox');
    const { stdout: shown } = await station.run('task', task.uuid);
    said.push(outbox, shown);
    return outbox.includes('The Task may already have all documents of this answer.');
  });
  expect(said.join('\n')).not.toMatch(/not waiting|does not wait|no longer waits/);
});
