import { mkdirSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { testStation } from '../../support/clearfolder.ts';
import { startServiceModel } from '../../support/service-model/start.ts';

vi.setConfig({ testTimeout: 180_000 });

const submittedSchema = z.object({
  submissions: z.array(z.object({ id: z.string(), state: z.string(), task_uuid: z.string().nullable() })),
});

/** A station with a running engine, and the service that the station uses. */
async function stationAt(service: Awaited<ReturnType<typeof startServiceModel>>, more: object = {}) {
  const environments = { clinic: service.baseUrl };
  return await testStation(
    { environment: 'clinic', environments, tracking: { seconds: 0.3 }, ...more },
    { apiSecret: service.model.apiSecret },
  );
}

const emoji = (count: number) => '😀'.repeat(count);

test('lengths are counted in characters, as the service counts them, and HTTPS:// is an address', async () => {
  await using service = await startServiceModel();
  await using station = await stationAt(service);
  await using _running = await station.watch();
  const submit = (name: string, id: string, callback: string) =>
    station.run(
      ...['submit', '--task-type', 'intake', '--text', `about ${name.length} ${id.length}`, '--name', name],
      ...['--external-id', id, '--callback', callback],
    );
  const address = 'HTTPS://clinic.example/';
  const longest = address + emoji(2048 - address.length);
  expect(await submit(emoji(500), emoji(1024), longest)).toMatchObject({ code: 0 });
  const [task] = service.model.tasks.all;
  await expect.poll(() => task?.external_id).toBe(emoji(1024));
  expect(task?.name).toBe(emoji(500));
  for (const [given, words] of [
    [[emoji(501), 'a', address], '--name must have 1 to 500 characters'],
    [['b', emoji(1025), address], '--external-id must have 1 to 1024 characters'],
    [['c', 'd', `${longest}😀`], 'at most 2048 characters'],
  ] as const)
    expect(await submit(given[0], given[1], given[2])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(words),
    });
  expect(service.model.tasks.all).toHaveLength(1);

  const uuid = task?.uuid ?? '';
  expect(await station.run('rename', uuid, `${emoji(499)}x`)).toMatchObject({ code: 0 });
  expect(task?.name).toBe(`${emoji(499)}x`);
  const long = await station.run('rename', uuid, emoji(501));
  expect(long).toMatchObject({ code: 2, stderr: expect.stringContaining('1 to 500 characters') });
});

test('event sends an event and extra data of a person into the event log of a Task', async () => {
  await using service = await startServiceModel();
  await using station = await stationAt(service);
  await using _running = await station.watch();
  const sent = await station.json('submit', '--task-type', 'intake', '--text', 'A visit');
  const uuid = submittedSchema.parse(sent).submissions[0]?.task_uuid ?? '';

  expect(await station.run('event', uuid, 'desk.opened', '--data', '{"desk": 2}')).toMatchObject({ code: 0 });
  expect(await station.run('event', uuid, 'note')).toMatchObject({ code: 0 });
  const own = service.model.events.filter(({ event }) => event === 'desk.opened' || event === 'note');
  expect(own).toMatchObject([
    { taskUuid: uuid, event: 'desk.opened', extraData: { desk: 2 } },
    { taskUuid: uuid, event: 'note' },
  ]);
  const { stdout } = await station.run('task', uuid);
  expect(stdout).toContain('Event: desk.opened');
  expect(stdout).not.toContain('undefined');
  for (const wrong of [['[1]'], ['{broken']]) {
    const refused = await station.run('event', uuid, 'x', '--data', ...wrong);
    expect(refused).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--data must be a JSON object'),
    });
  }
  expect((await station.run('help', 'event')).stdout).toMatch(/without patient\s+data/);
});

test('task shows the category, the format of an item, and the interceptions with their page details', async () => {
  const found = { structured_data: [{ page: 3, table: [['Hb', '7.1']], later: null }], other: [1] };
  await using service = await startServiceModel({
    outcomeOf: () => ({ category: 'imaging', interceptions: found }),
  });
  await using station = await stationAt(service);
  await using _running = await station.watch();
  const sent = await station.json('submit', '--task-type', 'intake', '--text', 'A visit');
  const uuid = submittedSchema.parse(sent).submissions[0]?.task_uuid ?? '';
  const [task] = service.model.tasks.all;
  if (task === undefined) throw new Error('no Task');
  task.data_items.push({
    ...{
      uuid: crypto.randomUUID(),
      group: 'outputs',
      tag: 'summary',
      name: 'summary',
      created: task.created,
    },
    ...{ data_type: 'json', data: {}, data_format: 'imaging-summary/2' },
  });
  service.model.tasks.move(task, 'completed');

  await expect
    .poll(() => station.json('task', uuid), { timeout: 30_000 })
    .toMatchObject({ status: 'completed', category: 'imaging', interceptions: found });
  const { stdout } = await station.run('task', uuid);
  expect(stdout).toContain('Category: imaging');
  expect(stdout).toContain('outputs/summary  summary [imaging-summary/2]');
  const [, json = ''] = stdout.split('Other data of the service (interceptions):');
  expect(JSON.parse(json.split('\n\n')[0] ?? '')).toEqual(found);
});

