import { request } from 'node:http';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { guardedHost } from './support/guarded-host.ts';

const MIB = 1024 * 1024;

type Guarded = Awaited<ReturnType<typeof guardedHost>>;

/** Puts a file the way a page does; the size is also its Content-Length unless another is given. */
function put(
  { port, origin }: Guarded,
  bearer: string,
  body: Readable,
  headers: Record<string, string>,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const sent = request({
      port,
      host: '127.0.0.1',
      method: 'PUT',
      path: '/api/drop/d1/file',
      headers: {
        Origin: origin,
        Authorization: `Bearer ${bearer}`,
        'Content-Type': 'application/octet-stream',
        ...headers,
      },
    });
    sent.on('response', async (response) => {
      const text = Buffer.concat(await response.toArray()).toString();
      resolve({ status: response.statusCode ?? 0, text });
    });
    sent.on('error', reject);
    body.pipe(sent);
  });
}

test('a file of 200 MiB goes through to the program whole, and no faster than the program takes it', async () => {
  await using guarded = await guardedHost();
  const { bearer } = await guarded.launch();
  const piece = Buffer.alloc(64 * 1024, 1);
  const size = 200 * MIB;
  let inBetween = 0;
  function* bytes() {
    for (let sent = 0; sent < size; sent += piece.byteLength) {
      inBetween = Math.max(inBetween, sent - guarded.taken());
      yield piece;
    }
  }
  const { status } = await put(guarded, bearer, Readable.from(bytes()), {
    'X-Clearfolder-Path': encodeURIComponent('Ordner/Müller & Söhne.pdf'),
    'X-Clearfolder-Size': String(size),
    'Content-Length': String(size),
  });
  expect(status).toBe(200);
  expect(guarded.asked).toEqual([`drop d1 Ordner/Müller & Söhne.pdf ${size}`, `taken ${size}`]);
  // What the sockets of both sides hold, and nothing more.
  expect(inBetween / MIB).toBeLessThan(16);
});

test('a file whose size, length or path does not fit together is refused before the program hears of it', async () => {
  await using guarded = await guardedHost();
  const { bearer } = await guarded.launch();
  const good = { 'X-Clearfolder-Path': 'a.pdf', 'X-Clearfolder-Size': '3', 'Content-Length': '3' };
  const wrong: Record<string, string>[] = [
    { 'X-Clearfolder-Size': '4' },
    { 'X-Clearfolder-Size': '-3' },
    { 'X-Clearfolder-Size': '3.0' },
    { 'X-Clearfolder-Size': '0x3' },
    { 'X-Clearfolder-Size': '9'.repeat(16) },
    { 'X-Clearfolder-Path': '%' },
    { 'X-Clearfolder-Path': '%c3%28' },
  ];
  for (const headers of wrong) {
    const { status } = await put(guarded, bearer, Readable.from([Buffer.from('abc')]), {
      ...good,
      ...headers,
    });
    expect(status, JSON.stringify(headers)).toBe(400);
  }
  const { 'Content-Length': _length, ...chunked } = good;
  expect((await put(guarded, bearer, Readable.from([Buffer.from('abc')]), chunked)).status).toBe(400);
  expect(guarded.asked).toEqual([]);
});

test('a page names no paths of this machine', async () => {
  await using guarded = await guardedHost();
  const { bearer } = await guarded.launch();
  const answer = await guarded.post(
    '/api/call/drops.add-paths',
    { drop: 'd1', paths: ['/etc/passwd'] },
    { Authorization: `Bearer ${bearer}` },
  );
  expect(answer.status).toBe(403);
  for (const spelled of ['drops%2eadd-paths', 'drops.add%2Dpaths'])
    expect(
      (await guarded.post(`/api/call/${spelled}`, {}, { Authorization: `Bearer ${bearer}` })).status,
    ).toBe(403);
  expect(guarded.asked).toEqual([]);
});

test('a body that is too large for a question, or no JSON, is refused before the program hears of it', async () => {
  await using guarded = await guardedHost();
  const { bearer } = await guarded.launch();
  const ask = async (body: string) =>
    (await guarded.post('/api/call/app.info', body, { Authorization: `Bearer ${bearer}` })).status;
  expect(await ask(JSON.stringify({ more: 'x'.repeat(2 * MIB) }))).toBe(413);
  expect(await ask('{"a":')).toBe(400);
  expect(await ask('')).toBe(400);
  expect(await ask('{"__proto__": {"x": 1}}')).toBe(400);
  expect(guarded.asked).toEqual([]);
});
