import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sha256Of } from './documents.ts';
import { listenOnLoopback } from './loopback.ts';
import { randomBytes, seededRandom } from './random.ts';
import { rawExchange } from './raw-client.ts';
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts';
import { until } from './until.ts';

const payload = randomBytes(seededRandom(5), 3_000_000);

let target: Server;
let proxy: TcpProxy;
let received: Buffer[];
let peers: Socket[];
let ends: string[];
/** What the target does with a connection besides noting what it gets. */
let serve: (socket: Socket) => void;

beforeEach(async () => {
  received = [];
  peers = [];
  ends = [];
  serve = () => undefined;
  target = createServer((socket) => {
    peers.push(socket);
    socket.on('data', (chunk) => received.push(chunk));
    socket.on('error', (error: NodeJS.ErrnoException) => ends.push(error.code ?? error.message));
    socket.on('end', () => ends.push('end'));
    socket.on('close', () => ends.push('close'));
    serve(socket);
  });
  proxy = await startTcpProxy({ targetPort: await listenOnLoopback(target), random: seededRandom(9) });
});
afterEach(async () => {
  await proxy.close();
  for (const peer of peers) peer.destroy();
  target.close();
});

const got = () => Buffer.concat(received);
const elapsed = (since: number) => performance.now() - since;

it('passes bytes both ways unchanged, and the ends with them', async () => {
  serve = (socket) => socket.end(payload);
  const outcome = await rawExchange(proxy.port, payload);
  expect(outcome.error).toBeNull();
  expect(sha256Of(outcome.bytes)).toBe(sha256Of(payload));
  await until(() => ends.includes('close'));
  expect(sha256Of(got())).toBe(sha256Of(payload));
  await until(() => proxy.connections().length === 0);
});

it('latency: each byte comes later, in order', async () => {
  serve = (socket) => socket.end(payload.subarray(0, 500_000));
  const remove = proxy.add({ kind: 'latency', ms: 120, jitterMs: 60 }, { direction: 'down' });
  const started = performance.now();
  const outcome = await rawExchange(proxy.port, 'hello');
  expect(elapsed(started)).toBeGreaterThanOrEqual(59);
  expect(outcome.bytes.equals(payload.subarray(0, 500_000))).toBe(true);
  remove();
  expect((await rawExchange(proxy.port, 'hello')).bytes.length).toBe(500_000);
});

it('bandwidth: no faster than allowed', async () => {
  serve = (socket) => socket.end(payload.subarray(0, 100_000));
  proxy.add({ kind: 'bandwidth', bytesPerSecond: 400_000 }, { direction: 'down' });
  const started = performance.now();
  const outcome = await rawExchange(proxy.port, 'hello');
  expect(elapsed(started)).toBeGreaterThanOrEqual(200);
  expect(outcome.bytes.equals(payload.subarray(0, 100_000))).toBe(true);
});

it('slicer: arrives in small pieces, whole in the end', async () => {
  proxy.add({ kind: 'slicer', bytes: 100, delayMs: 2 }, { direction: 'up' });
  void rawExchange(proxy.port, payload.subarray(0, 1_000));
  await until(() => got().length === 1_000);
  expect(got().equals(payload.subarray(0, 1_000))).toBe(true);
  expect(received.length).toBeGreaterThan(3);
});

it('slowClose: the end comes late, the bytes do not', async () => {
  serve = (socket) => socket.end('bye');
  proxy.add({ kind: 'slowClose', ms: 400 }, { direction: 'down' });
  const started = performance.now();
  const outcome = rawExchange(proxy.port, 'hello');
  await until(() => proxy.connections().some(({ down }) => down === 3));
  expect(proxy.connections().length).toBe(1);
  expect((await outcome).bytes.toString()).toBe('bye');
  expect(elapsed(started)).toBeGreaterThanOrEqual(399);
});

it('timeout: nothing gets through, then the connection is closed', async () => {
  proxy.add({ kind: 'timeout', ms: 100 }, { direction: 'up' });
  expect((await rawExchange(proxy.port, 'lost')).bytes.length).toBe(0);
  await until(() => ends.includes('close'));
  expect(got().length).toBe(0);
});

it('timeout 0: nothing gets through and nothing is closed until it is taken away', async () => {
  serve = (socket) => socket.write('hello');
  const remove = proxy.add({ kind: 'timeout', ms: 0 }, { direction: 'down' });
  const outcome = rawExchange(proxy.port, 'x');
  await until(() => got().length === 1);
  expect(proxy.connections()).toEqual([{ up: 1, down: 0 }]);
  remove();
  peers[0]?.end('after');
  expect((await outcome).bytes.toString()).toBe('after');
});

it('resetPeer: both ends see a reset, open connections too', async () => {
  const outcome = rawExchange(proxy.port, 'x');
  await until(() => got().length === 1);
  proxy.add({ kind: 'resetPeer', ms: 20 }, { direction: 'down' });
  expect((await outcome).error).toBe('ECONNRESET');
  await until(() => ends.includes('ECONNRESET'));
});

it('limitData: exactly so many bytes, then the end', async () => {
  serve = (socket) => socket.end(payload);
  const remove = proxy.add({ kind: 'limitData', bytes: 70_001 }, { direction: 'down' });
  for (let round = 0; round < 2; round++) {
    expect((await rawExchange(proxy.port, 'x')).bytes.equals(payload.subarray(0, 70_001))).toBe(true);
  }
  remove();
  expect((await rawExchange(proxy.port, 'x')).bytes.length).toBe(payload.length);
});

it('down and up: cuts and refuses, then serves again on the same port', async () => {
  serve = (socket) => socket.write('here');
  const first = rawExchange(proxy.port, 'x');
  await until(() => proxy.connections().some(({ down }) => down === 4));
  await proxy.down();
  expect((await first).bytes.toString()).toBe('here');
  expect((await rawExchange(proxy.port, 'x')).error).toBe('ECONNREFUSED');
  await proxy.up();
  serve = (socket) => socket.end('again');
  expect((await rawExchange(proxy.port, 'x')).bytes.toString()).toBe('again');
});

it('resetPeer: does not strike once it has been taken away', async () => {
  const outcome = rawExchange(proxy.port, 'x');
  await until(() => got().length === 1);
  proxy.add({ kind: 'resetPeer', ms: 50 }, { direction: 'up' })();
  proxy.add({ kind: 'latency', ms: 120 }, { direction: 'down' });
  peers[0]?.end('after');
  expect(await outcome).toEqual({ bytes: Buffer.from('after'), error: null });
});

it('gives the target its own refusal when nothing listens', async () => {
  target.close();
  await until(() => !target.listening);
  expect((await rawExchange(proxy.port, 'x')).error).toBe('ECONNRESET');
});
