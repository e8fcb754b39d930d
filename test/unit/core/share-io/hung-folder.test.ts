import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { type FolderRule, folderRuleSchema } from '../../../../src-main/contract/settings.ts';
import { systemClock } from '../../../../src-main/core/clock.ts';
import { readNumber } from '../../../../src-main/core/ledger/db/ledger.ts';
import { pathOf } from '../../../../src-main/core/ledger/tables/folders.ts';
import { rootIdentityOf } from '../../../../src-main/core/share-io/folder-identity.ts';
import { clockWithWaits } from '../../../support/clock.ts';
import { hungFile } from '../../../support/hung-file.ts';
import { needing, needs } from '../../../support/machine.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { testDir } from '../../../support/test-dir.ts';
import { until } from '../../../support/until.ts';
import { type IntakeBench, intakeBench, pdf } from '../folders/intake-bench.ts';

/** Nothing is waited for as long as in use. */
const hasty = clockWithWaits((ms) => Math.min(ms, 200));
const ruleOf = (id: string, path: string, taskType = 't'): FolderRule =>
  folderRuleSchema.parse({ id, path, taskType, quietSeconds: 0.15, backlog: 'send' });
const submittedFrom = (bench: IntakeBench, name: string) =>
  bench.submissions().some(({ paths }) => paths.includes(name));

/** Copies of the files below a folder hang once they are begun, until it answers. */
function hungCopies(folder = '/') {
  const answered = Promise.withResolvers<void>();
  const copies = { begun: 0 };
  return {
    copies,
    answer: answered.resolve,
    onChunk: async (source: string) => {
      if (!source.startsWith(folder)) return;
      copies.begun += 1;
      await answered.promise;
    },
  };
}

/** One station with two folders, of each of which a document waits to be sent. */
async function twoFolders() {
  const [here, share] = [testDir(), testDir()];
  const rules = [ruleOf('here', here.path), ruleOf('share', share.path)] as const;
  const bench = await intakeBench({ folder: here.path, parts: { clock: hasty, rules } });
  const write = async (name: string) => {
    await writeFile(here.at(`here-${name}.pdf`), pdf(`here ${name}`));
    await writeFile(share.at(`share-${name}.pdf`), pdf(`share ${name}`));
  };
  /** Whether the first document that came from there may be created. */
  const mayCreate = (folder: string) => {
    const first = bench.ledger.prepared('SELECT MIN(seq) FROM submission WHERE folder_id = ?');
    return bench.intake.guard.mayCreate({ folder_id: folder, seq: readNumber(first, folder) });
  };
  await write('a');
  await bench.submitted(2);
  return {
    bench,
    share,
    rules,
    write,
    mayCreate,
    /** In the share: from then on nothing of it goes without an answer. */
    seeAnotherStation: async () => {
      await writeFile(share.at('.clearfolder', 'station-2'), '');
      expect(await mayCreate('share')).toBe(true);
    },
  };
}

describe('I8: a watched folder on a share that hangs', needing(needs.posix), () => {
  test('holds up no create of another folder, no change of the rules and no end', async () => {
    const { bench, share, rules, write, mayCreate, seeAnotherStation } = await twoFolders();
    const [here, hung] = rules;
    await seeAnotherStation();
    using _hung = hungFile(share.at('.clearfolder', 'lease-99'));
    const asked = await Promise.all([1, 2, 3, 4].map(() => mayCreate('share')));
    expect(asked).toEqual([false, false, false, false]);
    expect([await mayCreate('here'), await mayCreate('share')]).toEqual([true, false]);
    await bench.intake.setRules([here]);
    expect(await mayCreate('share')).toBe(false);
    await bench.intake.setRules([here, ruleOf('share', share.path, 'u')]);
    await bench.intake.setRules([here, hung]);
    await write('b');
    await until(() => submittedFrom(bench, 'here-b.pdf'));
    expect(submittedFrom(bench, 'share-b.pdf')).toBe(false);
    await bench.intake.stop();
    await bench.intake.start();
    await write('c');
    await until(() => submittedFrom(bench, 'here-c.pdf'));
  });

  test('goes on by the rules of then when it answers again', async () => {
    const { bench, share, rules, write, mayCreate, seeAnotherStation } = await twoFolders();
    const [here, hung] = rules;
    await using elsewhere = await tempDir('elsewhere');
    {
      await seeAnotherStation();
      using _hung = hungFile(share.at('.clearfolder', 'lease-99'));
      expect(await mayCreate('share')).toBe(false);
      // The way out that people take: the rule names a folder that works.
      await bench.intake.setRules([here, ruleOf('share', elsewhere.path)]);
      await writeFile(elsewhere.at('z.pdf'), pdf('z'));
      await until(() => submittedFrom(bench, 'z.pdf'));
      expect(pathOf(bench.ledger, 'share', bench.submissions().length)).toBe(elsewhere.path);
      await bench.intake.setRules([here, hung]);
      await write('b');
    }
    await bench.submitted(5);
    expect(submittedFrom(bench, 'share-b.pdf')).toBe(true);
    await until(() => mayCreate('share'));
  });
});

