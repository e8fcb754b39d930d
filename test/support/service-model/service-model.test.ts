import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { sha256Of } from '../documents.ts';
import { pdfDocument } from '../pdf-document.ts';
import { ServiceCaller } from '../service-caller.ts';
import { spawnServiceModel } from './spawn.ts';
import { type RunningServiceModel, startServiceModel } from './start.ts';

const taskSchema = z.object({ uuid: z.string() });
const pageSchema = z.object({
  count: z.number(),
  offset: z.number(),
  tasks: z.array(z.object({ external_id: z.string(), status: z.string() })),
});

let clock: number;
let isFull: boolean;
let upstream: RunningServiceModel;
let caller: ServiceCaller;

beforeEach(async () => {
  clock = Date.parse('2026-01-01T00:00:00Z');
  isFull = false;
  upstream = await startServiceModel({ now: () => clock, limited: () => isFull, keepsFiles: true });
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

function upload(uuid: string, text: string) {
  const body = new FormData();
  body.append('uploads', new Blob([text], { type: 'application/pdf' }), 'scan.pdf');
  return caller.call(`/task/${uuid}/upload`, { method: 'POST', body });
}

async function list(query: string) {
  const page = pageSchema.parse(await (await caller.call(`/task/list?${query}`)).json());
  return { ...page, ids: page.tasks.map((task) => task.external_id) };
}

// What the conformance suite asks of every server is asked of the model in conformance.test.ts.
it('counts in microseconds', async () => {
  for (const micros of [1, 0, 2]) upstream.tasks.add({ external_id: `+${micros}` }, clock * 1000 + micros);
  expect((await list('date_from=2026-01-01T00:00:00Z')).ids).toEqual(['+2', '+1']);
  expect((await list('date_to=2026-01-01T00:00:00.000001Z')).ids).toEqual(['+1', '+0']);
});

it('refuses an upload to a frozen Task, and names the one that took its place', async () => {
  const { uuid } = await create('one');
  const task = upstream.tasks.get(uuid);
  upstream.tasks.move(task, 'waiting');
  const newer = upstream.tasks.freeze(task);
  const refused = await upload(uuid, 'card');
  expect([refused.status, await refused.json()]).toEqual([
    409,
    { message: 'Task is frozen.', current_task_uuid: newer?.uuid },
  ]);
  expect((await upload(newer?.uuid ?? '', 'card')).status).toBe(200);
});

it('takes a token for 365 days, unless the secret is another one by then', async () => {
  clock += 365 * 86_400_000 - 1;
  expect((await list('')).count).toBe(0);
  clock += 1;
  expect((await caller.call('/task/list')).status).toBe(401);
  caller = await ServiceCaller.signIn(upstream.baseUrl, upstream.apiSecret);
  expect((await list('')).count).toBe(0);
  upstream.model.rotate();
  expect((await caller.call('/task/list')).status).toBe(401);
});

it('has too many of creates and of exchanges when told so', async () => {
  isFull = true;
  expect((await caller.create('one', [])).status).toBe(429);
  expect(upstream.tasks.all).toEqual([]);
  upstream.model.exchangeWait = 30;
  const body = JSON.stringify({ api_secret: upstream.apiSecret });
  const refused = await fetch(`${upstream.baseUrl}/auth/get_token`, { method: 'POST', body });
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30']);
});

it('shows a Task in reads only after the lag', async () => {
  upstream.model.lagMs = 2_000;
  await create('one');
  expect((await caller.call('/task/get?external_id=one')).status).toBe(404);
  clock += 2_000;
  expect((await caller.call('/task/get?external_id=one')).status).toBe(200);
});

it('gives the bytes of a file for a minute after the link was asked for', async () => {
  const { uuid } = await create('one');
  const item = upstream.tasks.get(uuid).data_items[0]?.uuid;
  const link: unknown = await (await caller.call(`/task/${uuid}/data_item/${item}/get_link`)).json();
  const { url } = z.object({ url: z.string() }).parse(link);
  clock += 60_000;
  expect(Buffer.from(await (await fetch(url)).arrayBuffer()).equals(file('one').bytes)).toBe(true);
  clock += 1;
  expect((await fetch(url)).status).toBe(403);
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
