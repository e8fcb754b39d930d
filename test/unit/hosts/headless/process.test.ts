import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { startClearfolder } from '../../../support/clearfolder.ts';
import { needing, needs } from '../../../support/machine.ts';
import { testDir } from '../../../support/test-dir.ts';
import { until } from '../../../support/until.ts';

const MODULE = new URL('../../../../src-main/hosts/headless/process.ts', import.meta.url).href;
/** A call that keeps a thread of the process busy for hours, as a dead network drive or a keychain does. */
const HANG = `(await import('node:crypto')).pbkdf2('a', 'b', 2 ** 31 - 1, 64, 'sha512', () => undefined);`;

async function runScript(script: string): Promise<{ code: number | null; output: string }> {
  const child = spawn(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `const { endProcess, endOnStrayErrors } = await import(${JSON.stringify(MODULE)});
       endOnStrayErrors((text) => process.stderr.write(text));
       ${script}`,
    ],
    // So that a fault here leaves nothing running.
    { timeout: 20_000, killSignal: 'SIGKILL' },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  await once(child, 'close');
  return { code: child.exitCode, output };
}

test.each([0, 1, 2])('ends with %i although a call hangs, and loses no output', async (code) => {
  const ended = await runScript(
    `${HANG} process.stdout.write('x'.repeat(200_000)); await endProcess(${code});`,
  );
  // A process that Windows ends by force has the code 1.
  expect(ended.code).toBe(process.platform === 'win32' ? 1 : code);
  expect(ended.output).toHaveLength(200_000);
});

test('an error that nothing caught ends it with 1 and plain words, without its message or stack', async () => {
  const ended = await runScript(
    `${HANG} setTimeout(() => { throw new TypeError('Jane Doe canary'); }, 0); await new Promise(() => undefined);`,
  );
  expect(ended.code).toBe(1);
  expect(ended.output).toMatch(/had an internal error \(TypeError\).*\nWhat to do: /);
  expect(ended.output).not.toMatch(/canary|\n\s+at /);
});

test(
  'I9: a stray SIGUSR1 opens no debugger, and a core dump holds no memory',
  needing(needs.linux),
  async () => {
    await using running = startClearfolder(['practice', '--port', '0']);
    await until(() => running.text().includes('http://127.0.0.1:'));
    expect(readFileSync(`/proc/${running.child.pid}/coredump_filter`, 'utf8').trim()).toBe('00000000');
    running.child.kill('SIGUSR1');
    // The service still answers after the signal, so that a debugger had time to say that it listens.
    await fetch(/http:\/\/127\.0\.0\.1:\d+/.exec(running.text())?.[0] ?? '');
    const { code, stdout, stderr } = await running.stop('SIGTERM');
    expect({ code, said: stdout + stderr }).toEqual({
      code: 0,
      said: expect.not.stringContaining('Debugger'),
    });
  },
);

test(
  'I9: what "npm start" runs leaves no debugger open, neither by a stray SIGUSR1 nor by NODE_OPTIONS',
  needing(needs.linux),
  async () => {
    const dir = testDir();
    const args = ['resources/bootstrap.mjs', 'start', 'practice', '--port', '0', '--data', dir.at('data')];
    const child = spawn(process.execPath, args, {
      env: { ...process.env, NODE_OPTIONS: '--inspect=127.0.0.1:0' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        said += text;
      });
    await until(() => said.includes('api_secret:'));
    const opened = () => [...said.matchAll(/Debugger listening on ws:\/\/([\d.:]+)\//g)];
    const before = opened();
    child.kill('SIGUSR1');
    // The service still answers after the signal, so that a debugger had time to say that it listens.
    await fetch(/http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0] ?? '');
    child.kill('SIGTERM');
    const answers = await Promise.all(
      before.map(([, place]) => fetch(`http://${place}/json/list`).then(String, () => 'closed')),
    );
    await once(child, 'exit');
    // Node itself opens the debugger of this process before any code of ours runs; the program gets none.
    expect(answers).toEqual(['closed']);
    expect(opened()).toHaveLength(before.length);
  },
);
