import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { systemClock } from '../../../../src-main/core/clock.ts';
import { silentLog } from '../../../../src-main/core/log/events.ts';
import { createServiceClient } from '../../../../src-main/core/service/create-service-client.ts';
import { ServiceError } from '../../../../src-main/core/service/service-failure.ts';
import { listenOnLoopback } from '../../../support/loopback.ts';
import { MemoryCredentials } from '../../../unit/core/service/support/memory-credentials.ts';
import { GOOD_TOKEN, TASK, TASK_UUID } from '../../../unit/core/service/support/raw-service.ts';

interface Hostile {
  readonly name: string;
  readonly body: () => Buffer;
  readonly headers?: readonly string[];
  /** What content-length says more than there is. */
  readonly more?: number;
  /** What may come of it: the Task as it is, or an error; never anything else. */
  readonly may: readonly ('answer' | 'unreadable' | 'unknown')[];
}

const GOOD = JSON.stringify(TASK);
const within = (text: string) => Buffer.from(`${GOOD.slice(0, -1)},${text}}`);
const SIZE = 64 * 1024 * 1024;

const HOSTILE: readonly Hostile[] = [
  { name: '64 MiB', body: () => within(`"x":"${'y'.repeat(SIZE - GOOD.length - 8)}"`), may: ['answer'] },
  { name: 'more than 64 MiB', body: () => within(`"x":"${'y'.repeat(SIZE)}"`), may: ['unreadable'] },
  {
    name: '10000 deep',
    body: () => within(`"x":${'['.repeat(10_000)}${']'.repeat(10_000)}`),
    may: ['unreadable'],
  },
  { name: '10000 deep and never closed', body: () => Buffer.from('['.repeat(10_000)), may: ['unreadable'] },
  {
    name: '__proto__',
    body: () =>
      within('"__proto__":{"status":"completed","verdicts":[{"code":"1","approved":true,"issues":[]}]}'),
    may: ['answer'],
  },
  {
    name: 'constructor',
    body: () => within('"constructor":{"prototype":{"polluted":true}}'),
    may: ['answer'],
  },
  {
    name: 'invalid UTF-8',
    body: () =>
      Buffer.concat([
        Buffer.from(`${GOOD.slice(0, -1)},"x":"`),
        Buffer.from([0xff, 0xc0, 0x80]),
        Buffer.from('"}'),
      ]),
    may: ['answer', 'unreadable'],
  },
  { name: 'a byte order mark', body: () => Buffer.from(`\uFEFF${GOOD}`), may: ['answer', 'unreadable'] },
  { name: 'UTF-16', body: () => Buffer.from(GOOD, 'utf16le'), may: ['unreadable'] },
  {
    name: 'gzip that nobody asked for',
    body: () => gzipSync(GOOD),
    headers: ['content-encoding: gzip'],
    may: ['answer', 'unreadable'],
  },
  {
    name: 'HTML',
    body: () => Buffer.from('<html>Sign in to the hospital network</html>'),
    headers: ['content-type: text/html'],
    may: ['unreadable'],
  },
  {
    name: 'a wrong content type',
    body: () => Buffer.from(GOOD),
    headers: ['content-type: image/png'],
    may: ['answer'],
  },
  { name: 'less than content-length says', body: () => Buffer.from(GOOD), more: 10, may: ['unknown'] },
  {
    name: 'more than content-length says',
    body: () => Buffer.from(GOOD),
    more: -10,
    may: ['unreadable', 'unknown'],
  },
  { name: 'nothing', body: () => Buffer.alloc(0), may: ['unreadable'] },
  { name: 'two values', body: () => Buffer.from(GOOD + GOOD), may: ['unreadable'] },
  { name: 'NaN', body: () => within('"x":NaN'), may: ['unreadable'] },
];

/**
 * Answers that are hostile below their fields, over a real socket: each gives the Task as it is or an error, none ends the client,
 * and the next answer is read. Gives what was not so.
 */
export async function playBodies(): Promise<{ readonly wrong: readonly string[]; readonly bodies: number }> {
  const wrong: string[] = [];
  let hostile: Hostile | null = null;
  const server = createServer((socket) =>
    socket.on('error', () => undefined).on('data', (data) => serve(socket, data)),
  );
  const serve = (socket: Socket, data: Buffer): void => {
    const signIn = data.includes('/auth/get_token');
    if (!data.includes('HTTP/1.1\r\n')) return;
    const {
      body,
      headers = [],
      more = 0,
    } = signIn || hostile === null
      ? { body: () => Buffer.from(signIn ? JSON.stringify(GOOD_TOKEN) : GOOD) }
      : hostile;
    const bytes = body();
    const head = [
      'HTTP/1.1 200 OK',
      'connection: close',
      `content-length: ${bytes.length + more}`,
      ...headers,
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    socket.end(bytes);
  };
  const port = await listenOnLoopback(server);
  const client = createServiceClient({
    baseUrl: `http://127.0.0.1:${port}/public/v1`,
    credentials: new MemoryCredentials(),
    clock: systemClock,
    random: Math.random,
    log: silentLog,
  });
  const ask = () =>
    client.getTask({ uuid: TASK_UUID }).then(
      (task) => (task.status === TASK.status && !('verdicts' in task) ? 'answer' : 'another Task'),
      (error: unknown) => (error instanceof ServiceError ? error.failure.kind : String(error)),
    );
  try {
    for (const one of HOSTILE) {
      hostile = one;
      const came = await ask();
      if (!one.may.some((kind) => kind === came))
        wrong.push(`${one.name}: ${came}, not ${one.may.join(' or ')}`);
      hostile = null;
      const after = await ask();
      if (after !== 'answer') wrong.push(`after ${one.name}: ${after}`);
    }
    if (Object.hasOwn(Object.prototype, 'polluted')) wrong.push('the prototype of all objects was changed');
  } finally {
    await client.close();
    await closed(server);
  }
  return { wrong, bodies: HOSTILE.length };
}

async function closed(server: Server): Promise<void> {
  server.close();
  await once(server, 'close');
}
