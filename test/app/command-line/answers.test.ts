import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { testStation } from '../../support/clearfolder.ts';
import { startFaultService } from '../../support/fault-service.ts';
import { pdfDocument } from '../../support/pdf-document.ts';
import { routes } from '../../support/routes.ts';
import type { ModelTask } from '../../support/service-model/model-task.ts';
import { startServiceModel } from '../../support/service-model/start.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { until } from '../../support/until.ts';
import { watchingSettings } from '../../support/watching-settings.ts';

const PATIENT = { timeoutMs: 60_000, everyMs: 200 };

/** A station that runs, and whose two Tasks wait for an answer. */
async function waitingStation() {
  const upstream = await startServiceModel({ keepsFiles: true });
  const service = await startFaultService({ upstream: upstream.baseUrl });
  const folder = await tempDir('watched');
  const settings = watchingSettings(service, folder.path, { tracking: { seconds: 0.5 } });
  const station = await testStation(settings, { apiSecret: upstream.apiSecret });
  const running = await station.watch();
  const { tasks } = upstream.model;
  const pdf = (name: string) => {
    writeFileSync(station.dir.at(name), pdfDocument({ pages: [name] }));
    return station.dir.at(name);
  };
  for (const name of ['one.pdf', 'two.pdf']) writeFileSync(folder.at(name), pdfDocument({ pages: [name] }));
  await until(() => tasks.all.length === 2, PATIENT);
  for (const task of tasks.all) tasks.move(task, 'waiting');
  const waiting = async () => (await station.tasks()).tasks.every(({ status }) => status === 'waiting');
  await until(async () => (await station.tasks()).tasks.length === 2 && (await waiting()), PATIENT);
  const [older, newer] = tasks.all;
  if (older === undefined || newer === undefined) throw new Error('the model has no two Tasks');
  return {
    upstream,
    service,
    station,
    running,
    older,
    newer,
    pdf,
    [Symbol.asyncDispose]: async () => {
      await running[Symbol.asyncDispose]();
      await station[Symbol.asyncDispose]();
      await folder.remove();
      await service.close();
      await upstream.close();
    },
  };
}

/** What came to the Task after its create. */
const added = ({ data_items: items }: ModelTask) =>
  items.slice(1).map(({ name, data_type: kind }) => name ?? kind);

test('I5: the answer of a Task that a newer Task replaced is in one Task, and the verb names that Task', async () => {
  await using place = await waitingStation();
  const { station, older, newer, pdf } = place;
  older.frozenTo = newer.uuid;
  const both = ['--data', '{"member_id": "A1"}', '--file', pdf('card.pdf')];
  const split = await station.run('answer', older.uuid, ...both);
  expect([added(older), added(newer)]).toEqual([['json'], []]);
  expect(split.code).toBe(1);
  expect(split.stdout).toContain(
    `About Task ${older.uuid}: the service accepted the data but not the documents. The newer Task is ${newer.uuid}.`,
  );
  const whole = await station.run('answer', older.uuid, '--file', pdf('note.pdf'));
  expect(whole.stdout).toContain(`continues with Task ${newer.uuid}.`);
  expect(whole.stdout).not.toContain(`continues with Task ${older.uuid}`);
  expect([added(older), added(newer)]).toEqual([['json'], ['note.pdf']]);
}, 120_000);

const statusSchema = z.object({ attention: z.array(z.object({ kind: z.string(), count: z.number() })) });

test('I5: an answer that was saved in an outage and is refused is a row of the outbox until a person decides', async () => {
  await using place = await waitingStation();
  const { station, service, upstream, older, pdf } = place;
  const answers = async () => (await station.outbox()).filter(({ kind }) => kind === 'answer');
  const status = async () => {
    const { code, stdout } = await station.run('status', '--json');
    const { attention } = statusSchema.parse(JSON.parse(stdout));
    return { code, rejected: attention.find(({ kind }) => kind === 'rejected')?.count ?? 0 };
  };
  const outage = service.faults.on(routes.any, { kind: 'dropBefore' });
  const saved = await station.run('answer', older.uuid, '--file', pdf('note.pdf'));
  expect(saved.stdout).toContain('The answer is saved');
  const second = ['--file', pdf('lab.pdf'), '--data', '{"member_id": "A1"}'];
  expect((await station.run('answer', older.uuid, ...second)).code).toBe(0);
  upstream.model.tasks.move(older, 'failed');
  outage.remove();
  const [note = '', lab = ''] = (await answers()).map(({ id }) => id);
  expect((await station.run('retry')).code).toBe(0);
  await until(async () => (await answers()).every(({ state }) => state === 'rejected'), PATIENT);

  expect(await answers()).toMatchObject([
    { id: note, task_uuid: older.uuid, external_id: null, files: [{ path: station.dir.at('note.pdf') }] },
    { id: lab, task_uuid: older.uuid, external_id: null, files: [{ path: station.dir.at('lab.pdf') }] },
  ]);
  // The code is 4 until the tracker has reached the service again.
  await until(async () => {
    const { rejected, code } = await status();
    return rejected === 2 && code === 3;
  }, PATIENT);
  const { stdout: listed } = await station.run('outbox');
  for (const verb of ['retry', 'as-task', 'withdraw'])
    expect(listed).toContain(`clearfolder ${verb} ${note}`);
  expect(listed).toContain('2 answers are not sent.');

  expect((await station.run('retry', note)).code).toBe(0);
  await until(async () => (await answers())[0]?.state === 'rejected', PATIENT);
  expect((await status()).rejected).toBe(2);

  expect((await station.run('as-task', lab)).code).toBe(0);
  await until(() => upstream.model.tasks.all.length === 3, PATIENT);
  const made = upstream.model.tasks.all.at(-1);
  expect(made?.task_type).toBe(older.task_type);
  expect(made?.data_items.map(({ name }) => name)).toEqual(['lab.pdf', 'answer.json']);
  expect((await station.run('as-task', lab)).stderr).toContain('Only a rejected answer');

  expect((await station.run('withdraw', note)).code).toBe(0);
  await until(async () => (await status()).rejected === 0, PATIENT);
  expect((await answers()).map(({ state }) => state)).toEqual(['withdrawn', 'withdrawn']);
  expect((await station.run('outbox')).stdout).not.toContain('answers are not sent');
}, 180_000);

test.each([
  ['a gateway repeats the upload, and passes on the second answer', { kind: 'repeat' }],
  [
    'a gateway refuses the upload in the place of the service',
    { kind: 'statusAfterCommit', status: 403, body: { detail: 'Blocked.' } },
  ],
] as const)(
  'I5: an answer whose documents the service stored is not refused, and is no new Task: %s',
  async (_, fault) => {
    await using place = await waitingStation();
    const { station, service, upstream, older, pdf } = place;
    service.faults.on(routes.upload, fault, { times: 1 });
    await station.run('answer', older.uuid, '--file', pdf('card.pdf'), '--file', pdf('note.pdf'));
    const answers = async () => (await station.outbox()).filter(({ kind }) => kind === 'answer');
    await until(async () => (await answers()).every(({ state }) => state === 'accepted'), PATIENT);
    expect(added(older)).toEqual(['card.pdf', 'note.pdf']);
    expect(older.resumes).toBe(1);
    expect(upstream.model.tasks.all).toHaveLength(2);
    expect((await station.run('outbox')).stdout).not.toContain('not sent');
  },
  120_000,
);
