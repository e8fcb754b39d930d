import { expect, onTestFinished, test } from 'vitest';
import { folderRuleSchema } from '../../../../../src-main/contract/settings.ts';
import { foldersView } from '../../../../../src-main/core/folders/folders-view.ts';
import { showSilence } from '../../../../../src-main/core/folders/scan/folder-health.ts';
import { setFolderTrouble } from '../../../../../src-main/core/ledger/tables/folders.ts';
import { type FileCalls, threadedCalls } from '../../../../../src-main/core/share-io/file-calls.ts';
import { folderCalls } from '../../../../../src-main/core/share-io/folder-calls.ts';
import { folderAttention, foldersNotKnown } from '../../../../../src-main/core/views/overview/attention.ts';
import { unsentText } from '../../../../../src-main/hosts/command-line/verbs/unsent-text.ts';
import { clockWithWaits } from '../../../../support/clock.ts';
import { until } from '../../../../support/until.ts';
import { intakeBench } from '../intake-bench.ts';

/** What is waited for in half minutes takes less here. */
const hasty = clockWithWaits((ms) => (ms === 30_000 ? 200 : ms));

const QUICK = { backlog: 'send', group: 'folder', quietSeconds: 0.15, groupQuietSeconds: 0.4 };

/** A folder on a share, and calls to some of its paths that hang from `hang` until `answer`. */
async function benchOnShare(hangs: (path: string) => boolean) {
  let hung = Promise.withResolvers<void>();
  hung.resolve();
  let [walks, underWay] = [0, 0];
  const into = async <T>(path: string, call: () => Promise<T>) => {
    underWay += 1;
    try {
      if (hangs(path)) await hung.promise;
      return await call();
    } finally {
      underWay -= 1;
    }
  };
  const share: FileCalls = {
    ...threadedCalls,
    lstat: (path) => into(path, () => threadedCalls.lstat(path)),
    list: (path) => into(path, () => threadedCalls.list(path)),
    open: (path, flags, mode) => into(path, () => threadedCalls.open(path, flags, mode)),
  };
  const bench = await intakeBench({
    rule: { ...QUICK, watch: 'poll' },
    parts: {
      clock: hasty,
      callsAt: folderCalls({ share: () => share, isLocal: async () => false }),
      log: (event) => {
        if (event === 'folder.scanned') walks += 1;
      },
    },
  });
  onTestFinished(() => hung.resolve());
  const rules = [
    folderRuleSchema.parse({ id: 'scans', path: bench.folder, taskType: 't', ...QUICK, watch: 'poll' }),
  ];
  return {
    bench,
    rules,
    walks: () => walks,
    hang: () => {
      hung = Promise.withResolvers();
    },
    answer: () => hung.resolve(),
    isAnswered: () => underWay === 0,
    problem: () => bench.folderRow()?.problem_code ?? null,
    shown: () => foldersView(bench.ledger, { folders: rules, environment: 'production' })[0],
    overview: () => ({
      attention: folderAttention(bench.ledger, rules),
      notKnown: foldersNotKnown(bench.ledger, rules, () => true).unreachable,
      out: unsentText(bench.ledger, rules),
    }),
    write: async (group: string, name: string) => {
      await bench.put(`${group}/${name}`);
    },
  };
}

test('a folder with one file that hangs says so, and that what lies in it is not known; then it goes on', async () => {
  const station = await benchOnShare((path) => path.endsWith('bad.pdf'));
  const { bench, problem, shown, overview } = station;
  await station.write('g0', 'bad.pdf');
  await bench.submitted(1);
  expect(overview()).toMatchObject({
    attention: [],
    notKnown: 0,
    out: expect.not.stringContaining('not known'),
  });
  const before = Date.now();
  station.hang();
  await until(() => problem() === 'folder.silent');
  await station.write('g1', '1.pdf');
  expect(shown()).toMatchObject({
    reachable: false,
    problem: { code: 'folder.silent', message: expect.stringContaining('has not responded') },
  });
  // Since it was last heard, not since that was noticed.
  expect(Date.parse(shown()?.unreachable_since ?? '')).toBeLessThan(before);
  expect(overview()).toMatchObject({
    attention: [{ kind: 'folder', folder: 'scans', problem: { code: 'folder.silent' } }],
    notKnown: 1,
    out: expect.stringContaining('scans cannot be reached, so new files there are not known'),
  });
  expect(bench.submissions()).toHaveLength(1);
  station.answer();
  await bench.submitted(2);
  expect(problem()).toBeNull();
  expect(shown()).toMatchObject({ reachable: true, unreachable_since: null });
});

test('where only its lease hangs, walks that go on do not take that back', async () => {
  const station = await benchOnShare((path) => path.includes('.clearfolder'));
  const { bench, problem } = station;
  await station.write('g0', '1.pdf');
  await bench.submitted(1);
  station.hang();
  await until(() => problem() === 'folder.silent');
  const [before, seen] = [station.walks(), new Set<string | null>()];
  await until(() => {
    seen.add(problem());
    return station.walks() > before + 3;
  });
  expect([...seen]).toEqual(['folder.silent']);
  station.answer();
  await until(() => problem() === null);
  await station.write('g1', '1.pdf');
  await bench.submitted(2);
});

test.each(['starts', 'was given another rule'])(
  'one that hangs while it %s says so, and goes on when it answers',
  async (when) => {
    const { bench, problem, rules, write, hang, answer } = await benchOnShare(() => true);
    await write('g0', '1.pdf');
    await bench.submitted(1);
    if (when === 'starts') await bench.intake.stop();
    hang();
    await write('g1', '1.pdf');
    if (when === 'starts') await bench.restart();
    else await bench.intake.setRules(rules);
    await until(() => problem() === 'folder.silent');
    expect(bench.submissions()).toHaveLength(1);
    answer();
    await bench.submitted(2);
    await until(() => problem() === null);
  },
);

test('one that answers after its rule was removed is taken up when it is watched again', async () => {
  const station = await benchOnShare((path) => path.endsWith('bad.pdf'));
  const { bench, problem } = station;
  await station.write('g0', 'bad.pdf');
  await bench.submitted(1);
  station.hang();
  await until(() => problem() === 'folder.silent');
  await bench.intake.setRules([]);
  station.answer();
  await until(station.isAnswered);
  expect(problem()).toBe('folder.silent');
  await bench.restart();
  await until(() => problem() === null);
});

test('another trouble, which says as much, stays', async () => {
  await using bench = await intakeBench();
  const row = () => bench.folderRow();
  await bench.intake.stop();
  const missing = { problem_code: 'folder.missing', unreachable_since: 5 };
  setFolderTrouble(bench.ledger, 'scans', { code: 'folder.missing', detail: null }, 5);
  showSilence(bench.ledger, 'scans', 7);
  expect(row()).toMatchObject(missing);
  showSilence(bench.ledger, 'scans', null);
  expect(row()).toMatchObject(missing);
});
