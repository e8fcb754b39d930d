import { statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SOCKET_PATH } from '../../../../src-main/contract/page-socket.ts';
import { idOf, newSecret, proofOf } from '../../../../src-main/contract/proof.ts';
import { linkOfRunning } from '../../../../src-main/hosts/browser/running-link.ts';
import { createTestClock } from '../../../support/clock.ts';
import { enterPage, secretOf, socketOf } from '../../../support/page-client.ts';
import { guardedHost } from './support/guarded-host.ts';

const HOUR = 3_600_000;

async function timedHost() {
  const clock = createTestClock();
  const guarded = await guardedHost({ clock });
  const enter = (secret: string) => enterPage(guarded.origin, secret);
  const token = () => secretOf(guarded.host.link());
  return { ...guarded, clock, enter, token };
}

test('a link lets one page in, once, within a minute; its token has 256 bits and stands in the fragment', async () => {
  await using host = await timedHost();
  const url = new URL(host.host.link());
  expect(url.search).toBe('');
  expect(Buffer.from(url.hash.replace('#launch=', ''), 'base64url')).toHaveLength(32);
  const first = host.token();
  const late = host.token();
  const page = await host.enter(first);
  expect(page).not.toBeNull();
  expect(await host.enter(first)).toBeNull();
  await host.clock.advance(59_999);
  const fresh = host.token();
  await host.clock.advance(1);
  expect(await host.enter(late)).toBeNull();
  const other = await host.enter(fresh);
  expect(other).not.toBeNull();
  expect(host.asked).toEqual([]);
  await page?.close();
  await other?.close();
});

test('guessing wins nothing, and wrong secrets, however many, keep no right one out', async () => {
  await using host = await timedHost();
  const first = await host.launch();
  await first.close();
  for (let tries = 0; tries < 30; tries += 1) expect(await host.enter(newSecret())).toBeNull();
  // The id of a secret stands in requests, and must not reveal the secret.
  const token = host.token();
  const url = `ws://127.0.0.1:${host.port}${SOCKET_PATH}?pass=${await idOf(token)}&nonce=${newSecret()}`;
  for (const proof of [await proofOf(newSecret(), 'page', newSecret()), 'A'.repeat(43), '', '__proto__']) {
    const socket = socketOf(url, host.origin);
    const heard: unknown[] = [];
    const closed = new Promise<number>((resolve) =>
      socket.addEventListener('close', ({ code }) => resolve(code)),
    );
    socket.addEventListener('message', ({ data }) => {
      if (heard.push(data) === 1) socket.send(JSON.stringify({ kind: 'proof', proof }));
    });
    expect([4400, 4401]).toContain(await closed);
    expect(heard, proof).toHaveLength(1);
  }
  expect(host.asked).toEqual([]);
  await using page = await host.enter(token);
  await using reloaded = await host.enter(first.ticket);
  expect([page, reloaded]).not.toContain(null);
  expect(await linkOfRunning(host.dir.path)).not.toBeNull();
});

test('the proof of a server is worth nothing from a page', async () => {
  await using host = await timedHost();
  const token = host.token();
  const pass = await idOf(token);
  const open = (nonce: string, hear: (frame: { proof: string; nonce: string }) => void) => {
    const socket = socketOf(
      `ws://127.0.0.1:${host.port}${SOCKET_PATH}?pass=${pass}&nonce=${nonce}`,
      host.origin,
    );
    socket.addEventListener('message', ({ data }) => hear(JSON.parse(String(data))));
    return socket;
  };
  const code = await new Promise<number>((resolve) => {
    const victim = open(newSecret(), ({ nonce }) => {
      // Lets the server itself make a proof over the nonce of the server.
      open(nonce, ({ proof }) => victim.send(JSON.stringify({ kind: 'proof', proof })));
    });
    victim.addEventListener('close', (closed) => resolve(closed.code));
  });
  expect(code).toBe(4401);
});

test('a reload goes on with a ticket that is spent once its page is there, and not before', async () => {
  await using host = await timedHost();
  const first = await host.launch();
  // The frame with the next ticket gets lost, as when the page is loaded twice at once.
  const socket = socketOf(
    `ws://127.0.0.1:${host.port}${SOCKET_PATH}?pass=${await idOf(first.ticket)}&nonce=${newSecret()}`,
    host.origin,
  );
  await new Promise<void>((resolve) => {
    socket.addEventListener('message', async ({ data }) => {
      const frame = JSON.parse(String(data));
      if (frame.kind === 'ticket') resolve();
      else
        socket.send(
          JSON.stringify({ kind: 'proof', proof: await proofOf(first.ticket, 'page', frame.nonce) }),
        );
    });
  });
  socket.close();
  const second = await host.enter(first.ticket);
  expect(second).not.toBeNull();
  expect(await host.enter(first.ticket)).toBeNull();
  // The page that is still open keeps its connection: a connection cannot change its peer.
  expect(await first.ask('app.info')).toMatchObject({ ok: true });
  expect(await second?.ask('app.info')).toMatchObject({ ok: true });
  const third = await host.enter(second?.ticket ?? '');
  expect(third).not.toBeNull();
  expect(await host.enter(second?.ticket ?? '')).toBeNull();
  await second?.close();
  await third?.close();
});

test('a ticket lasts as long as its page is open, and twelve hours after; an open page is never thrown out', async () => {
  await using host = await timedHost();
  const open = await host.launch();
  const closed = await host.launch();
  const late = await host.launch();
  await host.clock.advance(30 * HOUR);
  expect(await open.ask('app.info')).toMatchObject({ ok: true });
  await closed.close();
  await late.close();
  // The server notices the end of a connection by itself.
  await host.raw('GET / HTTP/1.1', `Host: 127.0.0.1:${host.port}`, 'Connection: close');
  await host.clock.advance(12 * HOUR - 1);
  const reloaded = await host.enter(closed.ticket);
  expect(reloaded).not.toBeNull();
  await host.clock.advance(1);
  expect(await host.enter(late.ticket)).toBeNull();
  expect(await open.ask('app.info')).toMatchObject({ ok: true });
  await reloaded?.close();
});

test('of tickets of closed pages the 25 newest last', async () => {
  await using host = await timedHost();
  const tickets: string[] = [];
  for (let count = 0; count < 27; count += 1) {
    const page = await host.launch();
    await page.close();
    await host.raw('GET / HTTP/1.1', `Host: 127.0.0.1:${host.port}`, 'Connection: close');
    await host.clock.advance(1);
    tickets.push(page.ticket);
  }
  expect(await host.enter(tickets[0] ?? '')).toBeNull();
  expect(await host.enter(tickets[1] ?? '')).toBeNull();
  await using page = await host.enter(tickets[2] ?? '');
  expect(page).not.toBeNull();
});

test('another process of the same user gets a fresh link by the key in a private file; what was left behind gives none', async () => {
  await using host = await timedHost();
  const control = await host.control();
  expect(statSync(host.dir.at('browser.json')).mode & 0o777).toBe(0o600);
  expect(control).toMatchObject({ port: host.port, pid: process.pid });
  const link = await linkOfRunning(host.dir.path);
  await using page = await host.enter(secretOf(link?.url ?? ''));
  expect(page).not.toBeNull();
  // The key itself opens no page.
  expect(await host.enter(control?.key ?? '')).toBeNull();
  expect(await linkOfRunning(host.dir.at('nowhere'))).toBeNull();
  expect(host.asked).toEqual([]);
});
