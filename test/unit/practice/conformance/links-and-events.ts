import { randomUUID } from 'node:crypto';
import { fetch } from 'undici';
import { expect, test } from 'vitest';
import { type Client, expectInvalid, expectRefusal, testAsOperator, uniqueFile } from './client.ts';
import { EventAnswer, LinkAnswer } from './schemas.ts';

/** docs/service.md 4.7 and 4.8. */
export function linksAndEvents(client: () => Client): void {
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
