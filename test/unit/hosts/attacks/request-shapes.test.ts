import { createConnection } from 'node:net';
import { expect, test } from 'vitest';
import { idOf, newSecret } from '../../../../src-main/contract/proof.ts';
import { secretOf } from '../../../support/page-client.ts';
import { guardedHost, statusOf, upgradeLines } from '../browser/support/guarded-host.ts';

test('requests with two meanings are refused, and what is hidden behind one is never carried out', async () => {
  await using guarded = await guardedHost();
  const own = [`Host: 127.0.0.1:${guarded.port}`, `Origin: ${guarded.origin}`];
  const get = 'GET / HTTP/1.1';
  const two = 'Content-Length: 2';
  const chunked = 'Transfer-Encoding: chunked';
  const hidden = ['GET /assets/page-1a2b.js HTTP/1.1', ...own, '', ''].join('\r\n');
  const shapes: Record<string, string[]> = {
    'length and chunks': [get, ...own, two, chunked, '', '0', '', hidden],
    'two lengths': [get, ...own, two, 'Content-Length: 200', '', `{}${hidden}`],
    'a length with a sign': [get, ...own, 'Content-Length: +2', '', `{}${hidden}`],
    'chunks not last': [get, ...own, 'Transfer-Encoding: chunked, identity', '', '0', '', hidden],
    'chunks misspelled': [get, ...own, 'Transfer-Encoding: xchunked', '', '0', '', hidden],
    'a space before the colon': [get, ...own, 'Content-Length : 2', '', `{}${hidden}`],
    'a bare line feed': [get, ...own, 'X-A: b\nContent-Length: 2', '', `{}${hidden}`],
    'a zero byte': [get, ...own, 'X-A: b\0c', two, '', `{}${hidden}`],
    'a bad chunk': [get, ...own, chunked, '', '2;\n', '{}', '0', '', hidden],
    'a whole address': [`GET http://127.0.0.1:${guarded.port}/ HTTP/1.1`, ...own],
    'an asterisk': ['OPTIONS * HTTP/1.1', ...own],
    'the preface of HTTP/2': ['PRI * HTTP/2.0', '', 'SM', ''],
    'headers without end': [get, ...own, `X-Long: ${'a'.repeat(2_000_000)}`],
  };
  for (const [shape, lines] of Object.entries(shapes)) {
    const before = guarded.asked.length;
    const answer = await guarded.raw(...lines);
    expect([400, 403, 405, 431, 505], `${shape}: ${answer.bytes}`).toContain(statusOf(answer));
    expect(answer.bytes.toString().match(/HTTP\/1\.1 /g), shape).toHaveLength(1);
    expect(guarded.asked.slice(before), shape).toEqual([]);
  }
});

test('who is slow with headers, a body or the proof is hung up on, and others are served meanwhile', async () => {
  await using guarded = await guardedHost({ patience: { requestMs: 300, proofMs: 600 } });
  const own = `Host: 127.0.0.1:${guarded.port}\r\nOrigin: ${guarded.origin}\r\n`;
  const pass = await idOf(secretOf(guarded.host.link()));
  const starts = [
    'GET / HTTP/1.1\r\nX-Slow: ',
    `GET / HTTP/1.1\r\n${own}`,
    `POST / HTTP/1.1\r\n${own}Content-Length: 90\r\n\r\n{`,
    `GET /socket?pass=${pass}&nonce=${newSecret()} HTTP/1.1\r\n${upgradeLines(guarded.port).join('\r\n')}\r\n\r\n`,
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
