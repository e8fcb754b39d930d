import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sha256Of } from './documents.ts';
import type { Exchange } from './exchange-log.ts';
import { type FaultService, startFaultService } from './fault-service.ts';
import type { Fault } from './faults.ts';
import { pdfDocument } from './pdf-document.ts';
import { randomBytes, seededRandom } from './random.ts';
import { rawExchange } from './raw-client.ts';
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
  upstream = await startServiceModel();
  service = await startFaultService({ upstream: upstream.baseUrl });
  caller = (await ServiceCaller.signIn(upstream.baseUrl, upstream.apiSecret)).at(service.baseUrl);
});
afterEach(async () => {
  await service.close();
  await upstream.close();
});

/** What the last create looked like once it was over. */
async function lastCreate() {
  await service.log.waitFor(({ route, outcome }) => route === 'create' && outcome !== 'open');
  return service.log.creates().at(-1);
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
  expect(await lastCreate()).toMatchObject({
    method: 'POST',
    path: '/task/create',
    status: 200,
    upstreamStatus: 200,
    forwarded: true,
    fault: null,
    outcome: 'answered',
    error: null,
  });
  expect(service.log.counts()).toEqual({ create: 1 });
  expect(service.log.creates()[0]?.headers.authorization).toMatch(/^Bearer /);
  expect(service.log.creates()[0]?.requestBytes).toBeGreaterThan(big.bytes.length);
});

const whole = big.bytes.length;
it.each<[Fault, number | null, Partial<Exchange>, readonly string[]]>([
  [{ kind: 'dropBefore' }, null, { forwarded: false, status: null, requestBytes: 0 }, []],
  [{ kind: 'dropAfterRequest' }, null, { forwarded: false, status: null, outcome: 'dropped' }, []],
  [{ kind: 'dropAfterCommit' }, null, { forwarded: true, upstreamStatus: 200, status: null }, ['x']],
  [{ kind: 'statusAfterCommit', status: 502 }, 502, { forwarded: true, upstreamStatus: 200 }, ['x']],
  [{ kind: 'malformed', body: '{"uuid": "', contentType: 'application/json' }, 200, { forwarded: false }, []],
  [
    { kind: 'malformed', body: '{"uuid": "', contentType: 'application/json', commit: true },
    200,
    { forwarded: true, upstreamStatus: 200 },
    ['x'],
  ],
  // Never the whole answer.
  [{ kind: 'cutBody', bytes: 1_000_000 }, null, { forwarded: true, upstreamStatus: 200 }, ['x']],
])('%o: what the client hears is %s, and so much is committed', async (fault, heard, exchange, made) => {
  service.faults.on(routes.create, fault);
  const answer = caller.create('x', [big]).then(async (response) => {
    await response.text();
    return response.status;
  });
  expect(await answer.catch(() => null)).toBe(heard);
  const last = await lastCreate();
  expect(last).toMatchObject(exchange);
  if (fault.kind !== 'dropBefore') expect(last?.requestBytes).toBeGreaterThan(whole);
  expect(committed()).toEqual(made);
  service.oracle.assertExactlyOnce(made.map(() => sha256Of(big.bytes)));
});

it('commitLate: the service gets the request after the client has lost the connection', async () => {
  service.faults.on(routes.create, { kind: 'commitLate', ms: 400 });
  await expect(caller.create('x', [big])).rejects.toThrow();
  expect(committed()).toEqual([]);
  const exchange = await service.log.waitFor(({ upstreamStatus }) => upstreamStatus === 200);
  await service.settled();
  expect(performance.now() - (exchange.endedAt ?? 0)).toBeGreaterThanOrEqual(399);
  expect(committed()).toEqual(['x']);
  service.oracle.assertExactlyOnce([sha256Of(big.bytes)]);
  expect(upstream.oracle.creates()).toEqual(service.oracle.creates());
});

