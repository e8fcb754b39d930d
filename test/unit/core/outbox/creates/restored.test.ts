import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { restoredAt, takeUpLedger } from '../../../../../src-main/core/ledger/backup/detect-restore.ts';
import { backUpLedger } from '../../../../../src-main/core/ledger/backup/hourly-backups.ts';
import { createFiles } from '../../../../../src-main/core/ledger/tables/files.ts';
import {
  openFolder,
  readFolder,
  setBacklogListed,
} from '../../../../../src-main/core/ledger/tables/folders.ts';
import { refused } from '../../../../support/service-model/scripted-service.ts';
import { bench, benchForEachTest } from '../support/bench.ts';

const takeUp = () => takeUpLedger(bench.ledger, bench.clock.now()).restored;

benchForEachTest();

/** Two ways to have an older ledger: one of the hourly backups, and a copy of the file as backup programs make it. */
const copies = {
  'a backup': () => backUpLedger(bench.ledger, join(bench.dir, 'backups'), 'a'.repeat(64), bench.clock.now()),
  'a copy of the file': async () => {
    bench.ledger.db.pragma('wal_checkpoint(TRUNCATE)');
    copyFileSync(join(bench.dir, 'ledger.db'), join(bench.dir, 'copy.db'));
    // Whatever follows is another use of the ledger: an hour, or a start.
    expect(takeUp()).toBe(false);
    return join(bench.dir, 'copy.db');
  },
};

function putBack(copy: string): void {
  bench.ledger.close();
  for (const tail of ['-wal', '-shm']) rmSync(join(bench.dir, `ledger.db${tail}`), { force: true });
  copyFileSync(copy, join(bench.dir, 'ledger.db'));
  bench.crash();
}

describe.each(Object.entries(copies))('after %s was put back (docs/architecture.md 7)', (_name, makeCopy) => {
  test('I2: what was sent since is found again, not sent again', async () => {
    expect(takeUp()).toBe(false);
    const id = bench.submit();
    const copy = await makeCopy();
    await bench.startAndEnd(1_000);
    putBack(copy);
    expect(bench.row(id).state).toBe('queued');
    expect(takeUp()).toBe(true);
    expect(bench.row(id)).toMatchObject({ state: 'unconfirmed', problem_code: 'ledger.restored' });
    await bench.startAndEnd(60_000);
    expect(bench.row(id).state).toBe('accepted');
    expect(bench.service.count('create')).toBe(1);
    bench.crash();
    expect(takeUp()).toBe(false);
  });

  test.each([
    ['', 0],
    [', also one that was refused while the clock was ahead', 86_400_000],
  ])('I2: a refused one that was tried again since is looked up before it is sent%s', async (_, ahead) => {
    takeUp();
    bench.clock.jump(ahead);
    const id = bench.submit();
    let refuse = true;
    bench.service.fate = ({ call }) =>
      call === 'create' && refuse ? { do: 'fail', failure: refused(422, 'no') } : { do: 'answer' };
    await bench.start();
    await bench.settle(1_000);
    const copy = await makeCopy();
    bench.clock.jump(-ahead);
    refuse = false;
    bench.outbox.retry(id);
    await bench.endAccepted(1_000, id);
    putBack(copy);
    takeUp();
    await bench.start();
    bench.outbox.retry(id);
    await bench.endAccepted(60_000, id);
    expect(bench.service.tasks.all).toHaveLength(1);
  });

  test('I5: an answer arrives once, an edit waits for a person', async () => {
    takeUp();
    const task = bench.addTask();
    const other = bench.addTask();
    const answer = bench.say(task.uuid, { kind: 'answer', data: { member_id: 'A1' } }, ['card.pdf']);
    const edit = bench.say(other.uuid, { kind: 'name', name: 'Older' });
    const copy = await makeCopy();
    await bench.startAndEnd(60_000);
    other.name = 'Newer, by somebody else';
    putBack(copy);
    expect(takeUp()).toBe(true);
    expect(bench.message(edit)).toMatchObject({ state: 'rejected', problem_code: 'ledger.restored' });
    await bench.start();
    await bench.settle(600_000);
    expect(bench.message(answer).state).toBe('accepted');
    expect(task.data_items.map((item) => item.data_type).sort()).toEqual(['file', 'json']);
    expect(other.name).toBe('Newer, by somebody else');
  });

  test('files on their way, and whatever lies in the folders, wait for a decision', async () => {
    takeUp();
    const files = createFiles(bench.ledger);
    openFolder(bench.ledger, 'scans', '/scans', 0);
    setBacklogListed(bench.ledger, 'scans', 0);
    const stat = { size: 1, mtimeMs: 1, inode: '1', ctimeMs: null };
    const settling = files.insert(
      { folderId: 'scans', path: 'a', nameKey: 'a', groupKey: null, ...stat, fate: { state: 'settling' } },
      0,
    );
    putBack(await makeCopy());
    expect(takeUp()).toBe(true);
    expect(restoredAt(bench.ledger)).not.toBeNull();
    expect(createFiles(bench.ledger).byId(settling)).toMatchObject({
      state: 'held',
      problem_code: 'file.backlog',
    });
    expect(readFolder(bench.ledger, 'scans')).toMatchObject({ backlog: 'ask', backlog_listed_at: null });
  });
});

test('a crash at any moment of a start is no restore', () => {
  for (let start = 0; start < 3; start += 1) {
    expect(takeUp()).toBe(false);
    bench.crash();
  }
});

test('a ledger without the mark that its folder had, or a new one beside an old mark, is in doubt', () => {
  expect(takeUp()).toBe(false);
  rmSync(join(bench.dir, 'ledger.mark'));
  bench.crash();
  expect(takeUp()).toBe(true);
  bench.ledger.close();
  for (const tail of ['', '-wal', '-shm']) rmSync(join(bench.dir, `ledger.db${tail}`), { force: true });
  bench.crash();
  expect(takeUp()).toBe(true);
  expect(restoredAt(bench.ledger)).not.toBeNull();
});
