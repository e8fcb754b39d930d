import { createConnection } from 'node:net';
import { networkInterfaces } from 'node:os';
import { expect, test } from 'vitest';
import { ask, newSecret, sealingKey } from '../../../../src-main/contract/sealed.ts';
import { askSealed, authorisationOf } from '../../../support/sealed-page.ts';
import { CANARY, guardedHost, postRaw, statusOf } from './support/guarded-host.ts';

const BAD_HOSTS = (port: number) => [
  // Another user can listen on this port of [::1], which a browser tries first for localhost, and have a page there.
  `localhost:${port}`,
  `[::1]:${port}`,
  `evil.com:${port}`,
  `127.0.0.1.nip.io:${port}`,
  `127.0.0.1:${port}.evil.com`,
  `127.0.0.1:${port + 1}`,
  '127.0.0.1',
  `LOCALHOST:${port}`,
  `127.1:${port}`,
  `user@127.0.0.1:${port}`,
  `127.0.0.1:${port}, evil.com`,
  `http://127.0.0.1:${port}`,
  '',
];

test('a request for any other host is refused before anything: pages, files, calls, events and upgrades', async () => {
  await using guarded = await guardedHost();
  const { key } = await guarded.launch();
  const listening = await authorisationOf(key, 'GET', '/api/events');
  const calling = await authorisationOf(key, 'POST', '/api/call/app.info');
  for (const host of BAD_HOSTS(guarded.port)) {
    const answers = await Promise.all([
      guarded.raw('GET / HTTP/1.1', `Host: ${host}`),
      guarded.raw('GET /assets/page-1a2b.js HTTP/1.1', `Host: ${host}`),
      guarded.raw('GET /api/events HTTP/1.1', `Host: ${host}`, `Authorization: ${listening}`),
      guarded.raw(
        'POST /api/call/app.info HTTP/1.1',
        `Host: ${host}`,
        `Origin: http://${host}`,
        `Authorization: ${calling}`,
        'Content-Type: application/octet-stream',
        'Content-Length: 0',
      ),
      guarded.raw(
        'GET / HTTP/1.1',
        `Host: ${host}`,
        'Connection: Upgrade',
        'Upgrade: websocket',
        'Sec-WebSocket-Version: 13',
        'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
      ),
    ]);
    expect(answers.map(statusOf), host).toEqual([403, 403, 403, 403, 403]);
    expect(answers.some(({ bytes }) => bytes.includes('ours'))).toBe(false);
  }
  expect(statusOf(await guarded.raw('GET / HTTP/1.0', 'X-Nothing: 1')), 'no host').toBe(403);
  expect(guarded.asked).toEqual([]);
});

test('a foreign, null or missing Origin is refused on every write, and a foreign one on every read', async () => {
  await using guarded = await guardedHost();
  const { key } = await guarded.launch();
  const exchange = await ask(await sealingKey(key), 'POST', '/api/call/app.info');
  const body = Buffer.from(await exchange.sealBody(Buffer.from('{}')));
  const own = `127.0.0.1:${guarded.port}`;
  const foreign = [
    'https://evil.com',
    'null',
    `http://localhost:${guarded.port}`,
    `http://127.0.0.1:${guarded.port + 1}`,
    `https://${own}`,
    `http://${own}/`,
    `http://${own}.evil.com`,
  ];
  const post = (...more: string[]) =>
    postRaw(
      guarded.port,
      body,
      `Host: ${own}`,
      `Authorization: ${exchange.authorisation}`,
      'Content-Type: application/octet-stream',
      ...more,
    );
  expect(statusOf(await post())).toBe(403);
  for (const origin of foreign) {
    expect(statusOf(await post(`Origin: ${origin}`)), origin).toBe(403);
    const read = await guarded.raw('GET / HTTP/1.1', `Host: ${own}`, `Origin: ${origin}`);
    expect(statusOf(read), origin).toBe(403);
  }
  expect(statusOf(await post(`Origin: http://${own}`, 'Origin: https://evil.com'))).toBe(403);
  expect(guarded.asked).toEqual([]);
  expect(statusOf(await post(`Origin: http://${own}`, 'Connection: close'))).toBe(200);
  expect(guarded.asked).toEqual(['call app.info']);
});

