import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const MODULE = fileURLToPath(new URL('../../../../src-main/hosts/headless/process.ts', import.meta.url));
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
  expect(ended.code).toBe(code);
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
