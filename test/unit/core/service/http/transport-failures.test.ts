import type { Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { detailOf } from '../../../../../src-main/contract/texts/detail.ts';
import { transportFailure } from '../../../../../src-main/core/service/http/transport-failure.ts';
import { until } from '../../../../support/until.ts';
import { CREATE, failureOf, spooled, subject } from '../support/client.ts';
import { signedIn } from '../support/memory-credentials.ts';
import { rawTcp, TASK } from '../support/raw-service.ts';

function clientOf(origin: string, idleTimeoutMs = 20_000, connectTimeoutMs = 10_000) {
  return subject(`${origin}/public/v1`, { credentials: signedIn(), idleTimeoutMs, connectTimeoutMs }).client;
}

const RESET = detailOf('detail.withCode', { words: detailOf('detail.connectionCut'), code: 'ECONNRESET' });

async function tcp(onConnection: Parameters<typeof rawTcp>[0]) {
  const server = await rawTcp(onConnection);
  onTestFinished(() => server.close());
  return { ...server, origin: `http://127.0.0.1:${server.port}` };
}

test('I2: a refused connection proves that nothing was sent', async () => {
  const server = await rawTcp(() => undefined);
  await server.close();
  expect(await failureOf(clientOf(`http://127.0.0.1:${server.port}`).createTask(CREATE))).toEqual({
    kind: 'not-sent',
    cause: detailOf('detail.withCode', {
      words: detailOf('detail.serviceRefusedConnection'),
      code: 'ECONNREFUSED',
    }),
  });
});

test('I2: a name that cannot be looked up proves that nothing was sent', async () => {
  expect(await failureOf(clientOf('https://nowhere.invalid').createTask(CREATE))).toEqual({
    kind: 'not-sent',
    cause: expect.stringMatching(/"code":"(ENOTFOUND|EAI_AGAIN)"/),
  });
});

test.each<[string, Parameters<typeof rawTcp>[0], object]>([
  [
    'a TLS handshake that fails',
    (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'),
    { cause: expect.stringMatching(/^(ERR_SSL_\w+|EPROTO)$/), obstacle: 'network.encryption' },
  ],
  [
    'a TLS handshake that is reset',
    (socket) => socket.once('data', () => socket.resetAndDestroy()),
    { cause: RESET },
  ],
  [
    'a connection that is not made in time',
    () => undefined,
    {
      cause: detailOf('detail.withCode', {
        words: detailOf('detail.connectionNotAcceptedInTime'),
        code: 'UND_ERR_CONNECT_TIMEOUT',
      }),
    },
  ],
])('I2: %s proves that nothing was sent', async (_name, onConnection, why) => {
  const server = await tcp(onConnection);
  const client = clientOf(`https://127.0.0.1:${server.port}`, 20_000, 400);
  expect(await failureOf(client.createTask(CREATE))).toEqual({ kind: 'not-sent', ...why });
});

test('I2: a connection reset on its second use leaves the outcome unknown, and the create is not repeated', async () => {
  let requests = 0;
  const server = await tcp((socket) =>
    socket.on('data', () => {
      requests += 1;
      if (requests > 1) socket.resetAndDestroy();
      else {
        const body = JSON.stringify(TASK);
        socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
      }
    }),
  );
  const client = clientOf(server.origin);
  await client.createTask(CREATE);
  // undici takes a connection up again in the turn after its answer.
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  expect(await failureOf(client.createTask(CREATE))).toEqual({ kind: 'unknown', cause: RESET });
  expect([requests, server.connections()]).toEqual([2, 1]);
});

const CUT = detailOf('detail.withCode', { words: detailOf('detail.connectionCut'), code: 'UND_ERR_SOCKET' });
const IDLE = detailOf('detail.withCode', {
  words: detailOf('detail.noDataTooLong'),
  code: 'CLEARFOLDER_IDLE',
});
const BEGUN = 'HTTP/1.1 200 OK\r\ncontent-length: 500\r\n\r\n{"uuid":';

test.each<[string, (socket: Socket) => void, unknown]>([
  ['a connection closed after the request', (socket) => socket.end(), CUT],
  ['a connection reset after the request', (socket) => socket.resetAndDestroy(), RESET],
  ['headers that never come', () => undefined, IDLE],
  ['an answer that stops', (socket) => socket.write(BEGUN), IDLE],
  ['an answer cut short', (socket) => socket.end(BEGUN), CUT],
  ['an answer that is no HTTP', (socket) => socket.end('hello\r\n\r\n'), expect.any(String)],
])('I2: the outcome is unknown after %s', async (_name, answer, cause) => {
  const server = await tcp((socket) => socket.once('data', () => answer(socket)));
  const failure = await failureOf(clientOf(server.origin, 300).createTask(CREATE));
  expect(failure).toEqual({ kind: 'unknown', cause });
  expect(server.connections()).toBe(1);
});

test('an answer that trickles is waited for, longer than the idle limit in all', async () => {
  const server = await tcp((socket) =>
    socket.once('data', () => {
      const body = JSON.stringify(TASK);
      socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n`);
      const pieces = Array.from({ length: 12 }, (_, n) =>
        body.slice((n * body.length) / 12, ((n + 1) * body.length) / 12),
      );
      const timer = setInterval(() => {
        const piece = pieces.shift();
        if (piece === undefined) clearInterval(timer);
        else socket.write(piece);
      }, 50);
    }),
  );
  expect(await clientOf(server.origin, 400).getTask({ externalId: 'e-1' })).toEqual(TASK);
});

const STOPPED = detailOf('detail.withCode', {
  words: detailOf('detail.programStoppedCall'),
  code: 'CLEARFOLDER_STOPPED',
});

test('I2: a call stopped before it began was not sent; stopped later its outcome is unknown', async () => {
  let received = 0;
  const server = await tcp((socket) =>
    socket.on('data', (data) => {
      received += data.length;
    }),
  );
  const client = clientOf(server.origin);
  const before = await failureOf(client.createTask(CREATE, { signal: AbortSignal.abort() }));
  expect(before).toEqual({ kind: 'not-sent', cause: STOPPED });
  expect(received).toBe(0);
  const stop = new AbortController();
  const failure = failureOf(client.createTask(CREATE, { signal: stop.signal }));
  await until(() => received > 0);
  stop.abort();
  expect(await failure).toEqual({ kind: 'unknown', cause: STOPPED });
});

test('I2: a call stopped while its connection is being made was not sent', async () => {
  const server = await tcp(() => undefined);
  const stop = new AbortController();
  const failure = failureOf(
    clientOf(`https://127.0.0.1:${server.port}`).createTask(CREATE, { signal: stop.signal }),
  );
  await until(() => server.connections() > 0);
  stop.abort();
  expect((await failure).kind).toBe('not-sent');
});

test('close ends what is in flight, as unknown', async () => {
  const server = await tcp((socket) => socket.resume());
  const client = clientOf(server.origin);
  const failure = failureOf(client.createTask({ ...CREATE, uploads: [await spooled('x')] }));
  await until(() => server.connections() > 0);
  await client.close();
  expect(['unknown', 'not-sent']).toContain((await failure).kind);
  expect((await failureOf(client.createTask(CREATE))).kind).toBe('not-sent');
});

test('I9: a cause names the code of an error and nothing of its message', () => {
  const error = Object.assign(new Error('connect to https://secret.example/x'), { code: 'WEIRD' });
  expect(transportFailure(error, true)).toEqual({
    kind: 'unknown',
    cause: detailOf('detail.withCode', { words: detailOf('detail.connectionFailed'), code: 'WEIRD' }),
  });
  expect(transportFailure('text', false)).toEqual({
    kind: 'not-sent',
    cause: detailOf('detail.connectionNotMade'),
  });
});