test('what another site or tab began is refused, and no answer ever allows one to read', async () => {
  await using guarded = await guardedHost();
  const { key } = await guarded.launch();
  const read = async (path: string, site: string) =>
    await fetch(`${guarded.origin}${path}`, {
      headers: { 'Sec-Fetch-Site': site, Authorization: await authorisationOf(key, 'GET', path) },
    });
  for (const site of ['cross-site', 'same-site', 'other', 'same-origin, cross-site']) {
    for (const path of ['/', '/assets/page-1a2b.js', '/api/events'])
      expect((await read(path, site)).status, `${path} ${site}`).toBe(403);
  }
  expect((await read('/assets/page-1a2b.js', 'none')).status).toBe(403);
  expect((await read('/api/events', 'none')).status).toBe(403);
  const page = await read('/', 'none');
  expect(page.status).toBe(200);
  expect([...page.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  expect(page.headers.get('set-cookie')).toBeNull();
  expect(page.headers.get('cache-control')).toBe('no-store');
  expect(page.headers.get('content-security-policy')).toMatch(/default-src 'none'.*connect-src 'self'/);
  expect(page.headers.get('content-security-policy')).not.toMatch(/unsafe|ws:|localhost/);
  expect(guarded.asked).toEqual([]);
});

test('no method but GET and POST, and no body of a type that another site can send unasked', async () => {
  await using guarded = await guardedHost();
  const { key } = await guarded.launch();
  const send = async (method: string, path: string, headers: Record<string, string>) =>
    fetch(`${guarded.origin}${path}`, {
      method,
      headers: {
        Origin: guarded.origin,
        Authorization: await authorisationOf(key, method, path),
        ...headers,
      },
      ...(['GET', 'HEAD', 'OPTIONS'].includes(method) ? {} : { body: '{}' }),
    });
  for (const method of ['OPTIONS', 'HEAD', 'PUT', 'DELETE', 'PATCH', 'PROPFIND']) {
    const { status, headers } = await send(method, '/api/call/app.info', {});
    expect(status, method).toBe(405);
    expect(headers.get('allow')).toBeNull();
  }
  const types = [
    'text/plain',
    'multipart/form-data; boundary=x',
    'application/json',
    'application/octet-stream; charset=utf-8',
  ];
  for (const type of types) {
    for (const path of ['/api/call/app.info', '/api/launch', '/api/resume', '/api/link', '/api/upload'])
      expect((await send('POST', path, { 'Content-Type': type })).status, `${path} ${type}`).toBe(415);
  }
  expect(guarded.asked).toEqual([]);
});

test('only what the build made is served, however a path is spelled', async () => {
  await using guarded = await guardedHost();
  const paths = [
    '/../package.json',
    '/assets/../../package.json',
    '/%2e%2e/package.json',
    '/..\\package.json',
    '/assets/%00',
    '/assets//page-1a2b.js',
    '/%61ssets/page-1a2b.js',
    '/assets/page-1a2b.js?x=1',
    '/assets',
    '//etc/passwd',
    '/.vite/manifest.json',
    '/%',
    '/__proto__',
    '/api',
  ];
  for (const path of paths) {
    const answer = await guarded.raw(
      `GET ${path} HTTP/1.1`,
      `Host: 127.0.0.1:${guarded.port}`,
      'Connection: close',
    );
    expect([400, 404], `${path} ${answer.bytes}`).toContain(statusOf(answer));
    expect(answer.bytes.toString(), path).toContain('default-src');
  }
  const zero = await guarded.raw('GET /\0 HTTP/1.1', `Host: 127.0.0.1:${guarded.port}`);
  expect([400, 404]).toContain(statusOf(zero));
  expect(guarded.asked).toEqual([]);
});

test('nothing is upgraded, not even by ourselves, and nothing connected through', async () => {
  await using guarded = await guardedHost();
  const { key } = await guarded.launch();
  for (const upgrade of ['websocket', 'h2c', 'anything']) {
    const answer = await guarded.raw(
      'GET /api/events HTTP/1.1',
      `Host: 127.0.0.1:${guarded.port}`,
      `Origin: ${guarded.origin}`,
      `Authorization: ${await authorisationOf(key, 'GET', '/api/events')}`,
      'Connection: Upgrade',
      `Upgrade: ${upgrade}`,
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
    );
    expect(statusOf(answer)).toBe(403);
  }
  const connect = await guarded.raw('CONNECT evil.com:443 HTTP/1.1', `Host: 127.0.0.1:${guarded.port}`);
  expect(statusOf(connect)).toBe(403);
  expect(guarded.asked).toEqual([]);
});

test('other machines do not reach it: no address of the network answers', async () => {
  await using guarded = await guardedHost();
  const others = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter((address) => !address.internal && address.family === 'IPv4')
    .map(({ address }) => address);
  for (const address of [...others, '127.0.0.2']) {
    const outcome = await new Promise<string>((resolve) => {
      const socket = createConnection({ port: guarded.port, host: address, timeout: 2000 });
      socket.once('connect', () => resolve('connected'));
      socket.once('error', () => resolve('refused'));
      socket.once('timeout', () => resolve('silent'));
    });
    expect(outcome, address).not.toBe('connected');
  }
});

test('nothing of a patient is told without a session, nor with one that was never given', async () => {
  await using guarded = await guardedHost();
  const { key, ticket } = await guarded.launch();
  const strange = await authorisationOf(newSecret(), 'POST', '/api/call/tasks.page');
  const [, ownId = '', ownMark = ''] =
    /^Clearfolder (\S+)\.(\S+)$/.exec(await authorisationOf(key, 'POST', '/api/call/tasks.page')) ?? [];
  const [, , strangeMark = ''] = /^Clearfolder (\S+)\.(\S+)$/.exec(strange) ?? [];
  const wrong = [
    {},
    { Authorization: 'Clearfolder ' },
    { Authorization: strange },
    { Authorization: `Clearfolder ${ownId}` },
    { Authorization: `Clearfolder ${ownId}.${strangeMark}` },
    { Authorization: `Clearfolder ${ownId}.${'A'.repeat(38)}` },
    { Authorization: `clearfolder ${ownId}.${ownMark}` },
    { Authorization: `Clearfolder ${ownId}.${ownMark}x` },
    { Authorization: `Bearer ${key}` },
    { Authorization: await authorisationOf(ticket, 'POST', '/api/call/tasks.page') },
    // Made for another question.
    { Authorization: await authorisationOf(key, 'POST', '/api/call/app.info') },
    { Authorization: await authorisationOf(key, 'GET', '/api/call/tasks.page') },
    { Cookie: `key=${key}` },
  ];
  const asked = ['/api/call/tasks.page', `/api/call/tasks.page?key=${key}`, '/api/document', '/api/made'];
  for (const headers of wrong) {
    const { origin } = guarded;
    const body = {};
    const answers = [
      ...(await Promise.all(asked.map((path) => askSealed(origin, path, { body, headers })))),
      await askSealed(origin, '/api/events', { method: 'GET', headers }),
      await askSealed(origin, '/api/upload', { body: { drop: 'd1', path: 'a', size: 2 }, headers }),
      await askSealed(origin, '/api/upload/u/0', { body: 'xx', headers }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 401, 401]);
    for (const { text } of answers) {
      expect(text).not.toContain(CANARY);
      expect(JSON.parse(text)).toMatchObject({ ok: false, error: { code: 'session.ended' } });
    }
  }
  // The right header with a body that another key sealed, or none.
  for (const body of ['{}', new Uint8Array(60)]) {
    const headers = { Authorization: await authorisationOf(key, 'POST', '/api/call/tasks.page') };
    expect((await askSealed(guarded.origin, '/api/call/tasks.page', { body, headers })).status).toBe(400);
  }
  expect(guarded.asked).toEqual([]);
});
