import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

// Writes the declarations of the texts, which the other parts read.
beforeAll(async () => {
  const { code, output } = await npmRun('check:texts');
  expect(code, output).toBe(0);
});

// `npm run check`, one test for each of its parts, so that the parts run beside the other tests.
test.each(['types', 'lint', 'boundaries', 'unused'])('check:%s finds no fault', async (part) => {
  const { code, output } = await npmRun(`check:${part}`);
  expect(code, output).toBe(0);
});

function npmRun(script: string): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    execFile(
      'npm',
      ['run', '--silent', script],
      { cwd: ROOT, maxBuffer: 2 ** 26 },
      (error, stdout, stderr) => {
        resolve({ code: error === null ? 0 : 1, output: stdout + stderr });
      },
    );
  });
}
