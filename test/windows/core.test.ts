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

/** Rooms and files of test/unit/core whose tests take seconds. */
const PARTS = [
  ...[
    'settings',
    'data-folder',
    'audit',
    'spool',
    'log',
    'secrets',
    'ledger/tables',
    'replace-file',
    'sync-to-disk',
  ],
  ...['ledger/db/open-ledger', 'ledger/backup/hourly', 'outbox/policy', 'share-io/file-calls'],
  ...['known-documents', 'strange-folder', 'renamed', 'new-inodes'].map((name) => `folders/${name}`),
];

const CONFIG = `export default {
  root: 'Z:\\\\clearfolder',
  test: {
    include: ['test/{unit/core,windows/inside}/**/*.test.ts'],
    exclude: ['**/keychain-store.test.ts'],
    maxWorkers: 2,
    isolate: false,
    testTimeout: 300_000,
    reporters: ['json'],
    outputFile: 'core.json',
  },
};
`;

/** What only POSIX can do, with the failures that show this on Windows. */
const ONLY_POSIX: readonly (readonly [reason: string, failure: RegExp])[] = [
  ['Windows has no modes of files', /expected 438 to be (384|448)|expected 54 to be \+?0/],
  [
    'Windows has no modes of files',
    /refuses a (file of mode \d+|folder with other things in it that others may change)/,
  ],
  ['Wine has no symbolic links that Node can make', /refuses a link, a folder|link planted/],
  ['paths of POSIX in the test', /to (be|contain) '\/(some|home)\//],
  [
    'Windows cannot replace an open file',
    /replaced by another of the same size while it is read|EPERM: .*, rename/,
  ],
  ['Windows syncs no folder', /a disk that did not keep what was written/],
  ['the test fills a disk of Linux', /never throws on a full disk/],
  ['Windows cannot delete an open file', /EBUSY: resource busy or locked, (unlink|rm)/],
];

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

test('the engine passes its unit tests on Windows, but for what only POSIX can do', async () => {
  const vitest = 'Z:\\clearfolder\\node_modules\\vitest\\vitest.mjs';
  const parts = [...PARTS.map((part) => `test/unit/core/${part}`), 'test/windows/inside'];
  await startNode([vitest, 'run', '--config', 'Z:\\clearfolder\\core.config.ts', ...parts]).ended;
  const result = resultSchema.parse(JSON.parse(readFileSync(join(PROGRAM_FOLDER, 'core.json'), 'utf8')));
  const failed = result.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'failed')
    .map(({ fullName, failureMessages }) => `${fullName}: ${failureMessages.join(' ')}`);
  expect(failed.filter((one) => !ONLY_POSIX.some(([, failure]) => failure.test(one)))).toEqual([]);
  expect(result.numPassedTests).toBeGreaterThan(300);
});
