import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { PROGRAM_FOLDER, ROOT, startNode } from './wine.ts';

/* Unit tests of the engine, run by the Windows build of Node. */

beforeAll(() => {
  for (const folder of ['src-main', 'test']) {
    rmSync(join(PROGRAM_FOLDER, folder), { recursive: true, force: true });
    cpSync(join(ROOT, folder), join(PROGRAM_FOLDER, folder), { recursive: true });
  }
  cpSync(join(ROOT, 'tsconfig.json'), join(PROGRAM_FOLDER, 'tsconfig.json'));
  writeFileSync(join(PROGRAM_FOLDER, 'core.config.ts'), CONFIG);
});

/** Folders and files of test/unit whose tests take seconds. Tests skip what only POSIX can do (`needs.posix`). */
const PARTS = [
  'hosts/headless/process',
  ...[
    ...['audit', 'data-folder', 'log', 'replace-file', 'secrets', 'settings', 'spool', 'sync-to-disk'],
    ...['ledger/tables', 'ledger/db/open-ledger', 'ledger/backup/hourly', 'outbox/policy'],
    ...['share-io/file-calls', 'folders/submit/mover'],
    ...['folders/known-documents', 'folders/strange-folder', 'folders/renamed', 'folders/new-inodes'],
  ].map((part) => `core/${part}`),
].map((part) => `test/unit/${part}`);

const CONFIG = `export default {
  root: 'Z:\\\\clearfolder',
  test: {
    include: ['test/{unit,windows/inside}/**/*.test.ts'],
    exclude: ['**/keychain-store.test.ts'],
    maxWorkers: 2,
    isolate: false,
    testTimeout: 300_000,
    reporters: ['json'],
    outputFile: 'core.json',
  },
};
`;

const resultSchema = z.object({
  numPassedTests: z.number(),
  testResults: z.array(
    z.object({
      assertionResults: z.array(
        z.object({ status: z.string(), fullName: z.string(), failureMessages: z.array(z.string()) }),
      ),
    }),
  ),
});

test('the engine passes its unit tests on Windows', { timeout: 900_000 }, async () => {
  const vitest = 'Z:\\clearfolder\\node_modules\\vitest\\vitest.mjs';
  const parts = [...PARTS, 'test/windows/inside'];
  await startNode([vitest, 'run', '--config', 'Z:\\clearfolder\\core.config.ts', ...parts]).ended;
  const result = resultSchema.parse(JSON.parse(readFileSync(join(PROGRAM_FOLDER, 'core.json'), 'utf8')));
  const failed = result.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'failed')
    .map(({ fullName, failureMessages }) => `${fullName}: ${failureMessages.join(' ')}`);
  expect(failed).toEqual([]);
  process.stdout.write(`${result.numPassedTests} unit tests of the engine passed on Windows\n`);
  expect(result.numPassedTests).toBeGreaterThan(300);
});