it('commitLate: closing gives up what is not yet committed and removes what was spilled', async () => {
  const spilled = async () =>
    (await readdir(tmpdir())).filter((name) => name.startsWith('clearfolder-fault-service-'));
  const before = await spilled();
  service.faults.on(routes.create, { kind: 'commitLate', ms: 600_000 });
  await expect(caller.create('x', [pdf])).rejects.toThrow();
  await service.close();
  expect(committed()).toEqual([]);
  expect((await spilled()).length).toBeLessThan(before.length + 1);
});

it('cutBody: the head and so many bytes arrive, then a reset', async () => {
  service.faults.on(routes.list, { kind: 'cutBody', bytes: 7 });
  const port = Number(new URL(service.baseUrl).port);
  const { bytes, error } = await rawExchange(
    port,
    'GET /public/v1/task/list HTTP/1.1\r\nhost: x\r\nauthorization: none\r\n\r\n',
  );
  const [head, body] = bytes.toString().split('\r\n\r\n');
  expect(head).toMatch(/^HTTP\/1.1 401 /);
  expect(body).toBe('{"detai');
  expect(error).toBe('ECONNRESET');
});

it('delay: the answer is held back while the service has long committed', async () => {
  service.faults.on(routes.create, { kind: 'delay', ms: 500 });
  let answered = false;
  const response = caller.create('x', [pdf]).finally(() => {
    answered = true;
  });
  await until(() => committed().length === 1);
  expect(answered).toBe(false);
  expect((await response).status).toBe(200);
  const exchange = await lastCreate();
  expect((exchange?.endedAt ?? 0) - (exchange?.startedAt ?? 0)).toBeGreaterThanOrEqual(499);
});

it('hang: no answer until the client gives up, with and without a commit', async () => {
  service.faults.on(routes.create, { kind: 'hang' }, { times: 1 });
  service.faults.on(routes.create, { kind: 'hang', commit: true });
  const leaving = new AbortController();
  const first = caller.create('no', [pdf], { signal: leaving.signal });
  await service.log.waitFor(({ requestBytes }) => requestBytes > pdf.bytes.length);
  const second = caller.create('yes', [pdf], { signal: leaving.signal });
  await until(() => committed().length === 1);
  expect(service.log.creates().map(({ outcome }) => outcome)).toEqual(['open', 'open']);
  leaving.abort();
  await expect(first).rejects.toThrow();
  await expect(second).rejects.toThrow();
  await until(() => service.log.creates().every(({ outcome }) => outcome === 'client gone'));
  expect(committed()).toEqual(['yes']);
});

it('status: answered without forwarding, with the body and headers given', async () => {
  service.faults.on(
    routes.create,
    { kind: 'status', status: 429, body: { detail: 'full' }, headers: { 'retry-after': '3' } },
    { times: 1 },
  );
  const refused = await caller.create('x', [pdf]);
  expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toEqual([
    429,
    '3',
    { detail: 'full' },
  ]);
  expect(await lastCreate()).toMatchObject({ forwarded: false, status: 429, fault: 'status' });
  expect((await caller.create('y', [pdf])).status).toBe(200);
  expect(committed()).toEqual(['y']);
});

it('a client that leaves in the middle of a body commits nothing', async () => {
  const leaving = new AbortController();
  const headers = { 'content-type': 'multipart/form-data; boundary=b' };
  const body = new ReadableStream({ start: (stream) => stream.enqueue(Buffer.from('--b\r\n')) });
  const init = { method: 'POST', headers, body, duplex: 'half', signal: leaving.signal } as const;
  const lost = expect(caller.call('/task/create', init)).rejects.toThrow();
  await service.log.waitFor(({ forwarded }) => forwarded);
  leaving.abort();
  await lost;
  expect(await lastCreate()).toMatchObject({ outcome: 'client gone', upstreamStatus: null });
  expect(committed()).toEqual([]);
  expect((await caller.create('y', [pdf])).status).toBe(200);
  expect(committed()).toEqual(['y']);
});

it('a service that is gone looks gone', async () => {
  await upstream.close();
  await expect(caller.call('/task/list')).rejects.toThrow();
  expect(service.log.exchanges()[0]).toMatchObject({ outcome: 'upstream gone', status: null });
});
