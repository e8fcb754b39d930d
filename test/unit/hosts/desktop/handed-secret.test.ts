import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { apiSecretOfParent } from '../../../../src-main/hosts/desktop/prepare-desktop.ts';

class Program extends EventEmitter {
  connected = true;
  disconnect = () => this.emit('disconnect');
}

test.each([
  { sent: { apiSecret: 'a:b:c' }, got: 'a:b:c' },
  { sent: 'a:b:c', got: null },
])('I9: the desktop program takes $got from its parent, which sends $sent', async ({ sent, got }) => {
  const program = new Program();
  const handed = apiSecretOfParent(program);
  program.emit('message', sent);
  expect(await handed).toBe(got);
});

test('a desktop program without a parent, or whose parent ended, has no handed api_secret', async () => {
  const alone = new Program();
  alone.connected = false;
  expect(await apiSecretOfParent(alone)).toBeNull();
  const left = new Program();
  const handed = apiSecretOfParent(left);
  left.disconnect();
  expect(await handed).toBeNull();
});
