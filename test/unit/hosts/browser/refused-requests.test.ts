import { createConnection } from 'node:net';
import { networkInterfaces } from 'node:os';
import { expect, test } from 'vitest';
import { newSecret } from '../../../../src-main/contract/proof.ts';
import { guardedHost, HANDSHAKE, statusOf, upgradeLines } from './support/guarded-host.ts';

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

test('a request for any other host is refused before anything: pages, files and the WebSocket', async () => {
  await using guarded = await guardedHost();
  for (const host of BAD_HOSTS(guarded.port)) {
    const answers = await Promise.all([
      guarded.raw('GET / HTTP/1.1', `Host: ${host}`),
      guarded.raw('GET /assets/page-1a2b.js HTTP/1.1', `Host: ${host}`),
      guarded.raw('GET / HTTP/1.1', `Host: ${host}`, `Origin: ${guarded.origin}`, ...HANDSHAKE),
      guarded.raw('GET /socket HTTP/1.1', `Host: ${host}`, `Origin: ${guarded.origin}`, ...HANDSHAKE),
      guarded.raw('GET /socket HTTP/1.1', `Host: ${host}`, `Origin: http://${host}`, ...HANDSHAKE),
    ]);
    expect(answers.map(statusOf), host).toEqual([403, 403, 403, 403, 403]);
    expect(answers.some(({ bytes }) => bytes.includes('ours'))).toBe(false);
  }
  expect(statusOf(await guarded.raw('GET / HTTP/1.0', 'X-Nothing: 1')), 'no host').toBe(403);
  expect(guarded.asked).toEqual([]);
});

const FOREIGN = (port: number) => [
  'https://evil.com',
  'null',
  `http://localhost:${port}`,
  `http://127.0.0.1:${port + 1}`,
  `https://127.0.0.1:${port}`,
  `http://127.0.0.1:${port}/`,
  `http://127.0.0.1:${port}.evil.com`,
];

test('a foreign, null or missing Origin is refused on the WebSocket, and a foreign one on every read', async () => {
  await using guarded = await guardedHost();
  const own = `Host: 127.0.0.1:${guarded.port}`;
  const socket = (...more: string[]) => guarded.raw('GET /socket HTTP/1.1', own, ...HANDSHAKE, ...more);
  expect(statusOf(await socket())).toBe(403);
  for (const origin of FOREIGN(guarded.port)) {
    expect(statusOf(await socket(`Origin: ${origin}`)), origin).toBe(403);
    expect(statusOf(await guarded.raw('GET / HTTP/1.1', own, `Origin: ${origin}`)), origin).toBe(403);
  }
  for (const doubled of ['Origin: https://evil.com', 'Host: evil.test', 'Sec-Fetch-Site: cross-site']) {
    const lines = [own, `Origin: ${guarded.origin}`, 'Sec-Fetch-Site: same-origin'];
    for (const all of [
      [doubled, ...lines],
      [...lines, doubled],
    ])
      expect([400, 403], doubled).toContain(
        statusOf(await guarded.raw('GET /socket HTTP/1.1', ...HANDSHAKE, ...all)),
      );
  }
  expect(guarded.asked).toEqual([]);
  // The same request with the own Origin is upgraded, and closed because the page names no secret.
  const upgraded = await guarded.raw('GET /socket HTTP/1.1', ...upgradeLines(guarded.port));
  expect(statusOf(upgraded)).toBe(101);
});

test('what another site or tab began is refused, and no answer ever allows one to read', async () => {
  await using guarded = await guardedHost();
  const read = (path: string, site: string) =>
    fetch(`${guarded.origin}${path}`, { headers: { 'Sec-Fetch-Site': site } });
  for (const site of ['cross-site', 'same-site', 'other', 'same-origin, cross-site']) {
    for (const path of ['/', '/assets/page-1a2b.js', '/socket'])
      expect((await read(path, site)).status, `${path} ${site}`).toBe(403);
    const lines = [...upgradeLines(guarded.port), `Sec-Fetch-Site: ${site}`];
    expect(statusOf(await guarded.raw('GET /socket HTTP/1.1', ...lines)), site).toBe(403);
  }
  expect((await read('/assets/page-1a2b.js', 'none')).status).toBe(403);
  const page = await read('/', 'none');
  expect(page.status).toBe(200);
  expect([...page.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  expect(page.headers.get('set-cookie')).toBeNull();
  expect(page.headers.get('cache-control')).toBe('no-store');
  const policy = page.headers.get('content-security-policy');
  expect(policy).toMatch(/default-src 'none'/);
  expect(policy).toContain(`connect-src ws://127.0.0.1:${guarded.port};`);
  expect(policy).not.toMatch(/unsafe|localhost/);
  expect(guarded.asked).toEqual([]);
});

test('no method but GET, and no body', async () => {
  await using guarded = await guardedHost();
  for (const method of ['OPTIONS', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'PROPFIND']) {
    for (const path of ['/', '/socket', '/api/call/app.info']) {
      const { status, headers } = await fetch(`${guarded.origin}${path}`, {
        method,
        headers: { Origin: guarded.origin, 'Content-Type': 'application/octet-stream' },
        ...(['HEAD', 'OPTIONS'].includes(method) ? {} : { body: '{}' }),
      });
      expect(status, `${method} ${path}`).toBe(405);
      expect(headers.get('allow')).toBeNull();
    }
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

test('only the WebSocket is upgraded, and nothing connected through', async () => {
  await using guarded = await guardedHost();
  const own = upgradeLines(guarded.port);
  for (const path of ['/', '/index.html', '/assets/page-1a2b.js', '/socket/', '/api/events', '//socket'])
    expect([403, 404], path).toContain(statusOf(await guarded.raw(`GET ${path} HTTP/1.1`, ...own)));
  for (const upgrade of ['h2c', 'anything']) {
    const lines = own.map((line) => (line.startsWith('Upgrade') ? `Upgrade: ${upgrade}` : line));
    expect([400, 403], upgrade).toContain(statusOf(await guarded.raw('GET /socket HTTP/1.1', ...lines)));
  }
  expect(statusOf(await guarded.raw('POST /socket HTTP/1.1', ...own, 'Content-Length: 0'))).not.toBe(101);
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

test('nothing is told over a WebSocket without a pass, nor with one that was never given', async () => {
  await using guarded = await guardedHost();
  const [pass, nonce] = [newSecret(), newSecret()];
  for (const query of [
    '',
    `?pass=${pass}`,
    `?nonce=${nonce}`,
    `?pass=${pass}&nonce=${nonce}`,
    '?pass=__proto__',
  ]) {
    const answer = await guarded.raw(`GET /socket${query} HTTP/1.1`, ...upgradeLines(guarded.port));
    expect(statusOf(answer)).toBe(101);
    // The only frame closes the connection, with the code 4401.
    const [, frames = ''] = answer.bytes.toString('latin1').split('\r\n\r\n');
    expect(Buffer.from(frames, 'latin1').toString('hex'), query).toBe('88021131');
  }
  expect(guarded.asked).toEqual([]);
});
