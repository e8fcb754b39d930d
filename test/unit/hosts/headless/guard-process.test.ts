import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { startClearfolder } from '../../../support/clearfolder.ts';
import { needing, needs } from '../../../support/machine.ts';
import { until } from '../../../support/until.ts';

test(
  'I9: a stray SIGUSR1 opens no debugger, and a core dump holds no memory',
  needing(needs.linux),
  async () => {
    await using running = startClearfolder(['practice', '--port', '0']);
    await until(() => running.text().includes('http://127.0.0.1:'));
    expect(readFileSync(`/proc/${running.child.pid}/coredump_filter`, 'utf8').trim()).toBe('00000000');
    running.child.kill('SIGUSR1');
    // The service still answers after the signal, so that a debugger had time to say that it listens.
    const address = /http:\/\/127\.0\.0\.1:\d+/.exec(running.text())?.[0] ?? '';
    await fetch(address);
    const { code, stdout, stderr } = await running.stop('SIGTERM');
    expect({ code, said: stdout + stderr }).toEqual({
      code: 0,
      said: expect.not.stringContaining('Debugger'),
    });
  },
);
