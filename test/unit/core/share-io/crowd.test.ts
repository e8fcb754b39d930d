import { writeFile } from 'node:fs/promises';
import { expect, it, vi } from 'vitest';
import { folderRuleSchema } from '../../../../src-main/contract/settings.ts';
import { systemClock } from '../../../../src-main/core/clock.ts';
import { FileRecorder } from '../../../../src-main/core/folders/file-recorder.ts';
import { DEFAULT_PACE } from '../../../../src-main/core/folders/pace.ts';
import { Settler } from '../../../../src-main/core/folders/settler.ts';
import { GroupSubmitter } from '../../../../src-main/core/folders/submit/group-submitter.ts';
import { Submitter } from '../../../../src-main/core/folders/submit/submitter.ts';
import { watchFolder } from '../../../../src-main/core/folders/watch/watcher.ts';
import { createCommitter } from '../../../../src-main/core/ledger/db/group-commit.ts';
import { createFiles } from '../../../../src-main/core/ledger/tables/files.ts';
import { silentLog } from '../../../../src-main/core/log/events.ts';
import { threadedCalls } from '../../../../src-main/core/share-io/file-calls.ts';
import type { Limit } from '../../../../src-main/core/share-io/folder-calls.ts';
import { folderCalls } from '../../../../src-main/core/share-io/folder-calls.ts';
import { seededRandom } from '../../../support/random.ts';
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
  await using bench = await intakeBench({ start: false });
  const { ledger, spool, folder } = bench;
  let begun = 0;
  const limit: Limit = () => {
    begun += 1;
    return new Promise(() => undefined);
  };
  const rule = folderRuleSchema.parse({ id: 'scans', path: folder, taskType: 'prior-auth' });
  const files = createFiles(ledger);
  const clock = systemClock;
  const calls = () => threadedCalls;
  const nothing = () => undefined;
  const settler = new Settler({
    root: folder,
    calls,
    clock,
    quietMs: 3_600_000,
    unfinishedMs: 3_600_000,
    limit,
    onSettled: nothing,
    onHeld: nothing,
    onDirty: nothing,
    onFault: nothing,
  });
  const station = { id: 'station-1', name: 'one' };
  const belonging = () => ({ environment: 'production', organisation: null });
  const shared = { ledger, belonging, files, spool, clock, rule, random: seededRandom(1), log: silentLog };
  const commit = createCommitter(ledger);
  const sender = new GroupSubmitter({
    ...shared,
    commit,
    limit,
    station,
    pace: DEFAULT_PACE,
    watch: watchFolder,
    callsAt: folderCalls(),
    calls,
    forceBacklogAsk: false,
    onQueued: nothing,
    book: new FileRecorder({
      folderId: 'scans',
      files,
      clock,
      select: () => null,
      place: () => ({ kind: 'group', key: null }),
    }),
    settler,
    submitter: new Submitter({
      ...shared,
      commit,
      calls,
      shared: () => ({ generation: null, claim: async () => null, abandon: nothing }),
      isGivenUp: () => false,
    }),
    unseen: { mayBeOf: () => false },
    maySubmit: () => true,
    question: () => null,
    holdsLease: () => Promise.resolve(true),
    onFault: nothing,
  });
  for (let id = 1; id <= CROWD; id += 1) {
    const identity = { size: 1, mtimeMs: 0, inode: String(id) };
    settler.track({ id, path: `${id}.txt`, identity, groupKey: null, open: true, heldFor: null });
  }
  for (const file of settler.all()) file.phase = 'settled';

  sender.reconsider();
  const turns = [begun];
  while (begun < CROWD && turns.length < CROWD) {
    const before = begun;
    await new Promise((resolve) => setImmediate(resolve));
    turns.push(begun - before);
  }
  settler.clear();
  expect(begun).toBe(CROWD);
  expect(Math.max(...turns)).toBeLessThanOrEqual(512);
});
