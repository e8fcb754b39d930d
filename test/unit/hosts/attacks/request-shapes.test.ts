import { createConnection } from 'node:net';
import { expect, test } from 'vitest';
import { ask, sealingKey } from '../../../../src-main/contract/sealed.ts';
import { authorisationOf } from '../../../support/sealed-page.ts';
import { guardedHost, postRaw, statusOf } from '../browser/support/guarded-host.ts';

test('requests with two meanings are refused, and what is hidden behind one is never carried out', async () => {
  await using guarded = await guardedHost();
  const { key } = await guarded.launch();
  const authorisation = await authorisationOf(key, 'POST', '/api/call/tasks.page');
  const own = [
    `Host: 127.0.0.1:${guarded.port}`,
    `Origin: ${guarded.origin}`,
    `Authorization: ${authorisation}`,
    'Content-Type: application/octet-stream',
  ];
  const call = 'POST /api/call/tasks.page HTTP/1.1';
  const two = 'Content-Length: 2';
  const chunked = 'Transfer-Encoding: chunked';
  const hidden = ['POST /api/call/secret.clear HTTP/1.1', ...own, two, '', '{}'].join('\r\n');
  const shapes: Record<string, string[]> = {
    'length and chunks': [call, ...own, two, chunked, '', '0', '', hidden],
    'two lengths': [call, ...own, two, 'Content-Length: 200', '', `{}${hidden}`],
    'a length with a sign': [call, ...own, 'Content-Length: +2', '', `{}${hidden}`],
    'chunks not last': [call, ...own, 'Transfer-Encoding: chunked, identity', '', '0', '', hidden],
    'chunks misspelled': [call, ...own, 'Transfer-Encoding: xchunked', '', '0', '', hidden],
    'a space before the colon': [call, ...own, 'Content-Length : 2', '', `{}${hidden}`],
    'a bare line feed': [call, ...own, 'X-A: b\nContent-Length: 2', '', `{}${hidden}`],
    'a zero byte': [call, ...own, 'X-A: b\0c', two, '', `{}${hidden}`],
    'a bad chunk': [call, ...own, chunked, '', '2;\n', '{}', '0', '', hidden],
    'a whole address': [`POST http://127.0.0.1:${guarded.port}/api/call/tasks.page HTTP/1.1`, ...own],
    'an asterisk': ['OPTIONS * HTTP/1.1', ...own],
    'the preface of HTTP/2': ['PRI * HTTP/2.0', '', 'SM', ''],
    'headers without end': [call, ...own, `X-Long: ${'a'.repeat(2_000_000)}`],
  };
  for (const [shape, lines] of Object.entries(shapes)) {
    const before = guarded.asked.length;
    const answer = await guarded.raw(...lines);
    expect([400, 403, 405, 431, 505], `${shape}: ${answer.bytes}`).toContain(statusOf(answer));
    expect(answer.bytes.toString().match(/HTTP\/1\.1 /g), shape).toHaveLength(1);
    expect(guarded.asked.slice(before), shape).toEqual([]);
  }
});

test('a doubled header counts as no proof', async () => {
  await using guarded = await guardedHost();
  const { key } = await guarded.launch();
  const exchange = await ask(await sealingKey(key), 'POST', '/api/call/app.info');
  const body = Buffer.from(await exchange.sealBody(Buffer.from('{}')));
  const headers = {
    host: `Host: 127.0.0.1:${guarded.port}`,
    origin: `Origin: ${guarded.origin}`,
    proof: `Authorization: ${exchange.authorisation}`,
    type: 'Content-Type: application/octet-stream',
    site: 'Sec-Fetch-Site: same-origin',
  };
  const foreign = [
    'Origin: https://evil.test',
    'Host: evil.test',
    'Content-Type: text/plain',
    'Sec-Fetch-Site: cross-site',
    `Authorization: Clearfolder ${'A'.repeat(43)}.${'A'.repeat(38)}`,
  ];
  const post = (...more: string[]) => postRaw(guarded.port, body, ...more, 'Connection: close');
  const all = Object.values(headers);
  for (const header of foreign) {
    const answers = await Promise.all([post(header, ...all), post(...all, header)]);
    for (const answer of answers) expect([400, 401, 403, 415], header).toContain(statusOf(answer));
  }
  expect(guarded.asked).toEqual([]);
  expect(statusOf(await post(...all))).toBe(200);
});

test.each(['/api/call/tasks.page', '/api/document', '/api/upload', '/api/launch', '/nothing'])(
  'a body to %s is not even read for whoever has no session',
  async (path) => {
    await using guarded = await guardedHost();
    const answer = await guarded.raw(
      `POST ${path} HTTP/1.1`,
      `Host: 127.0.0.1:${guarded.port}`,
      `Origin: ${guarded.origin}`,
      'Content-Type: application/octet-stream',
      'Connection: close',
      'Content-Length: 1000000',
      '',
      '{',
    );
    expect([401, 413]).toContain(statusOf(answer));
  },
);

test('who is slow with headers or a body is hung up on, and others are served meanwhile', async () => {
  await using guarded = await guardedHost({ patience: { headersMs: 300, bodyMs: 600, pieceMs: 600 } });
  const own = `Host: 127.0.0.1:${guarded.port}\r\nOrigin: ${guarded.origin}\r\n`;
  const starts = [
    'GET / HTTP/1.1\r\nX-Slow: ',
    `GET / HTTP/1.1\r\n${own}`,
    `POST /api/launch HTTP/1.1\r\n${own}Content-Type: application/octet-stream\r\nContent-Length: 90\r\n\r\n{`,
    `POST /api/launch HTTP/1.1\r\n${own}Content-Type: application/octet-stream\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n`,
  ];
  const drips = Array.from({ length: 40 }, (_, index) =>
    drip(guarded.port, starts[index % starts.length] ?? ''),
  );
  expect((await fetch(`${guarded.origin}/`)).status).toBe(200);
  await Promise.all(drips);
  await guarded.launch();
});

/** Sends a byte now and then until the other side puts up with it no longer. */
function drip(port: number, start: string): Promise<void> {
  return new Promise((resolve) => {
    const socket = createConnection(port, '127.0.0.1', () => socket.write(start));
    const timer = setInterval(() => socket.write(' '), 100);
    socket.on('data', () => undefined);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearInterval(timer);
      resolve();
    });
  });
}

test('as many cookies as a browser keeps, which any program may leave at this address, keep the owner out of nothing', async () => {
  await using guarded = await guardedHost();
  const cookies = Array.from({ length: 180 }, (_, number) => `c${number}=${'x'.repeat(4_090)}`);
  const answer = await guarded.raw(
    'GET / HTTP/1.1',
    `Host: 127.0.0.1:${guarded.port}`,
    `Cookie: ${cookies.join('; ')}`,
    'Connection: close',
  );
  expect(statusOf(answer)).toBe(200);
});
