import { expect, test } from 'vitest';
import { detailOf } from '../../../../src-main/contract/texts/detail.ts';
import type { ServiceClient } from '../../../../src-main/core/service/service-client.ts';
import { ServiceError } from '../../../../src-main/core/service/service-failure.ts';
import { judgeFailure } from '../../../../src-main/core/tracking/list-failure.ts';
import { refused } from '../../../support/service-model/scripted-service.ts';
import { CREATE, failureOf, serviceAndClient, spooled } from './support/client.ts';
import { ITEM_UUID, says, TASK, TASK_UUID } from './support/raw-service.ts';

const create = (client: ServiceClient) => client.createTask(CREATE);
const get = (client: ServiceClient) => client.getTask({ uuid: TASK_UUID });
const link = (client: ServiceClient) => client.getDownloadLink(TASK_UUID, ITEM_UUID);
const update = (client: ServiceClient) => client.updateTask(TASK_UUID, { newDataItem: {} });
const upload = async (client: ServiceClient) => client.uploadFiles(TASK_UUID, [await spooled('x')]);

const FROZEN = { message: 'Task is frozen', current_task_uuid: ITEM_UUID };
const frozen = { kind: 'frozen', currentTaskUuid: ITEM_UUID, detail: 'Task is frozen' };

test.each([
  ['create 400', create, 400, { detail: 'x not in [a, b]' }, refused(400, 'x not in [a, b]')],
  ['get 400', get, 400, { detail: 'one of' }, refused(400, 'one of')],
  ['get_link 400', link, 400, { detail: 'not a file' }, refused(400, 'not a file')],
  ['get 404', get, 404, { detail: 'no Task' }, refused(404, 'no Task')],
  ['get_link 404', link, 404, { detail: 'no item' }, refused(404, 'no item')],
  ['upload 409, not waiting', upload, 409, { detail: 'not waiting' }, refused(409, 'not waiting')],
  ['upload 409, frozen', upload, 409, FROZEN, frozen],
  ['update 409, frozen', update, 409, FROZEN, frozen],
  [
    // Not "all files are there already": that would take an answer for delivered that went nowhere (I7).
    'upload 409, frozen without a uuid',
    upload,
    409,
    { message: 'm', current_task_uuid: 'x' },
    { kind: 'unreadable', status: 409, cause: detailOf('detail.conflictUnknown') },
  ],
  ['a frozen body on another call', get, 409, FROZEN, refused(409, null)],
  ['a frozen body with another status', upload, 400, FROZEN, refused(400, null)],
  ['create 429 without a delay', create, 429, {}, refused(429, null)],
  ['500', create, 500, { detail: 'oops' }, refused(500, 'oops')],
  ['413', create, 413, { detail: { nested: true } }, refused(413, null)],
])('docs/service.md 7: %s', async (_name, call, status, body, failure) => {
  const { client } = await serviceAndClient(says(status, body));
  expect(await failureOf(call(client))).toEqual(failure);
});

test('docs/service.md 7: 422 names every field', async () => {
  const body = {
    detail: [
      { loc: ['query', 'length'], msg: 'too large', type: 'less_than_equal', input: '999', ctx: { le: 200 } },
      { loc: ['body', 'uploads', 0], msg: 'not a file', type: 'value_error' },
    ],
  };
  const { client } = await serviceAndClient(says(422, body));
  expect(await failureOf(client.listTasks({ length: 999 }))).toEqual({
    ...refused(422, null),
    fields: [
      { path: 'query.length', message: 'too large' },
      { path: 'body.uploads.0', message: 'not a file' },
    ],
  });
});

test.each([
  ['HTML', '<html>Bad gateway</html>'],
  ['nothing', ''],
  ['cut JSON', '{"detail": "unfin'],
])('an error with a body of %s is a refusal without words', async (_name, body) => {
  const { client } = await serviceAndClient((_request, response) => {
    response.writeHead(502).end(body);
  });
  expect(await failureOf(get(client))).toEqual(refused(502, null));
});

