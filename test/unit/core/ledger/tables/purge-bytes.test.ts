import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { backUpLedger, listBackups } from '../../../../../src-main/core/ledger/backup/hourly-backups.ts';
import { noteRemoved, vacuumAfterRemoval } from '../../../../../src-main/core/ledger/db/vacuum.ts';
import { accountOf } from '../../../../../src-main/core/ledger/tables/counts.ts';
import { purgeOldContent } from '../../../../../src-main/core/ledger/tables/retention.ts';
import { ledgerPages } from '../../../../support/ledger-pages.ts';
import { COUNT, DAY_MS, FILES_GONE, KEY, ledgerWithOldTasks, NOW } from '../tasks/old-tasks.ts';

test('after a purge no canary is in any page of the ledger, in its free pages, or in the write-ahead log', async () => {
  const { ledger, bytes, dir } = await ledgerWithOldTasks();
  ledger.db.pragma('wal_checkpoint(PASSIVE)');
  const account = accountOf(ledger);
  // The search sees it where it is: in the pages, and in frames of the log that count no more.
  expect(bytes()).toEqual({ ledger: true, log: true });
  expect(purgeOldContent(ledger, 90, NOW)).toEqual({ tasks: COUNT, files: COUNT * FILES_GONE });
  vacuumAfterRemoval(ledger, NOW);
  expect(bytes()).toEqual({ ledger: false, log: false });
  expect(readdirSync(dir.path).sort()).toEqual(['ledger.db', 'ledger.db-shm', 'ledger.db-wal']);
  expect(purgeOldContent(ledger, 90, NOW)).toEqual({ tasks: 0, files: 0 });
  expect(accountOf(ledger)).toEqual(account);
  const count = (sql: string) => ledger.db.prepare(`SELECT count(${sql}`).pluck().get();
  expect(count(`*) FROM file_account WHERE account = 'accepted'`)).toBe(2 * COUNT);
  expect(count('DISTINCT payload_hash) FROM submission')).toBe(COUNT);
  // No patient stands in an external_id (I11), by which station and service know a Task: it stays.
  expect(count('DISTINCT external_id) FROM submission')).toBe(2 * COUNT);
  expect(count(`*) FROM task WHERE external_id LIKE 'case task-%'`)).toBe(COUNT);
});

test('the ledger is written anew at most once a day, whatever the clock said meanwhile, and only after something was removed', async () => {
  const { ledger, bytes } = await ledgerWithOldTasks();
  vacuumAfterRemoval(ledger, NOW);
  // SQLite overwrites free pages at once unless told otherwise, but not what it had moved before.
  ledger.db.pragma('secure_delete = OFF');
  purgeOldContent(ledger, 90, NOW);
  expect(Number(ledger.db.pragma('freelist_count', { simple: true }))).toBeGreaterThan(0);
  expect(bytes()).toEqual({ ledger: true, log: false });
  vacuumAfterRemoval(ledger, NOW + 3650 * DAY_MS);
  expect(bytes()).toEqual({ ledger: false, log: false });
  const remove = (table: string, now: number) => {
    ledger.db.exec(`DELETE FROM ${table}`);
    noteRemoved(ledger);
    vacuumAfterRemoval(ledger, now);
    return Number(ledger.db.pragma('freelist_count', { simple: true }));
  };
  expect(remove('message_file', NOW)).toBe(0);
  expect(remove('submission_file', NOW + DAY_MS - 1)).toBeGreaterThan(0);
  expect(remove('file', NOW + DAY_MS)).toBe(0);
});

test('a day of backups after a purge, no backup holds a canary, those from before migrations included', async () => {
  const { ledger, dir, holdsPatient } = await ledgerWithOldTasks();
  const backups = dir.at('backups');
  await backUpLedger(ledger, backups, KEY, NOW);
  ledger.db.prepare('VACUUM INTO ?').run(join(backups, 'before-version-7.db'));
  const holding = () =>
    readdirSync(backups).filter((name) => holdsPatient(ledgerPages(join(backups, name), KEY)));
  expect(holding()).toHaveLength(2);
  purgeOldContent(ledger, 90, NOW);
  for (let hour = 1; hour <= 25; hour += 1) {
    await backUpLedger(ledger, backups, KEY, NOW + hour * 3_600_000);
  }
  expect(holding()).toEqual([]);
  expect(listBackups(backups, NOW + 25 * 3_600_000)).toHaveLength(24);
}, 120_000);
