import { mkdir, readdir, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { systemClock } from '../../../../src-main/core/clock.ts';
import { foldersView } from '../../../../src-main/core/folders/folders-view.ts';
import { type WatchFolder, watchFolder } from '../../../../src-main/core/folders/watch/watcher.ts';
import { type Committer, createCommitter } from '../../../../src-main/core/ledger/db/group-commit.ts';
import { createSpool } from '../../../../src-main/core/spool/spool.ts';
import { until } from '../../../support/until.ts';
import { expectAccountAddsUp, intakeBench, pdf } from './intake-bench.ts';
import { silentWatch } from './support/late-backlog.ts';

it.each([
  ['a silent watcher', 'scan', { parts: { watch: silentWatch, pace: { probeMs: 60 } } }],
  ['"watch": "poll"', 'poll', { rule: { watch: 'poll' } }],
])('what events miss, walks find: walks with %s, and says so', async (_what, watching, options) => {
  await using bench = await intakeBench(options);
  expect(bench.folderRow()?.watching).toBe(watching);
  await bench.send('a.pdf', pdf('a'));
});

it('what events miss, walks find: watches anew after the machine slept, which a watcher may not outlive and not tell', async () => {
  let slept = false;
  const watch: WatchFolder = (root, events) => {
    const isOfBefore = !slept;
    const isAlive = () => !(isOfBefore && slept);
    return watchFolder(root, {
      ...events,
      onHint: (path) => isAlive() && events.onHint(path),
      onProbe: () => isAlive() && events.onProbe(),
    });
  };
  await using bench = await intakeBench({ parts: { watch, pace: { fallbackMs: 600_000 } } });
  await until(() => bench.folderRow()?.watching === 'events' && !bench.intake.busy());
  slept = true;
  await bench.put('a.pdf', pdf('a'));
  await bench.intake.wake();
  await bench.submitted(1);
  await bench.send('b.pdf');
});

it('what events miss, walks find: recovers from a watcher that fails', async () => {
  let fail: () => void = () => undefined;
  const failing: WatchFolder = (_root, { onError, onReady }) => {
    fail = onError;
    onReady();
    return { close: () => undefined };
  };
  await using bench = await intakeBench({
    parts: { watch: failing, pace: { probeMs: 60, fallbackMs: 600_000 } },
  });
  await bench.idle();
  await bench.put('a.pdf', pdf('a'));
  fail();
  await bench.submitted(1);
});

it('what events miss, walks find: watches again when it begins again', async () => {
  await using bench = await intakeBench({ parts: { pace: { fallbackMs: 600_000 } } });
  await until(() => bench.folderRow()?.watching === 'events' && !bench.intake.busy());
  await bench.intake.stop();
  await bench.intake.start();
  await bench.idle();
  await bench.send('a.pdf', pdf('a'));
  expect(bench.folderRow()?.watching).toBe('events');
});

it('I1: what events miss, walks find: what was found and could not be recorded is found again soon', async () => {
  let failing = false;
  let commit: Committer | null = null;
  const once: Committer = (work, when) => {
    if (commit === null || failing) {
      failing = false;
      return Promise.reject(new Error('the ledger is busy'));
    }
    return commit(work, when);
  };
  await using bench = await intakeBench({ start: false, parts: { commit: once } });
  commit = createCommitter(bench.ledger);
  await bench.intake.start();
  await until(() => bench.folderRow()?.watching === 'events' && !bench.intake.busy());
  failing = true;
  await bench.send('a.pdf', pdf('a'));
  expect(failing).toBe(false);
});

it('a folder that is away records no deletions, says since when, and is taken up again by itself', async () => {
  await using bench = await intakeBench({ rule: { backlog: 'send' } });
  await bench.send('sent.pdf');
  await bench.put('held.txt', '');
  await bench.counts({ held: 1 });
  await rename(bench.folder, `${bench.folder}-away`);
  await until(() => bench.folderRow()?.problem_code === 'folder.missing');
  expect(bench.folderRow()?.unreachable_since).toBeGreaterThan(0);
  expect(foldersView(bench.ledger, { folders: [], environment: 'production' })).toEqual([]);
  expect(expectAccountAddsUp(bench, 2)).toMatchObject({ queued: 1, held: 1, withdrawn: 0 });
  await writeFile(`${bench.folder}-away/new.pdf`, pdf('new'));
  await rename(`${bench.folder}-away`, bench.folder);
  await bench.submitted(2);
  expect(bench.folderRow()).toMatchObject({ reachable: 1, problem_code: null, unreachable_since: null });
  await bench.send('later.pdf');
});

it('a folder that is away is not believed when it is suddenly empty', async () => {
  await using bench = await intakeBench({ rule: { quietSeconds: 0.6 } });
  await bench.put('a.pdf', pdf('a'));
  await bench.counts({ settling: 1 });
  await rename(bench.folder, `${bench.folder}-away`);
  await mkdir(bench.folder);
  await until(() => bench.folderRow()?.problem_code === 'folder.emptied');
  expect(expectAccountAddsUp(bench, 1).settling).toBe(1);
  expect(bench.submissions()).toHaveLength(0);
  // Its lease may be written there meanwhile.
  await rm(bench.folder, { recursive: true, maxRetries: 5 });
  await rename(`${bench.folder}-away`, bench.folder);
  await bench.submitted(1);
  expect(bench.folderRow()?.reachable).toBe(1);
});

it('a folder that is away is waited for when it is missing at the start', async () => {
  await using bench = await intakeBench({ rule: { backlog: 'send' }, start: false });
  await rename(bench.folder, `${bench.folder}-away`);
  await bench.intake.start();
  expect(bench.folderRow()?.problem_code).toBe('folder.missing');
  await writeFile(`${bench.folder}-away/a.pdf`, pdf('a'));
  await rename(`${bench.folder}-away`, bench.folder);
  await bench.submitted(1);
});

it('after a restart: removes copies that no row names', async () => {
  await using bench = await intakeBench({ start: false });
  const dead = createSpool({ dir: bench.spool.dir, clock: systemClock });
  const orphan = await dead.freezeStream(bytes('left over'), 'x.txt');
  const fresh = await bench.spool.freezeStream(bytes('another process has yet to commit this'), 'new.txt');
  await utimes(bench.spool.pathOf(orphan.spoolName), 0, 0);
  await bench.intake.start();
  expect(await readdir(bench.spool.dir)).toEqual([fresh.spoolName]);
});

it('after a restart: puts off what is paused, until it is resumed', async () => {
  await using bench = await intakeBench();
  bench.intake.pause('scans');
  await bench.put('a.pdf', pdf('a'));
  await until(() => bench.account().settling === 1 && !bench.intake.busy());
  await bench.restart();
  await bench.idle();
  expect(bench.submissions()).toHaveLength(0);
  bench.intake.resume('scans');
  await bench.submitted(1);
});

async function* bytes(text: string) {
  yield Buffer.from(text);
}