test('an error body without end is not read to its end', async () => {
  const { client } = await serviceAndClient((_request, response) => {
    response.writeHead(500);
    const more = (): void => {
      if (!response.destroyed) response.write('x'.repeat(100_000), () => setImmediate(more));
    };
    more();
  });
  expect(await failureOf(get(client))).toEqual(refused(500, null));
});

test('Retry-After stands in the failure, in milliseconds, measured on the service clock', async () => {
  const headers = { 'retry-after': 'Fri, 20 Nov 2026 22:00:30 GMT', date: 'Fri, 20 Nov 2026 22:00:00 GMT' };
  const { client } = await serviceAndClient(says(429, {}, headers));
  expect(await failureOf(create(client))).toEqual(refused(429, null, 30_000));
});

test('I9: a redirect is a refusal and is not followed', async () => {
  const elsewhere = await serviceAndClient(says(200, TASK));
  const { client } = await serviceAndClient((_request, response) => {
    response.writeHead(307, { location: `${elsewhere.service.baseUrl}/task/create` }).end();
  });
  expect(await failureOf(create(client))).toEqual(refused(307, null));
  expect(elsewhere.service.seen).toEqual([]);
});

test.each([
  ['not JSON', '<html></html>', detailOf('detail.answerNotJson')],
  ['JSON cut short', JSON.stringify(TASK).slice(0, -5), detailOf('detail.answerNotJson')],
  ['nothing', '', detailOf('detail.answerNotJson')],
  ['a list', '[]', detailOf('detail.answerLacksFields', { places: 'the whole' })],
  [
    'a Task without status',
    JSON.stringify({ ...TASK, status: undefined }),
    detailOf('detail.answerLacksFields', { places: 'status' }),
  ],
])('I7: a success with %s is unreadable', async (_name, body, cause) => {
  const { client } = await serviceAndClient((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(body);
  });
  const failure = await failureOf(create(client));
  expect(failure).toMatchObject({ kind: 'unreadable', status: 200, cause });
  expect(failure.kind === 'unreadable' && failure.saysTask === true).toBe(cause.includes('"status"'));
});

test('I7: a success with more than this program takes is unreadable, and said to be too large', async () => {
  const { client } = await serviceAndClient((_request, response) => {
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(Buffer.alloc(64 * 1024 * 1024 + 1, ' '));
  });
  const cause = detailOf('detail.answerTooLarge');
  const failure = { kind: 'unreadable', status: 200, cause, tooLarge: true };
  expect(await failureOf(create(client))).toEqual(failure);
  expect(await failureOf(get(client))).toEqual(failure);
  const judged = judgeFailure(new ServiceError({ kind: 'unreadable', status: 200, cause, tooLarge: true }));
  expect(judged).toMatchObject({ problem: { code: 'tracking.answer-too-large' } });
});

test.each([
  ['does not say the external_id', {}],
  ['says it is null', { external_id: null }],
])('docs/service.md 2.1: a created Task that %s is known by its uuid', async (_name, said) => {
  const { external_id: _, ...rest } = TASK;
  const { client } = await serviceAndClient(says(200, { ...rest, ...said }));
  expect(await create(client)).toMatchObject({ uuid: TASK_UUID });
});

test.each([
  ['create', create],
  ['look-up', (client: ServiceClient) => client.getTask({ externalId: CREATE.externalId })],
])(
  'I2: a %s that is answered with a Task of another external_id is about some Task, and not this one',
  async (_name, call) => {
    const { client } = await serviceAndClient(says(200, { ...TASK, external_id: 'E-1' }));
    expect(await failureOf(call(client))).toEqual({
      kind: 'unreadable',
      status: 200,
      cause: detailOf('detail.answerAboutOtherTask'),
      saysTask: true,
    });
  },
);

test('I7: unknown statuses, issue keys and kinds of data items are kept', async () => {
  const odd = {
    ...TASK,
    status: 'resting',
    issues: [{ key: 'task.new', message: 'm', more: 1 }],
    data_items: [
      { uuid: ITEM_UUID, group: 'g', tag: 't', created: TASK.created, data_type: 'video', frames: 3 },
    ],
  };
  const { client } = await serviceAndClient(says(200, odd));
  expect(await get(client)).toEqual(odd);
});
