import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Page } from 'playwright';
import { beforeAll, expect, test } from 'vitest';
import type { BuiltFiles } from '../../../../src-main/hosts/built-files.ts';
import { watchedPage } from '../../../app/support/browser.ts';
import { closeServer } from '../../../support/loopback.ts';
import { until } from '../../../support/until.ts';
import { guardedHost } from '../../hosts/browser/support/guarded-host.ts';
import { hostPage } from './support.ts';

/* Whoever listens on the port of a Clearfolder that has ended, while a page of it is still open, or opens again. */

let files: BuiltFiles;
beforeAll(async () => {
  files = await hostPage();
});

type Answer = (request: IncomingMessage, socket: Duplex) => void;

/** Upgrades a request to a WebSocket and sends text frames. */
const upgraded =
  (...frames: readonly string[]): Answer =>
  (request, socket) => {
    const accept = createHash('sha1')
      .update(`${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
      .digest('base64');
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
    );
    for (const frame of frames) {
      const bytes = Buffer.from(frame);
      const length = bytes.length < 126 ? [bytes.length] : [126, bytes.length >> 8, bytes.length & 255];
      socket.write(Buffer.concat([Buffer.from([0x81, ...length]), bytes]));
    }
  };
const proof = (text: string) => JSON.stringify({ kind: 'proof', proof: text, nonce: 'N'.repeat(43) });

/** Ways in which a stranger answers. The server serves the page itself, as it was, so that the page runs the right code. */
const STRANGERS: Readonly<Record<string, Answer>> = {
  'with a proof of nothing': upgraded(proof('A'.repeat(43))),
  'with no proof but the next frames': upgraded(
    JSON.stringify({ kind: 'ticket', ticket: 'T'.repeat(43) }),
    JSON.stringify({ kind: 'open' }),
  ),
  'with what it was sent': (request, socket) =>
    upgraded(proof(new URL(request.url ?? '', 'http://x').searchParams.get('nonce') ?? ''))(request, socket),
  'with the id as the proof': (request, socket) =>
    upgraded(proof(new URL(request.url ?? '', 'http://x').searchParams.get('pass') ?? ''))(request, socket),
  'with words': upgraded('hello'),
  'with a refusal': (_request, socket) => void socket.end('HTTP/1.1 401 Unauthorized\r\n\r\n'),
  'with silence that ends': (_request, socket) => void socket.destroy(),
};

/** Listens on a port that became free, keeps every byte that comes, and serves the page. */
async function takePort(port: number, answer: Answer) {
  const heard: Buffer[] = [];
  const asked: string[] = [];
  const sockets = new Set<Duplex>();
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    const file = files.get(request.url ?? '');
    response.writeHead(file === undefined ? 404 : 200, { 'Content-Type': file?.type ?? 'text/plain' });
    response.end(file?.bytes);
  });
  server.on('upgrade', (request, socket) => {
    asked.push(`UPGRADE ${request.url}`);
    heard.push(Buffer.from(request.rawHeaders.join('\n')));
    socket.on('data', (bytes: Buffer) => heard.push(unmasked(bytes)));
    socket.on('error', () => undefined);
    sockets.add(socket);
    answer(request, socket);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const dispose = async () => {
    for (const socket of sockets) socket.destroy();
    await closeServer(server);
  };
  return { heard: () => Buffer.concat(heard), asked, [Symbol.asyncDispose]: dispose };
}

/** The content of a short frame of a page, which is masked. */
function unmasked(frame: Buffer): Buffer {
  const mask = frame.subarray(2, 6);
  return Buffer.from(frame.subarray(6).map((byte, index) => byte ^ (mask[index % 4] ?? 0)));
}

const session = (page: Page) =>
  until(() => page.evaluate(() => window.probe?.session()), { what: 'the page' });

/** A page whose host has ended. */
async function leftPage(page: Page): Promise<{ port: number; ticket: string }> {
  await using guarded = await guardedHost({ files });
  await page.goto(guarded.host.link());
  await until(async () => (await session(page)).state === 'open');
  const ticket = await page.evaluate(() => Object.values(sessionStorage).map(String).join());
  expect(ticket).toMatch(/^[\w-]{43}$/);
  return { port: guarded.port, ticket };
}

test('who took the port after the end hears nothing from a page that is still open, whatever the page is told to do', async () => {
  await using watched = await watchedPage();
  const { page } = watched;
  const { port } = await leftPage(page);
  await until(async () => (await session(page)).state === 'disconnected');
  await using stranger = await takePort(port, upgraded(proof('A'.repeat(43))));
  const results = await page.evaluate(async () => ({
    uploaded: await window.probe.upload(3, 3_000_000),
    preferences: await window.probe.preferences(),
    read: await window.probe.read(),
  }));
  expect(results).toMatchObject({
    uploaded: { result: { ok: false } },
    preferences: { ok: false },
    read: { ok: false },
  });
  const tries =
    "[import('/page.js?again'), fetch('/'), new Promise((resolve, reject) => { try { const s = new WebSocket(location.origin.replace('http', 'ws') + '/socket'); s.onopen = resolve; s.onerror = reject; } catch (error) { reject(error); } })].map((tried) => tried.then(() => true, () => false))";
  expect(await page.evaluate(`Promise.all(${tries})`)).toEqual([false, false, false]);
  expect(stranger.asked).toEqual([]);
});

test.each(Object.entries(STRANGERS))(
  'who took the port before the page opens again and answers %s gets no secret, no document and no proof, and shows nothing',
  async (way, answer) => {
    await using watched = await watchedPage();
    const { page } = watched;
    const { port, ticket } = await leftPage(page);
    await using stranger = await takePort(port, answer);
    await page.reload();
    await until(async () => ['ended', 'disconnected'].includes((await session(page)).state));
    const { state, failure } = await session(page);
    const unproven = way.startsWith('with a refusal') || way.startsWith('with silence');
    expect([state, failure?.code]).toEqual(
      unproven ? ['disconnected', 'session.disconnected'] : ['ended', 'session.ended'],
    );
    expect(await page.evaluate(() => window.probe.events())).toEqual([]);
    expect(stranger.asked.filter((question) => question.startsWith('UPGRADE'))).toHaveLength(1);
    const heard = stranger.heard().toString('latin1');
    expect(heard).not.toContain('"kind"');
    expect(heard + stranger.asked.join()).not.toContain(ticket);
    expect(await page.context().cookies()).toEqual([]);
  },
);

test('who takes the port while files go up gets nothing of them', async () => {
  await using watched = await watchedPage();
  const { page } = watched;
  let port = 0;
  let uploaded: Promise<unknown> = Promise.resolve();
  {
    await using guarded = await guardedHost({ files });
    port = guarded.port;
    await page.goto(guarded.host.link());
    await until(async () => (await session(page)).state === 'open');
    // Far more files than can fail before the stranger listens.
    uploaded = page.evaluate(async () => (await window.probe.upload(5_000, 1_000)).result);
    await until(() => guarded.asked.includes('taken 1000'));
  }
  await using stranger = await takePort(port, upgraded());
  expect(await uploaded).toMatchObject({ ok: false, error: { code: 'host.gone' } });
  expect((await session(page)).state).toBe('disconnected');
  expect(stranger.asked).toEqual([]);
});
