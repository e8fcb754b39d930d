import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { listenForCallbacks } from '../../../src-main/core/callback-listener.ts';
import { closeServer, listenOnLoopback } from '../../support/loopback.ts';

test('a callback only causes an early look, whatever it says, and at most one a second', async () => {
  let now = 0;
  let looks = 0;
  const listener = await listenForCallbacks('127.0.0.1:0', {
    monotonic: () => now,
    onCallback: () => {
      looks += 1;
    },
  });
  onTestFinished(() => listener.close());
  const call = (path: string, init: RequestInit = {}) =>
    fetch(`http://127.0.0.1:${listener.port}${path}`, init);
  expect((await call('/done?uuid=not-even-a-uuid')).status).toBe(204);
  expect((await call('/', { method: 'POST', body: 'x'.repeat(100_000) })).status).toBe(204);
  expect(looks).toBe(1);
  now += 1001;
  await call('/again');
  expect(looks).toBe(2);
});

test('an address that is taken is said in words, with the code', async () => {
  const taken = createServer();
  const port = await listenOnLoopback(taken);
  onTestFinished(() => closeServer(taken));
  await expect(
    listenForCallbacks(`127.0.0.1:${port}`, { monotonic: () => 0, onCallback: () => undefined }),
  ).rejects.toMatchObject({
    code: 'callbacks.cannot-listen',
    message: expect.stringContaining('EADDRINUSE'),
  });
});
