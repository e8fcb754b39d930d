import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { sha256Of } from './documents.ts';
import type { Exchange } from './exchange-log.ts';
import { type FaultService, startFaultService } from './fault-service.ts';
import type { Fault } from './faults.ts';
import { pdfDocument } from './pdf-document.ts';
import { randomBytes, seededRandom } from './random.ts';
import { routes } from './routes.ts';
import { ServiceCaller } from './service-caller.ts';
import { type RunningServiceModel, startServiceModel } from './service-model/start.ts';
import { until } from './until.ts';

const pdf = { name: 'a [1] b.pdf', mediaType: 'application/pdf', bytes: pdfDocument({ pages: ['a'] }) };
const big = {
  name: 'big.bin',
  mediaType: 'application/octet-stream',
  bytes: randomBytes(seededRandom(3), 4_000_000),
};

let upstream: RunningServiceModel;
let service: FaultService;
let caller: ServiceCaller;

beforeEach(async () => {
  upstream = await startServiceModel({ keepsFiles: true });
  service = await startFaultService({ upstream: upstream.baseUrl });
  caller = (await ServiceCaller.signIn(upstream.baseUrl, upstream.apiSecret)).at(service.baseUrl);
});
afterEach(async () => {
  await service.close();
  await upstream.close();
});

/** What the last exchange looked like once it was over. */
async function lastExchange() {
  await service.settled();
  return service.log.exchanges().at(-1);
}

const committed = () => upstream.oracle.creates().map(({ externalId }) => externalId);

it('relays a create unharmed, and knows what was committed before the client does', async () => {
  const response = await caller.create('one', [pdf, big]);
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ status: 'pending', external_id: 'one' });
  expect(service.oracle.creates()).toEqual(upstream.oracle.creates());
  expect(service.oracle.creates()[0]?.files).toEqual([
    { name: pdf.name, mediaType: pdf.mediaType, sha256: sha256Of(pdf.bytes), size: pdf.bytes.length },
    { name: big.name, mediaType: big.mediaType, sha256: sha256Of(big.bytes), size: big.bytes.length },
  ]);
  expect(await lastExchange()).toMatchObject({
    method: 'POST',
    path: '/task/create',
    route: 'create',
    headers: { authorization: expect.stringMatching(/^Bearer /) },
    upstreamStatus: 200,
    fault: null,
    outcome: 'answered',
  });
});

it.each<[Fault, number | null, Partial<Exchange>, readonly string[]]>([
  [{ kind: 'dropBefore' }, null, { upstreamStatus: null, outcome: 'dropped' }, []],
  [{ kind: 'dropAfterRequest' }, null, { upstreamStatus: null, outcome: 'dropped' }, []],
  [{ kind: 'dropAfterCommit' }, null, { upstreamStatus: 200, outcome: 'dropped' }, ['x']],
  [{ kind: 'commitLate', ms: 1 }, null, { upstreamStatus: 200, outcome: 'dropped' }, ['x']],
  [{ kind: 'status', status: 429 }, 429, { upstreamStatus: null, outcome: 'answered' }, []],
  [{ kind: 'statusAfterCommit', status: 502 }, 502, { upstreamStatus: 200, outcome: 'answered' }, ['x']],
  // Never the whole answer.
  [{ kind: 'cutBody', bytes: 1_000_000 }, null, { upstreamStatus: 200, outcome: 'dropped' }, ['x']],
])('%o: what the client hears is %s, and so much is committed', async (fault, heard, exchange, made) => {
  service.faults.on(routes.create, fault);
  const answer = caller.create('x', [big]).then(async (response) => {
    await response.text();
    return response.status;
  });
  expect(await answer.catch(() => null)).toBe(heard);
  expect(await lastExchange()).toMatchObject({ ...exchange, fault: fault.kind });
  expect(committed()).toEqual(made);
  service.oracle.assertExactlyOnce(made.map(() => sha256Of(big.bytes)));
});

it('commitLate: the service gets the request after the client has lost the connection; closing gives up', async () => {
  service.faults.on(routes.create, { kind: 'commitLate', ms: 400 }, { times: 1 });
  await expect(caller.create('x', [big])).rejects.toThrow();
  const started = performance.now();
  expect(committed()).toEqual([]);
  await service.log.waitFor(({ upstreamStatus }) => upstreamStatus === 200);
  expect(performance.now() - started).toBeGreaterThanOrEqual(300);
  expect(committed()).toEqual(['x']);
  expect(upstream.oracle.creates()).toEqual(service.oracle.creates());
  service.faults.on(routes.create, { kind: 'commitLate', ms: 600_000 });
  await expect(caller.create('y', [pdf])).rejects.toThrow();
  await service.close();
  expect(committed()).toEqual(['x']);
});

