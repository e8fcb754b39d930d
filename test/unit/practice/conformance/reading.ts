import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { type Client, details, expectInvalid, expectRefusal, testAsOperator } from './client.ts';
import type { TaskDetails } from './schemas.ts';

/** docs/service.md 4.3 and 4.4. */
export function reading(client: () => Client, taskType: () => string): void {
  const ids = [`c-${randomUUID()}`, `a-${randomUUID()}`, `b-${randomUUID()}`];
  let made: TaskDetails[] = [];

  beforeAll(async () => {
    for (const id of ids) made.push(await client().created({ external_id: id, name: `n ${id}` }));
    made = await Promise.all(made.map(({ uuid }) => client().get(uuid)));
  });

  const oldest = (): string => made[0]?.created ?? '';
  const newest = (): string => made[2]?.created ?? '';
  const mine = (tasks: readonly { external_id: string | null }[]): (string | null)[] =>
    tasks.map((task) => task.external_id).filter((id) => id !== null && ids.includes(id));

  test('get finds a Task by uuid or by external_id', async () => {
    const [task] = made;
    expect(details(await client().call('GET', `/task/get?external_id=${ids[0]}`)).uuid).toBe(task?.uuid);
    expect((await client().get(task?.uuid ?? '')).external_id).toBe(ids[0]);
  });

  test('get wants exactly one identifier, well-formed and known', async () => {
    const get = (query: string) => client().call('GET', `/task/get${query}`);
    expectRefusal(await get(''), 400);
    expectRefusal(await get(`?uuid=${randomUUID()}&external_id=x`), 400);
    expectRefusal(await get(`?uuid=${randomUUID()}`), 404);
    expectRefusal(await get(`?external_id=${randomUUID()}`), 404);
    expectInvalid(await get('?uuid=nonsense'), 'query', 'uuid');
    expectInvalid(await get(`?external_id=${'x'.repeat(1025)}`), 'query', 'external_id');
  });

  test('the list is newest first, and sort_ascending turns it round', async () => {
    expect(mine((await client().list({ length: '200' })).tasks)).toEqual([...ids].reverse());
    expect(mine((await client().list({ length: '200', sort_ascending: 'true' })).tasks)).toEqual(ids);
  });

  test.each(['created', 'latest_status_change', 'cleared', 'name', 'id', 'external_id'])(
    'order_by %s',
    async (key) => {
      const page = await client().list({ order_by: key, sort_ascending: 'true', length: '200' });
      const expected = ['name', 'external_id'].includes(key) ? [ids[1], ids[2], ids[0]] : ids;
      expect(mine(page.tasks)).toEqual(expected);
    },
  );

  test('date_from is exclusive and date_to inclusive', async () => {
    const names = async (query: Record<string, string>) =>
      mine((await client().list({ length: '200', ...query })).tasks);
    expect(await names({ date_from: oldest() })).not.toContain(ids[0]);
    expect(await names({ date_to: oldest() })).toContain(ids[0]);
    const before = new Date(Date.parse(oldest()) - 1).toISOString();
    expect(await names({ date_from: before, date_to: newest() })).toHaveLength(3);
    expect(await names({ date_to: before })).toEqual([]);
  });

  test('a plain date is a bound too', async () => {
    const day = oldest().slice(0, 10);
    const { tasks } = await client().list({ date_from: day, date_to: newest().slice(0, 10), length: '200' });
    expect(mine(tasks)).toHaveLength(3);
    expect((await client().list({ date_to: '2001-01-01' })).count).toBe(0);
  });

  test('the window applies to the selected date', async () => {
    const page = await client().list({ selected_date: 'cleared', date_from: '2001-01-01', length: '200' });
    expect(page.tasks.every((task) => task.cleared !== null)).toBe(true);
    expect(mine(page.tasks)).toEqual([]);
  });

  test('count is of all matches; a page past the end is empty, not an error', async () => {
    const all = await client().list({ length: '1' });
    expect(all.tasks).toHaveLength(1);
    expect(all.count).toBeGreaterThanOrEqual(3);
    expect(await client().list({ offset: '1000000' })).toEqual({
      count: all.count,
      offset: 1_000_000,
      tasks: [],
    });
    expect((await client().list({ offset: '1', length: '1' })).tasks[0]?.uuid).not.toBe(all.tasks[0]?.uuid);
  });

  test('task_type and cleared filter, and filters combine', async () => {
    expect((await client().list({ task_type: 'mystery-type' })).count).toBe(0);
    const both = await client().list(`task_type=mystery-type&task_type=${taskType()}&length=200`);
    expect(mine(both.tasks)).toHaveLength(3);
    await client().update(made[1]?.uuid ?? '', { cleared: true });
    expect(mine((await client().list({ cleared: 'true', length: '200' })).tasks)).toEqual([ids[1]]);
    expect(mine((await client().list({ cleared: 'false', length: '200' })).tasks)).toEqual([ids[2], ids[0]]);
    expect((await client().list(`cleared=true&task_type=mystery-type`)).count).toBe(0);
    await client().update(made[1]?.uuid ?? '', { cleared: false });
  });

  testAsOperator(client, 'status may be repeated and matches any', async (admin) => {
    admin.forceStatus(made[0]?.uuid ?? '', 'failed');
    admin.forceStatus(made[1]?.uuid ?? '', 'invalid');
    expect(mine((await client().list('status=failed&length=200')).tasks)).toEqual([ids[0]]);
    expect(mine((await client().list('status=failed&status=invalid&length=200')).tasks)).toEqual([
      ids[1],
      ids[0],
    ]);
    expect(mine((await client().list('status=pending&length=200')).tasks)).toEqual([ids[2]]);
  });

  test.each([
    ['length', '0'],
    ['length', '201'],
    ['length', 'ten'],
    ['offset', '-1'],
    ['status', 'lost'],
    ['cleared', 'perhaps'],
    ['selected_date', 'updated'],
    ['date_from', 'yesterday'],
    ['date_to', '2026-02-30'],
    ['order_by', 'status'],
    ['sort_ascending', '2'],
  ])('%s=%s gives 422', async (name, value) => {
    expectInvalid(await client().call('GET', `/task/list?${name}=${value}`), 'query', name);
  });
}