test('secret check says that the contract does not explain external_read_enabled', async () => {
  await using service = await startServiceModel();
  await using station = await stationAt(service);
  const { stdout } = await station.run('secret', 'check');
  expect(stdout).toContain('external_read_enabled: on.');
  expect(stdout).toContain('does not say what this switch allows');
});

test('I2: Tasks may share a reference: each is created under an external_id of this station, and gets the reference by an update', async () => {
  await using service = await startServiceModel();
  await using station = await stationAt(service);
  await using _running = await station.watch();
  const foreign = service.model.tasks.add({ external_id: 'case-7' });
  for (const text of ['Intake', 'Coverage']) {
    const sent = await station.run(
      ...['submit', '--task-type', 'intake', '--text', text, '--external-id', 'case-7'],
    );
    const isSecond = text === 'Coverage';
    expect([sent.code, sent.stderr.includes('has the reference case-7 too')]).toEqual([0, isSecond]);
    const own = service.model.tasks.all.at(-1);
    expect(own?.bornAs).toMatch(/^[0-9A-Z]{26}$/);
    await expect.poll(() => own?.external_id).toBe('case-7');
  }
  expect(service.model.tasks.withExternalId('case-7')).toHaveLength(3);
  expect(foreign.data_items).toEqual([]);
  const submissions = (await station.outbox()).filter(({ kind }) => kind === 'submission');
  expect(submissions).toMatchObject([{ state: 'accepted' }, { state: 'accepted' }]);
});

test('submit with request details alone makes a Task without documents', async () => {
  await using service = await startServiceModel();
  await using station = await stationAt(service);
  await using _running = await station.watch();
  const spec = ['--request-spec', '{"codes": ["73721"]}'];
  const sent = await station.json('submit', '--task-type', 'intake', ...spec, '--name', 'Only details');
  expect(sent).toMatchObject({ submissions: [{ state: 'accepted', files: [] }], not_taken: [] });
  expect(service.model.tasks.all).toMatchObject([
    { name: 'Only details', data_items: [{ tag: 'request-spec', data: { codes: ['73721'] } }] },
  ]);
  // Neither a folder without documents nor an empty object becomes such a Task.
  mkdirSync(station.dir.at('empty'));
  await station.run('submit', '--task-type', 'intake', ...spec, station.dir.at('empty'));
  const empty = await station.run('submit', '--task-type', 'intake', '--request-spec', '{}');
  expect(empty).toMatchObject({ code: 2, stderr: expect.stringContaining('For a Task without documents') });
  expect(service.model.tasks.all).toHaveLength(1);
});

test('task reads a Task that this station does not know from the service, by uuid and by external_id, and audits the view', async () => {
  await using service = await startServiceModel();
  await using station = await stationAt(service);
  await using _running = await station.watch();
  const { uuid } = service.model.tasks.add({
    external_id: 'case-9',
    name: 'Of another desk',
    status: 'waiting',
  });
  for (const reference of [uuid, 'case-9']) {
    const shown = await station.run('task', reference);
    expect(shown).toMatchObject({ code: 0, stdout: expect.stringContaining('Of another desk') });
    expect(shown.stdout).toContain('Not one of the Tasks of this station.');
    expect(shown.stdout).not.toContain('clearfolder answer');
  }
  expect(await station.json('task', 'case-9')).toMatchObject({ uuid, known: false, details: 'loaded' });
  expect(await station.json('audit')).toMatchObject({
    entries: expect.arrayContaining([
      expect.objectContaining({
        action: 'task.viewed',
        subject: uuid,
        detail: { by: 'command line', known: false },
      }),
    ]),
  });
  expect((await station.tasks()).tasks).toEqual([]);
  for (const [words, denies] of [
    ['the service knows no Task with this id', false],
    ['could not ask the service', true],
  ] as const) {
    if (denies) {
      service.model.expireTokens();
      service.model.exchangeWait = 60;
    }
    const unknown = await station.run('task', 'case-10');
    expect(unknown).toMatchObject({ code: 1, stderr: expect.stringContaining(words) });
  }
});