it('cutBody: the head and so many bytes arrive, then a reset', async () => {
  service.faults.on(routes.list, { kind: 'cutBody', bytes: 7 });
  const response = await caller.call('/task/list');
  expect(response.status).toBe(200);
  const heard: Uint8Array[] = [];
  const reading = response.body?.pipeTo(new WritableStream({ write: (chunk) => void heard.push(chunk) }));
  await expect(reading).rejects.toThrow();
  expect(Buffer.concat(heard).toString()).toBe('{"count');
});

it('delay: the answer is held back while the service has long committed', async () => {
  service.faults.on(routes.create, { kind: 'delay', ms: 500 });
  const started = performance.now();
  const response = caller.create('x', [pdf]);
  await until(() => committed().length === 1);
  expect(service.log.exchanges('create')).toMatchObject([{ outcome: 'open' }]);
  expect((await response).status).toBe(200);
  expect(performance.now() - started).toBeGreaterThanOrEqual(499);
});

it('hang: no answer until the client gives up, with and without a commit', async () => {
  service.faults.on(routes.create, { kind: 'hang' }, { times: 1 });
  service.faults.on(routes.create, { kind: 'hang', commit: true });
  const leaving = new AbortController();
  const first = caller.create('no', [pdf], { signal: leaving.signal });
  await service.log.waitFor(({ route }) => route === 'create');
  const second = caller.create('yes', [pdf], { signal: leaving.signal });
  await until(() => committed().length === 1);
  expect(service.log.exchanges('create').map(({ outcome }) => outcome)).toEqual(['open', 'open']);
  leaving.abort();
  await expect(first).rejects.toThrow();
  await expect(second).rejects.toThrow();
  await service.settled();
  expect(service.log.exchanges('create').map(({ outcome }) => outcome)).toEqual([
    'client gone',
    'client gone',
  ]);
  expect(committed()).toEqual(['yes']);
});

it('status: answered with the body and headers given', async () => {
  const headers = { 'retry-after': '3' };
  const refusal = { kind: 'status', status: 429, body: { detail: 'full' }, headers } as const;
  service.faults.on(routes.create, refusal, { times: 1 });
  const refused = await caller.create('x', [pdf]);
  expect([refused.headers.get('retry-after'), await refused.json()]).toEqual(['3', { detail: 'full' }]);
  expect((await caller.create('y', [pdf])).status).toBe(200);
  expect(committed()).toEqual(['y']);
});

it('a client that leaves in the middle of a body commits nothing', async () => {
  const leaving = new AbortController();
  const headers = { 'content-type': 'multipart/form-data; boundary=b' };
  const body = new ReadableStream({ start: (stream) => stream.enqueue(Buffer.from('--b\r\n')) });
  const init = { method: 'POST', headers, body, duplex: 'half', signal: leaving.signal } as const;
  const lost = expect(caller.call('/task/create', init)).rejects.toThrow();
  await service.log.waitFor(({ route }) => route === 'create');
  leaving.abort();
  await lost;
  expect(await lastExchange()).toMatchObject({ outcome: 'client gone', upstreamStatus: null });
  expect((await caller.create('y', [pdf])).status).toBe(200);
  expect(committed()).toEqual(['y']);
});

it('records what was uploaded to a waiting Task, when the service took it; links lead through it', async () => {
  await caller.create('x', [pdf]);
  const [task] = upstream.tasks.all;
  if (task === undefined) throw new Error('no Task');
  const body = new FormData();
  body.append('uploads', new Blob(['late'], { type: 'image/png' }), 'late [1].png');
  const upload = () => caller.call(`/task/${task.uuid}/upload`, { method: 'POST', body });
  expect((await upload()).status).toBe(409);
  expect(service.oracle.answers()).toEqual([]);
  upstream.tasks.move(task, 'waiting');
  service.faults.on(routes.upload, { kind: 'dropAfterCommit' });
  await expect(upload()).rejects.toThrow();
  const sha256 = sha256Of(Buffer.from('late'));
  expect(service.oracle.answers()).toEqual([
    { taskUuid: task.uuid, files: [{ name: 'late [1].png', mediaType: 'image/png', sha256, size: 4 }] },
  ]);

  const link = await caller.call(`/task/${task.uuid}/data_item/${task.data_items[0]?.uuid}/get_link`);
  const { url } = z.object({ url: z.string() }).parse(await link.json());
  expect(new URL(url).origin).toBe(new URL(service.baseUrl).origin);
  expect(Buffer.from(await (await fetch(url)).arrayBuffer()).equals(pdf.bytes)).toBe(true);
});

it('a service that is gone looks gone', async () => {
  await upstream.close();
  await expect(caller.call('/task/list')).rejects.toThrow();
  expect(await lastExchange()).toMatchObject({ outcome: 'upstream gone', upstreamStatus: null });
});
