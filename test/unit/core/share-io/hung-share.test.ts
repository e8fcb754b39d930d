import { mkdir, writeFile } from 'node:fs/promises';
import { expect, onTestFinished, test } from 'vitest';
import { folderRuleSchema } from '../../../../src-main/contract/settings.ts';
import { watchFolder } from '../../../../src-main/core/folders/watch/watcher.ts';
import { accountOf } from '../../../../src-main/core/ledger/tables/counts.ts';
import { threadedCalls } from '../../../../src-main/core/share-io/file-calls.ts';
import { folderCalls } from '../../../../src-main/core/share-io/folder-calls.ts';
import { clockWithWaits } from '../../../support/clock.ts';
import { shareCalls } from '../../../support/share-calls.ts';
import { testDir } from '../../../support/test-dir.ts';
import { until } from '../../../support/until.ts';
import { intakeBench, pdf } from '../folders/intake-bench.ts';

const MANY = 40;
/** For the files of one share, and for its lease. */
const PLACES = 4 + 1;
/** Nothing is waited for as long as in use. */
const hasty = clockWithWaits((ms) => Math.min(ms, 200));
const ruleOf = (id: string, path: string) =>
  folderRuleSchema.parse({
    ...{ id, path, taskType: 't', quietSeconds: 0.15, groupQuietSeconds: 0.3, backlog: 'send' },
    group: id === 'share' ? 'folder' : 'file',
  });

/** A station with a folder on a share, whose groups were sent, and one that is here. */
async function shareAndHere() {
  const [here, dir] = [testDir(), testDir()];
  const share = shareCalls();
  let onRead = () => undefined;
  const groups = Array.from({ length: MANY }, (_, n) => `group-${n}`);
  for (const group of groups) await mkdir(dir.at(group));
  const watched = Promise.withResolvers<void>();
  const bench = await intakeBench({
    folder: here.path,
    parts: {
      clock: hasty,
      rules: [ruleOf('here', here.path), ruleOf('share', dir.path)],
      callsAt: folderCalls({
        share: (path) => (path === dir.path ? share.calls : threadedCalls),
        isLocal: async () => false,
      }),
      watch: (root, events) =>
        watchFolder(root, {
          ...events,
          onReady: () => {
            if (root === dir.path) watched.resolve();
            events.onReady();
          },
        }),
    },
    spool: { onChunk: (source) => (source.startsWith(dir.path) ? onRead() : undefined) },
  });
  const sentFrom = (folder: string) =>
    bench.submissions().filter(({ paths }) => paths.some((path) => path.startsWith(folder))).length;
  onTestFinished(() => share.answer());
  let round = 0;
  // Of a group that is not watched yet when the share hangs nothing is hinted at.
  await watched.promise;
  return {
    bench,
    share,
    sentFrom,
    /** Each group gets its document, or another version of it. */
    writeGroups: async () => {
      round += 1;
      for (const group of groups) await writeFile(dir.at(group, 'a.pdf'), pdf(`${group} ${round}`));
    },
    account: () => accountOf(bench.ledger, 'share'),
    /** The share hangs from the next piece on that is read from one of its files. Resolves once the share hangs. */
    hangAtRead: () =>
      new Promise<void>((resolve) => {
        onRead = () => {
          onRead = () => undefined;
          share.hang();
          resolve();
        };
      }),
    /** The share hangs: a document is sent from the other folder all the same. */
    othersGoOn: async () => {
      await until(() => share.counts.underWay >= 4);
      const name = `here-${bench.submissions().length}.pdf`;
      await writeFile(here.at(name), pdf(name));
      await until(() => sentFrom(name) === 1);
      expect(share.counts.most).toBeLessThanOrEqual(PLACES);
    },
  };
}

test('I8: a share that hangs gets few threads, however many files in it are hinted at', async () => {
  const { share, account, writeGroups, othersGoOn } = await shareAndHere();
  share.hang();
  await writeGroups();
  await othersGoOn();
  share.answer();
  await until(() => account().queued === MANY);
});

test('I8: nor however many groups in it wait to go out', async () => {
  const { share, account, writeGroups, othersGoOn } = await shareAndHere();
  await writeGroups();
  await until(() => account().settling === MANY);
  share.hang();
  await othersGoOn();
  share.answer();
  await until(() => account().queued === MANY);
});

test('I8: nor however many of its groups get another version of a document that was sent', async () => {
  const { share, account, writeGroups, hangAtRead, othersGoOn } = await shareAndHere();
  await writeGroups();
  await until(() => account().queued === MANY);
  const hung = hangAtRead();
  await writeGroups();
  await hung;
  await othersGoOn();
  share.answer();
  await until(() => account().held === MANY);
});

test('I8: a walk that hangs is not waited for by what is asked of other folders', async () => {
  const { share, bench, account, writeGroups } = await shareAndHere();
  share.hang();
  await writeGroups();
  await bench.intake.rescan('share');
  await bench.intake.decideBacklog('share', 'send');
  await bench.intake.wake();
  await bench.intake.rescan('here');
  expect(account().found).toBe(0);
  share.answer();
  await until(() => account().queued === MANY);
});
