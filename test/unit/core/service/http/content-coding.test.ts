import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { failureOf, serviceAndClient } from '../support/client.ts';
import { type Answerer, GOOD_TOKEN, TASK, TASK_UUID } from '../support/raw-service.ts';

const get = { uuid: TASK_UUID };
const MARK = Buffer.from([0xef, 0xbb, 0xbf]);
const marked = (text: Buffer) => Buffer.concat([MARK, text]);

type Code = (text: Buffer) => Buffer;

/** Answers with JSON that a gateway has changed, and says how in the Content-Encoding. */
const changed =
  (status: number, value: unknown, coding: string, code: Code): Answerer =>
  (_request, response) =>
    void response
      .writeHead(status, {
        'content-type': 'application/json',
        ...(coding && { 'content-encoding': coding }),
      })
      .end(code(Buffer.from(JSON.stringify(value))));

const CODES: readonly [string, string, Code][] = [
  ['gzip', 'gzip', (text) => gzipSync(text)],
  ['gzip by its old name', 'X-GZIP', (text) => gzipSync(text)],
  ['deflate', 'deflate', (text) => deflateSync(text)],
  ['br', 'br', (text) => brotliCompressSync(text)],
  ['zstd', 'zstd', (text) => zstdCompressSync(text)],
  ['gzip twice', 'gzip, gzip', (text) => gzipSync(gzipSync(text))],
  ['identity by its name', 'identity', (text) => text],
  ['a byte order mark', '', marked],
  ['gzip with a byte order mark inside', 'gzip', (text) => gzipSync(marked(text))],
];

test.each(CODES)(
  'an answer with %s is read, though every request asks for identity',
  async (_name, coding, code) => {
    const { client, service } = await serviceAndClient(changed(200, TASK, coding, code), {
      exchange: changed(200, GOOD_TOKEN, coding, code),
    });
    expect(await client.getTask(get)).toMatchObject({ uuid: TASK_UUID });
    expect(service.seen.map(({ headers }) => headers['accept-encoding'])).toEqual(['identity', 'identity']);
  },
);

test.each(CODES)('a refusal with %s is read', async (_name, coding, code) => {
  const { client } = await serviceAndClient(changed(404, { detail: 'no such Task' }, coding, code));
  expect(await failureOf(client.getTask(get))).toMatchObject({ kind: 'refused', detail: 'no such Task' });
});

const bomb = gzipSync(Buffer.alloc(80 * 1024 * 1024, ' '));

test.each([
  ['gzip', bomb],
  ['gzip, gzip', gzipSync(bomb)],
])('an answer that grows beyond the limit when it is decoded is too large (%s)', async (coding, body) => {
  const { client } = await serviceAndClient(changed(200, null, coding, () => body));
  const before = process.memoryUsage().arrayBuffers;
  expect(await failureOf(client.getTask(get))).toMatchObject({ kind: 'unreadable', tooLarge: true });
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(70 * 1024 * 1024);
});

test.each([
  ['gzip', Buffer.from('{"uuid": "no gzip"}')],
  ['gzip', bomb.subarray(0, 100)],
])(
  'an answer that is not what its %s says is unreadable, and no fault of the program',
  async (coding, body) => {
    const { client } = await serviceAndClient(changed(200, null, coding, () => body));
    expect(await failureOf(client.getTask(get))).toMatchObject({ kind: 'unreadable' });
  },
);
