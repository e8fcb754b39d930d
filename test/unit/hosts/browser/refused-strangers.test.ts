import { createConnection } from 'node:net';
import { networkInterfaces } from 'node:os';
import { expect, test } from 'vitest';
import { newSecret } from '../../../../src-main/contract/sealed.ts';
import { askSealed, authorisationOf } from '../../../support/sealed-page.ts';
import { CANARY, guardedHost, statusOf } from './support/guarded-host.ts';

test('nothing is upgraded, not even by ourselves', async () => {
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
