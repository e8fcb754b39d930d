import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { sha256Of } from '../documents.ts';
import { pdfDocument } from '../pdf-document.ts';
import { ServiceCaller } from '../service-caller.ts';
import { spawnServiceModel } from './spawn.ts';
import { type RunningServiceModel, startServiceModel } from './start.ts';

const taskSchema = z.object({ uuid: z.string(), status: z.string(), latest_status_change: z.string() });
const pageSchema = z.object({
  count: z.number(),
  offset: z.number(),
  tasks: z.array(z.object({ external_id: z.string(), status: z.string() })),
});

let clock: number;
let upstream: RunningServiceModel;
let caller: ServiceCaller;

beforeEach(async () => {
  clock = Date.parse('2026-01-01T00:00:00Z');
  upstream = await startServiceModel({ now: () => clock, taskTypes: ['prior-auth'] });
  caller = await ServiceCaller.signIn(upstream.baseUrl, upstream.apiSecret);
});
afterEach(() => upstream.close());

function file(text: string) {
  return { name: `${text}.pdf`, mediaType: 'application/pdf', bytes: pdfDocument({ pages: [text] }) };
}

async function create(externalId: string) {
  const response = await caller.create(externalId, [file(externalId)]);
  expect(response.status).toBe(200);
  return taskSchema.parse(await response.json());
}

async function list(query: string) {
  const page = pageSchema.parse(await (await caller.call(`/task/list?${query}`)).json());
  return { ...page, ids: page.tasks.map((task) => task.external_id) };
}

describe('the service model', () => {
  it('creates a pending Task with its files, and gives it back by either id', async () => {
    const task = await create('one');
    expect(task.status).toBe('pending');
    for (const query of [`uuid=${task.uuid}`, 'external_id=one']) {
      const got: unknown = await (await caller.call(`/task/get?${query}`)).json();
      expect(got).toMatchObject({ uuid: task.uuid, cleared: null, verdicts: [], issues: [] });
    }
    upstream.oracle.assertExactlyOnce([sha256Of(file('one').bytes)]);
  });

  it('makes one data item of identical bytes', async () => {
    const response = await caller.create('one', [file('a'), file('a'), file('b')]);
    const task = z.object({ data_items: z.array(z.unknown()) }).parse(await response.json());
    expect(task.data_items.length).toBe(2);
  });

  it('refuses what docs/service.md 7 names', async () => {
    expect((await caller.call('/task/get')).status).toBe(400);
    expect((await caller.call('/task/get?uuid=x&external_id=y')).status).toBe(400);
    expect((await caller.call('/task/get?external_id=y')).status).toBe(404);
    expect((await caller.call('/task/list?length=0')).status).toBe(422);
    expect((await caller.call('/task/list?offset=-1')).status).toBe(422);
    expect((await new ServiceCaller(upstream.baseUrl, 'wrong').call('/task/list')).status).toBe(401);
    const body = new FormData();
    expect((await caller.call('/task/create', { method: 'POST', body })).status).toBe(422);
    body.set('task_type', 'other');
    const refused = await caller.call('/task/create', { method: 'POST', body });
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining("'prior-auth'")]);
    for (const [secret, status] of [
      ['nonsense', 400],
      ['a:b:c', 403],
    ] as const) {
      const asked = { method: 'POST', body: JSON.stringify({ api_secret: secret }) };
      expect((await fetch(`${upstream.baseUrl}/auth/get_token`, asked)).status).toBe(status);
    }
  });

  it('lists with filters, windows, order and pages', async () => {
    const uuids: string[] = [];
    for (const id of ['a', 'b', 'c']) {
      uuids.push((await create(id)).uuid);
      clock += 1_000;
    }
    expect(await list('')).toMatchObject({ count: 3, offset: 0, ids: ['c', 'b', 'a'] });
    expect((await list('order_by=external_id&sort_ascending=true&offset=1&length=1')).ids).toEqual(['b']);
    expect(await list('offset=9')).toMatchObject({ count: 3, offset: 9, ids: [] });
    // The lower bound is not in the window, the upper one is.
    expect((await list('date_from=2026-01-01T00:00:00Z&date_to=2026-01-01T00:00:02Z')).ids).toEqual([
      'c',
      'b',
    ]);
    upstream.tasks.move(upstream.tasks.get(uuids[0] ?? ''), 'waiting');
    expect((await list('status=waiting&status=failed')).ids).toEqual(['a']);
    expect((await list('selected_date=latest_status_change&date_from=2026-01-01T00:00:02Z')).ids).toEqual([
      'a',
    ]);
    expect((await list('cleared=true')).count).toBe(0);
  });

  it('does not date the move to invalid (docs/service.md 2.1)', async () => {
    const { uuid, latest_status_change: before } = await create('a');
    clock += 1_000;
    const task = upstream.tasks.get(uuid);
    upstream.tasks.move(task, 'invalid');
    expect(task.latest_status_change).toBe(before);
    upstream.tasks.move(task, 'failed');
    expect(task.latest_status_change).not.toBe(before);
  });

  it('runs in a process of its own and still tells what it took', async () => {
    const spawned = await spawnServiceModel(['--complete']);
    onTestFinished(spawned.close);
    const other = await ServiceCaller.signIn(spawned.baseUrl, spawned.apiSecret);
    expect((await other.create('far', [file('far')])).status).toBe(200);
    (await spawned.oracle()).assertExactlyOnce([sha256Of(file('far').bytes)]);
    expect(await (await other.call('/task/get?external_id=far')).json()).toMatchObject({
      status: 'completed',
    });
  });
});
