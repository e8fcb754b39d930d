import { lstat, writeFile } from 'node:fs/promises';
import { expect, it, vi } from 'vitest';
import { folderRuleSchema } from '../../../../src-main/contract/settings.ts';
import { systemClock } from '../../../../src-main/core/clock.ts';
import { createFolder } from '../../../../src-main/core/folders/folder.ts';
import { createScanCoverage } from '../../../../src-main/core/folders/scan/scan-coverage.ts';
import { createFiles } from '../../../../src-main/core/ledger/tables/files.ts';
import { silentLog } from '../../../../src-main/core/log/events.ts';
import { threadedCalls } from '../../../../src-main/core/share-io/file-calls.ts';
import { identityOf } from '../../../../src-main/core/share-io/file-identity.ts';
import type { Limit } from '../../../../src-main/core/share-io/folder-calls.ts';
import { until } from '../../../support/until.ts';
import { intakeBench, pdf } from '../folders/intake-bench.ts';

/* While a crowd is dealt with, the lease's beat must come to its turn: else another station takes the folder over. */

const CROWD = 2_000;

it('decides about a crowd that was there before in a few statements, however many they are', async () => {
  const many = 300;
  await using bench = await intakeBench({
    before: async (folder) => {
      for (let n = 0; n < many; n += 1) await writeFile(`${folder}/${n}.pdf`, pdf(`${n}`));
    },
  });
  expect(bench.account().held).toBe(many);
  const statements = vi.spyOn(Object.getPrototypeOf(bench.ledger.db.prepare('SELECT 1')), 'run');
  const deciding = bench.intake.decideBacklog('scans', 'skip');
  const inOneTurn = statements.mock.calls.length;
  statements.mockRestore();
  await deciding;
  expect(bench.account().withdrawn).toBe(many);
  expect(inOneTurn).toBeGreaterThan(0);
  expect(inOneTurn).toBeLessThan(10);
});

it('takes up a crowd that waited for a pause to end some at a time, and all of it', async () => {
  await using bench = await intakeBench({
    start: false,
    before: async (folder) => {
      for (let n = 1; n <= CROWD; n += 1) await writeFile(`${folder}/${n}.txt`, 'x');
    },
  });
  let paused = true;
  let begun = 0;
  const limit: Limit = (work) => {
    if (paused) return work();
    begun += 1;
    return new Promise(() => undefined);
  };
  const folder = createFolder({
    rule: folderRuleSchema.parse({
      id: 'scans',
      path: bench.folder,
      taskType: 'prior-auth',
      quietSeconds: 0.1,
    }),
    ledger: bench.ledger,
    files: createFiles(bench.ledger),
    clock: systemClock,
    log: silentLog,
    unfinishedMs: 3_600_000,
    changingMs: 3_600_000,
    calls: () => threadedCalls,
    limit,
    isDocument: () => true,
    place: () => ({ kind: 'group', key: null }),
    submitter: {
      submit: () => Promise.reject(new Error('nothing is submitted here')),
      equalsWithdrawn: async () => false,
      compareBefore: async () => 'other',
    },
    coverage: createScanCoverage(
      () => null,
      () => undefined,
    ),
    unreadable: { mayBeOf: () => false },
    maySubmit: () => !paused,
    question: () => null,
    holdsLease: () => Promise.resolve(true),
    scan: () => undefined,
    distrustInodes: () => undefined,
    onQueued: () => undefined,
    onFault: () => undefined,
  });
  for (let id = 1; id <= CROWD; id += 1) {
    const identity = identityOf(await lstat(`${bench.folder}/${id}.txt`, { bigint: true }));
    const file = { id, path: `${id}.txt`, identity, groupKey: null };
    folder.scanEvent({ kind: 'recorded', recorded: { file, open: true, heldFor: null } });
  }
  await until(() => !folder.busy);

  paused = false;
  folder.reconsider();
  const turns = [begun];
  while (begun < CROWD && turns.length < CROWD) {
    const before = begun;
    await new Promise((resolve) => setImmediate(resolve));
    turns.push(begun - before);
  }
  folder.scanEvent({ kind: 'away' });
  expect(begun).toBe(CROWD);
  expect(Math.max(...turns)).toBeLessThanOrEqual(512);
});
