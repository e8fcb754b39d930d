import { expect, test } from 'vitest';
import { CREATE, failureOf, serviceAndClient, spooled } from './support/client.ts';
import { ITEM_UUID, json, says, TASK, TASK_UUID } from './support/raw-service.ts';

test('a Task is looked up by external_id, whatever characters are in it', async () => {
  const externalId = 'scans/Ü & 100% +?#"😀';
  const { client, service } = await serviceAndClient(says(200, { ...TASK, external_id: externalId }));
  await client.getTask({ externalId });
  const query = new URL(service.seen[1]?.url ?? '', service.origin).searchParams;
  expect([...query]).toEqual([['external_id', externalId]]);
});

test('list sends every parameter as given, repeated ones repeated', async () => {
  const { client, service } = await serviceAndClient(says(200, { count: 0, offset: 7, tasks: [] }));
  const page = await client.listTasks({
    status: ['pending', 'waiting'],
    taskType: ['a b', 'c'],
    cleared: false,
    selectedDate: 'latest_status_change',
    dateFrom: '2026-01-01T00:00:00.123456+00:00',
    dateTo: '2026-01-02',
    orderBy: 'latest_status_change',
    sortAscending: true,
    offset: 7,
    length: 200,
  });
  expect(page).toEqual({ count: 0, offset: 7, tasks: [], unreadable: [] });
  expect([...new URL(service.seen[1]?.url ?? '', service.origin).searchParams]).toEqual([
    ['status', 'pending'],
    ['status', 'waiting'],
    ['task_type', 'a b'],
    ['task_type', 'c'],
    ['cleared', 'false'],
    ['selected_date', 'latest_status_change'],
    ['date_from', '2026-01-01T00:00:00.123456+00:00'],
    ['date_to', '2026-01-02'],
    ['order_by', 'latest_status_change'],
    ['sort_ascending', 'true'],
    ['offset', '7'],
    ['length', '200'],
  ]);
  await client.listTasks({});
  expect(service.seen[2]?.url).toBe('/public/v1/task/list');
});

test('update sends only the fields given, and should_resume only when asked', async () => {
  const { client, service } = await serviceAndClient(says(200, TASK));
  await client.updateTask(TASK_UUID, { cleared: false });
  await client.updateTask(
    TASK_UUID,
    { name: 'N', cleared: true, externalId: 'x', newDataItem: { member_id: 'M1' } },
    { shouldResume: true },
  );
  const [, first, second] = service.seen;
  expect([first?.method, first?.url, JSON.parse(first?.body ?? '')]).toEqual([
    'PATCH',
    `/public/v1/task/${TASK_UUID}/update`,
    { cleared: false },
  ]);
  expect([second?.url, JSON.parse(second?.body ?? '')]).toEqual([
    `/public/v1/task/${TASK_UUID}/update?should_resume=true`,
    { name: 'N', cleared: true, external_id: 'x', new_data_item: { member_id: 'M1' } },
  ]);
});

test('log_event sends the event and its data', async () => {
  const { client, service } = await serviceAndClient(says(200, { task_id: TASK_UUID, status_message: 'ok' }));
  expect(await client.logEvent(TASK_UUID, 'viewed', { screen: 'tasks' })).toEqual({
    task_id: TASK_UUID,
    status_message: 'ok',
  });
  const sent = service.seen[1];
  expect([sent?.method, sent?.url, sent?.headers['content-type'], JSON.parse(sent?.body ?? '')]).toEqual([
    'POST',
    `/public/v1/task/${TASK_UUID}/log_event`,
    'application/json',
    { event: 'viewed', extra_data: { screen: 'tasks' } },
  ]);
});

test('get_link asks for the item of the Task', async () => {
  const link = { file_name: 'a.pdf', url: 'https://files.example/a?sig=1', uuid: ITEM_UUID };
  const { client, service } = await serviceAndClient(says(200, link));
  expect(await client.getDownloadLink(TASK_UUID, ITEM_UUID)).toEqual(link);
  expect(service.seen[1]?.url).toBe(`/public/v1/task/${TASK_UUID}/data_item/${ITEM_UUID}/get_link`);
});

test('signIn gives what the service says of the organisation, and asks once only', async () => {
  const { client, service } = await serviceAndClient(says(500, {}));
  const settings = { name: 'Clinic', external_callback_enabled: true, external_read_enabled: false };
  expect(await client.signIn()).toEqual(settings);
  expect(await client.signIn()).toEqual(settings);
  expect(service.exchanges()).toBe(1);
});

test('the log holds the name of the call, its status, outcome and duration, and nothing else', async () => {
  const { client, logged } = await serviceAndClient(says(200, TASK));
  await client.createTask(CREATE);
  expect(logged).toEqual([
    { event: 'service.signed-in', fields: { outcome: 'ok' } },
    { event: 'service.call', fields: { call: 'create', status: 200, outcome: 'ok', ms: expect.any(Number) } },
  ]);
});

test('I7: an answer about another Task than was asked about is not believed', async () => {
  const { client } = await serviceAndClient((request, response) =>
    json(response, 200, request.url.endsWith('/upload') ? { new_data_items: [], task: TASK } : TASK),
  );
  const other = 'aaaaaaaa-0000-4000-8000-000000000000';
  for (const call of [
    () => client.getTask({ uuid: other }),
    () => client.updateTask(other, { name: 'x' }),
    async () => client.uploadFiles(other, [await spooled('x')]),
  ]) {
    expect(await failureOf(call())).toMatchObject({ kind: 'unreadable' });
  }
  expect((await client.getTask({ uuid: TASK_UUID.toUpperCase() })).uuid).toBe(TASK_UUID);
});

test('a uuid in capitals is the same uuid', async () => {
  const { client } = await serviceAndClient(says(200, { ...TASK, uuid: TASK_UUID.toUpperCase() }));
  expect((await client.getTask({ uuid: TASK_UUID })).uuid).toBe(TASK_UUID);
});

test('I7: details nested deeper than anything can store are unreadable', async () => {
  const deep = (levels: number) => `${'['.repeat(levels)}1${']'.repeat(levels)}`;
  const { client } = await serviceAndClient((request, response) => {
    const levels = request.url.includes('external_id') ? 100 : 10_000;
    response.end(`${JSON.stringify(TASK).slice(0, -1)},"interceptions":{"x":${deep(levels)}}}`);
  });
  expect(await failureOf(client.getTask({ uuid: TASK_UUID }))).toMatchObject({ kind: 'unreadable' });
  expect((await client.getTask({ externalId: 'e-1' })).interceptions).toHaveProperty('x');
});