test('I8: files of a folder that hang while they are copied hold up those of no other', async () => {
  await using hung = await tempDir('hung');
  const { copies, onChunk, answer } = hungCopies(hung.path);
  await using here = await tempDir('here');
  const rules = [ruleOf('hung', hung.path), ruleOf('here', here.path)];
  await using bench = await intakeBench({ folder: here.path, parts: { rules }, spool: { onChunk } });
  for (let n = 0; n < 20; n++) await writeFile(hung.at(`${n}.pdf`), pdf(`${n}`));
  await until(() => copies.begun >= 16);
  await writeFile(here.at('a.pdf'), pdf('a'));
  await until(() => submittedFrom(bench, 'a.pdf'));
  expect(bench.submissions()).toHaveLength(1);
  answer();
  await bench.submitted(21);
});

test('I2: what hung when its rule was removed queues nothing when it goes on, and is queued once when the rule is back', async () => {
  const { copies, onChunk, answer } = hungCopies();
  await using dir = await tempDir('removed');
  const rules = [ruleOf('scans', dir.path)];
  await using bench = await intakeBench({
    folder: dir.path,
    parts: { clock: hasty, rules },
    spool: { onChunk },
  });
  await bench.put('a.pdf', pdf('a'));
  await until(() => copies.begun === 1);
  await bench.intake.setRules([]);
  answer();
  await until(async () => (await readdir(bench.spool.dir)).length === 0);
  expect(bench.submissions()).toEqual([]);
  await bench.intake.setRules(rules);
  await bench.submitted(1);
});

test('a rule that is being removed when the one before it at its folder stops hanging takes nothing up', async () => {
  const { copies, onChunk, answer } = hungCopies();
  let clock = hasty;
  let leases = 0;
  await using dir = await tempDir('removed');
  await using bench = await intakeBench({
    folder: dir.path,
    parts: {
      clock: { ...systemClock, sleep: (ms, signal) => clock.sleep(ms, signal) },
      rules: [ruleOf('scans', dir.path)],
      log: (event) => {
        if (event === 'lease.changed') leases += 1;
      },
    },
    spool: { onChunk },
  });
  await bench.put('a.pdf', pdf('a'));
  await until(() => copies.begun === 1);
  await bench.intake.setRules([ruleOf('scans', dir.path, 'u')]);
  const before = leases;
  // The hang ends while the removal still waits for it.
  clock = systemClock;
  const removed = bench.intake.setRules([]);
  answer();
  await removed;
  expect(leases).toBe(before);
  expect(bench.submissions()).toEqual([]);
});

test('a walk that hung when its rule was given another folder says nothing about that one', async () => {
  const hung = Promise.withResolvers<void>();
  let commits = 0;
  const known = () => bench.folderRow()?.root_identity;
  const walked = new Set<string | null | undefined>();
  await using dirs = await tempDir('walks');
  const [old, other] = [dirs.at('old'), dirs.at('other')];
  await mkdir(other);
  await using bench = await intakeBench({
    folder: old,
    start: false,
    parts: {
      clock: hasty,
      rules: [ruleOf('scans', old)],
      log: (event) => {
        if (event === 'folder.scanned') walked.add(known());
      },
      commit: async (work) => {
        commits += 1;
        if (commits === 1) await hung.promise;
        return bench.ledger.transaction(work);
      },
    },
  });
  await writeFile(`${old}/a.pdf`, pdf('a'));
  await bench.intake.start();
  await until(() => commits === 1);
  // As the request of a person does, which other requests wait for.
  const asked = bench.intake.rescan('scans');
  await bench.intake.setRules([ruleOf('scans', other)]);
  await asked;
  await until(async () => known() === (await rootIdentityOf(other)));
  hung.resolve();
  await writeFile(`${other}/b.pdf`, pdf('b'));
  await until(() => submittedFrom(bench, 'b.pdf'));
  expect(walked).toEqual(new Set([await rootIdentityOf(other)]));
  expect(bench.submissions()).toHaveLength(1);
});
