import { expect, test } from 'vitest';
import { releaseBacklog } from '../../../../../src-main/core/folders/scan/backlog.ts';
import { createFiles } from '../../../../../src-main/core/ledger/tables/files.ts';
import { openFolder } from '../../../../../src-main/core/ledger/tables/folders.ts';
import { openBench } from '../../outbox/support/bench.ts';

const CROWD = 12_000;

function held(path: string, mtimeMs: number) {
  const fate = { state: 'held', problem: { code: 'file.backlog', detail: null } } as const;
  return {
    folderId: 'scans',
    path,
    nameKey: path,
    groupKey: null,
    size: 9,
    ctimeMs: null,
    inode: path,
    mtimeMs,
    fate,
  };
}

/** A folder in which very many files were before its rule, every second of them new. */
async function crowd() {
  const { ledger } = await openBench();
  openFolder(ledger, 'scans', '/scans', 0);
  const files = createFiles(ledger);
  ledger.transaction(() => {
    for (let n = 0; n < CROWD; n += 1) files.insert(held(`${n}.pdf`, n % 2 === 0 ? 5 : 10), 0);
  });
  const count = (state: string): unknown =>
    ledger.db.prepare('SELECT COUNT(*) FROM file WHERE state = ?').pluck().get(state);
  return { ledger, files, count };
}

test('a crowd is decided about some at a time, so that other work has its turn, and said to be when it all is', async () => {
  const { ledger, files, count } = await crowd();
  const left: unknown[] = [];
  let over = false;
  const looking = (async () => {
    while (!over) {
      left.push(count('held'));
      await new Promise((resolve) => setImmediate(resolve));
    }
  })();
  const kept: unknown[] = [];
  const { signal } = new AbortController();
  const decision = { newerThan: '1970-01-01' };
  await releaseBacklog({ ledger, files, signal }, 'scans', decision, () => kept.push(count('held')));
  over = true;
  await looking;
  expect(kept).toEqual([0]);
  expect([...new Set(left)]).toEqual([CROWD, 7_000, 2_000]);
  expect([count('settling'), count('withdrawn')]).toEqual([CROWD, 0]);
});

test('what came into the folder meanwhile is not decided about, and what is newer goes', async () => {
  const { ledger, files, count } = await crowd();
  const { signal } = new AbortController();
  const before = new Date(`1970-01-02T00:00:00`).getTime();
  ledger.db.prepare('UPDATE file SET mtime_ms = ? WHERE mtime_ms = 10').run(before);
  const deciding = releaseBacklog(
    { ledger, files, signal },
    'scans',
    { newerThan: '1970-01-02' },
    () => undefined,
  );
  const id = files.insert(held('late.pdf', before), 0);
  await deciding;
  expect(files.byId(id)?.state).toBe('held');
  expect([count('settling'), count('withdrawn'), count('held')]).toEqual([CROWD / 2, CROWD / 2, 1]);
});

test('where the folder is left meanwhile that is said, the rest waits as before, and can be decided about again', async () => {
  const { ledger, files, count } = await crowd();
  const stop = new AbortController();
  let kept = 0;
  const decide = (signal: AbortSignal) =>
    releaseBacklog({ ledger, files, signal }, 'scans', 'skip', () => {
      kept += 1;
    });
  const deciding = decide(stop.signal);
  stop.abort();
  await expect(deciding).rejects.toMatchObject({ code: 'folder.left' });
  expect([count('withdrawn'), count('held'), kept]).toEqual([5_000, 7_000, 0]);
  await decide(new AbortController().signal);
  expect([count('withdrawn'), count('held'), kept]).toEqual([CROWD, 0, 1]);
});
