import { randomUUID } from 'node:crypto';
import { fetch } from 'undici';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { changing, creating } from './changing.ts';
import { Client, expectInvalid, expectRefusal, testAsOperator, uniqueFile } from './client.ts';
import { reading } from './reading.ts';
import { EventAnswer, LinkAnswer, TokenAnswer } from './schemas.ts';
import { request, type Target } from './target.ts';

/** The tests of docs/service.md against any server. `leftOut` names tests that do not apply to the server, and the reasons. */
export function conformance(
  open: () => Promise<Target>,
  leftOut: ReadonlyMap<string, string> = new Map(),
): void {
  describe('the service keeps its contract', () => {
    let opened: Target | null = null;
    const names = new Set(leftOut.keys());
    beforeAll(async () => {
      opened = await open();
    });
    beforeEach(({ task, skip }) => {
      names.delete(task.name);
      const reason = leftOut.get(task.name);
      if (reason !== undefined) skip(reason);
    });
    afterAll(async () => {
      await opened?.close();
      expect([...names], 'names of no test').toEqual([]);
    });

    const target = (): Target => {
      if (opened === null) throw new Error('the service did not start');
      return opened;
    };
    const client = (): Client => new Client(target());
    const taskType = (): string => target().taskType;

    describe('authentication', () => authentication(target));
    describe('creating', () => creating(client, taskType));
    describe('reading', () => reading(client, taskType));
    describe('changing', () => changing(client));
    describe('links and events', () => linksAndEvents(client));
  });
}

/** docs/service.md 4.1 and 5. */
function authentication(target: () => Target): void {
  const exchange = (json: unknown) => request(target().baseUrl, 'POST', '/auth/get_token', { json });

  test('a valid secret gives a token and the settings of the organisation', async () => {
    const answer = await exchange({ api_secret: target().apiSecret });
    expect(answer.status).toBe(200);
    TokenAnswer.parse(answer.body);
  });

  test.each(['nonsense', 'two:parts', 'one:two:three:four', '::', 'a::c'])(
    'a malformed secret gives 400: %s',
    async (secret) => {
      expectRefusal(await exchange({ api_secret: secret }), 400);
    },
  );

  test('a well-formed secret that is wrong gives 403', async () => {
    const [provider, uid] = target().apiSecret.split(':');
    expectRefusal(await exchange({ api_secret: `${provider}:${uid}:wrong` }), 403);
    expectRefusal(await exchange({ api_secret: `x:${randomUUID()}:y` }), 403);
  });

  test('a missing or wrongly typed secret gives 422', async () => {
    expectInvalid(await exchange({}), 'body', 'api_secret');
    expectInvalid(await exchange({ api_secret: 7 }), 'body', 'api_secret');
    expectInvalid(await request(target().baseUrl, 'POST', '/auth/get_token'), 'body');
  });

  test.each([
    ['GET', '/task/list'],
    ['GET', `/task/get?uuid=${randomUUID()}`],
    ['POST', '/task/create'],
    ['PATCH', `/task/${randomUUID()}/update`],
    ['POST', `/task/${randomUUID()}/upload`],
    ['GET', `/task/${randomUUID()}/data_item/${randomUUID()}/get_link`],
    ['POST', `/task/${randomUUID()}/log_event`],
    ['GET', '/no/such/route'],
  ])('%s %s is refused without a good token', async (method, at) => {
    expectRefusal(await request(target().baseUrl, method, at), 401);
    expectRefusal(await request(target().baseUrl, method, at, { token: 'wrong' }), 401);
  });
}

/** docs/service.md 4.7 and 4.8. */
function linksAndEvents(client: () => Client): void {
  const link = (task: string, item: string) =>
    client().call('GET', `/task/${task}/data_item/${item}/get_link`);
  const log = (task: string, json: unknown) => client().call('POST', `/task/${task}/log_event`, { json });

  test('a link gives the very bytes, without any token', async () => {
    const file = uniqueFile('Befund ü "1".pdf');
    const { uuid, data_items } = await client().created({}, [file]);
    const item = data_items[0]?.uuid ?? '';
    const answer = await link(uuid, item);
    expect(answer.status).toBe(200);
    const { url, file_name, uuid: linked } = LinkAnswer.parse(answer.body);
    expect(linked).toBe(item);
    expect(file_name).toBe(data_items[0]?.name);
    const download = await fetch(url);
    expect(download.status).toBe(200);
    expect(download.headers.get('content-type')).toBe('application/pdf');
    expect(await download.text()).toBe(file.content);
  });

  test('a link is for a file of that very Task', async () => {
    const files = [uniqueFile(), { name: 'a.json', type: 'application/json', content: '{}' }];
    const { uuid, data_items } = await client().created({}, files);
    const other = await client().created();
    expectRefusal(await link(uuid, data_items[1]?.uuid ?? ''), 400);
    expectRefusal(await link(uuid, randomUUID()), 404);
    expectRefusal(await link(uuid, other.data_items[0]?.uuid ?? ''), 404);
    expectRefusal(await link(randomUUID(), data_items[0]?.uuid ?? ''), 404);
    expectInvalid(await link('nonsense', randomUUID()), 'path', 'task_uuid');
    expectInvalid(await link(uuid, 'nonsense'), 'path', 'data_item_uuid');
  });

  test('an event is logged and moves nothing', async () => {
    const before = await client().created();
    const answer = await log(before.uuid, { event: 'opened', extra_data: { by: 'desk' } });
    expect(answer.status).toBe(200);
    expect(EventAnswer.parse(answer.body).task_id).toBe(before.uuid);
    expect((await client().get(before.uuid)).data_items).toEqual(before.data_items);
  });

  testAsOperator(client, 'what was logged is kept in order', async (admin) => {
    const { uuid } = await client().created();
    await log(uuid, { event: 'one', extra_data: {} });
    await log(uuid, { event: 'two', extra_data: { n: [1, { m: null }] } });
    expect(admin.events(uuid)).toMatchObject([
      { event: 'one', extra_data: {} },
      { event: 'two', extra_data: { n: [1, { m: null }] } },
    ]);
  });

  test('an event needs a name, an object and a Task', async () => {
    const { uuid } = await client().created();
    expectInvalid(await log(uuid, { extra_data: {} }), 'body', 'event');
    expectInvalid(await log(uuid, { event: 'x' }), 'body', 'extra_data');
    expectInvalid(await log(uuid, { event: 'x', extra_data: [] }), 'body', 'extra_data');
    expectInvalid(await log(uuid, { event: 1, extra_data: {} }), 'body', 'event');
    expectInvalid(await log('nonsense', { event: 'x', extra_data: {} }), 'path', 'task_uuid');
    expectRefusal(await log(randomUUID(), { event: 'x', extra_data: {} }), 404);
  });
}
