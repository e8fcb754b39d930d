import { createServer } from 'node:http';
import { createConnection } from 'node:net';
import { expect, test } from 'vitest';
import { serveOwnUser } from '../../../../src-main/hosts/browser/own-connections.ts';
import { closeServer, listenOnLoopback } from '../../../support/loopback.ts';
import { needing, needs } from '../../../support/machine.ts';
import { rawExchange } from '../../../support/raw-client.ts';

const REQUEST = 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';

async function serverOf(user?: number | null) {
  let asked = 0;
  const server = createServer((_request, response) => {
    asked += 1;
    response.end('served');
  });
  serveOwnUser(server, user);
  const port = await listenOnLoopback(server);
  return { port, asked: () => asked, [Symbol.asyncDispose]: () => closeServer(server) };
}

test('our own connections are served, of sockets for both families too', async () => {
  await using server = await serverOf();
  expect((await rawExchange(server.port, REQUEST)).bytes.toString()).toContain('served');
  const answer = await new Promise<string>((resolve, reject) => {
    const socket = createConnection(server.port, '::ffff:127.0.0.1', () => socket.write(REQUEST));
    socket.on('data', (chunk) => resolve(chunk.toString())).on('error', reject);
  });
  expect(answer).toContain('200 OK');
});

test(
  'connections of any other user are reset before a byte is read, of root too; where no system tells, all are served',
  needing(needs.linux),
  async () => {
    await using server = await serverOf((process.getuid?.() ?? 0) + 1);
    expect(await rawExchange(server.port, REQUEST)).toMatchObject({
      bytes: Buffer.alloc(0),
      error: 'ECONNRESET',
    });
    expect(server.asked()).toBe(0);
    await using everybody = await serverOf(null);
    expect((await rawExchange(everybody.port, REQUEST)).bytes.toString()).toContain('served');
  },
);

test('what closed at once, or comes by the hundreds, keeps nobody waiting', async () => {
  await using server = await serverOf();
  const sockets = Array.from({ length: 300 }, () => createConnection(server.port, '127.0.0.1'));
  for (const socket of sockets)
    socket.on('error', () => undefined).once('connect', () => socket.resetAndDestroy());
  const answers = await Promise.all(Array.from({ length: 40 }, () => rawExchange(server.port, REQUEST)));
  expect(answers.filter(({ bytes }) => bytes.includes('served'))).toHaveLength(40);
});
