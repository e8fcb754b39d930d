import { createConnection } from 'node:net';
import { networkInterfaces } from 'node:os';
import { expect, test } from 'vitest';
import { CANARY, guardedHost, statusOf } from './support/guarded-host.ts';

test('nothing is upgraded, not even by ourselves', async () => {
  await using guarded = await guardedHost();
  const { bearer } = await guarded.launch();
  for (const upgrade of ['websocket', 'h2c', 'anything']) {
    const answer = await guarded.raw(
      'GET /api/events HTTP/1.1',
      `Host: 127.0.0.1:${guarded.port}`,
      `Origin: ${guarded.origin}`,
      `Authorization: Bearer ${bearer}`,
      'Connection: Upgrade',
      `Upgrade: ${upgrade}`,
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
    );
    expect(statusOf(answer)).toBe(403);
  }
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
  const { bearer } = await guarded.launch();
  const wrong = [
    {},
    { Authorization: 'Bearer ' },
    { Authorization: `Bearer ${'A'.repeat(43)}` },
    { Authorization: `bearer ${bearer}` },
    { Authorization: `Basic ${bearer}` },
    { Authorization: `Bearer ${bearer}x` },
    { Authorization: `Bearer ${bearer} ${bearer}` },
    { Cookie: `bearer=${bearer}` },
  ];
  for (const headers of wrong) {
    const answers = [
      await guarded.post('/api/call/tasks.page', {}, headers),
      await guarded.post(`/api/call/tasks.page?bearer=${bearer}`, {}, headers),
      await guarded.post('/api/document', { task: 't', item: 'i' }, headers),
      await fetch(`${guarded.origin}/api/events`, { headers }),
      await fetch(`${guarded.origin}/api/drop/d1/file`, {
        method: 'PUT',
        headers: {
          Origin: guarded.origin,
          'Content-Type': 'application/octet-stream',
          'X-Clearfolder-Size': '2',
          'X-Clearfolder-Path': 'a',
          ...headers,
        },
        body: 'xx',
      }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401]);
    for (const answer of answers) {
      const text = await answer.text();
      expect(text).not.toContain(CANARY);
      expect(JSON.parse(text)).toMatchObject({ ok: false, error: { code: 'session.ended' } });
    }
  }
  expect(guarded.asked).toEqual([]);
});
