import { expect, test } from 'vitest';
import { computerPorts } from '../../../../src-main/hosts/desktop/computer.ts';

/** What Electron says on such a computer, and what it was asked. */
function computer(
  platform: NodeJS.Platform,
  { touchId = true, ask = () => Promise.resolve() }: { touchId?: boolean; ask?: () => Promise<void> } = {},
) {
  const reasons: string[] = [];
  const ports = computerPorts({
    platform,
    powerMonitor: { getSystemIdleTime: () => 12 },
    systemPreferences: {
      canPromptTouchID: () => touchId,
      promptTouchID: (reason) => {
        reasons.push(reason);
        return ask();
      },
    },
  });
  return { ports, reasons };
}

test('the system counts idle time in seconds, the lock in milliseconds', () => {
  expect(computer('linux').ports.idleMs()).toBe(12_000);
});

test('on a Mac: whoever Touch ID knows has proved it, and reads for what', async () => {
  const { ports, reasons } = computer('darwin');
  expect(ports.proof?.means).toBe('touch-id');
  expect(ports.proof?.available()).toBe(true);
  expect(await ports.proof?.ask()).toBe(true);
  expect(reasons).toEqual(['unlock Clearfolder']);
});

test('on a Mac: one without Touch ID, or with its lid closed, is not asked', () => {
  expect(computer('darwin', { touchId: false }).ports.proof?.available()).toBe(false);
});

test.each([
  ['rejects', () => Promise.reject(new Error('Authentication was canceled.'))],
  [
    'throws',
    () => {
      throw new Error('no sensor');
    },
  ],
])('on a Mac: nobody is let in where the question %s', async (_, ask) => {
  expect(await computer('darwin', { ask }).ports.proof?.ask()).toBe(false);
});

test.each(['linux', 'win32', 'freebsd'] as const)(
  '%s proves nobody: there the PIN alone opens',
  (platform) => {
    const { ports, reasons } = computer(platform);
    expect(ports.proof).toBeNull();
    expect(reasons).toEqual([]);
  },
);
