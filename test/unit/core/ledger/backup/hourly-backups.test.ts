import { readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import {
  backUpLedger,
  lastBackupAt,
  listBackups,
} from '../../../../../src-main/core/ledger/backup/hourly-backups.ts';
import { TEST_KEY, testDir, testLedger } from '../../../../support/test-dir.ts';

const HOUR_MS = 3_600_000;
const NOW = Date.parse('2026-11-20T12:00:00Z');
const AHEAD = Date.parse('2036-11-20T12:00:00Z');
const MIGRATED = 'before-version-7.db';

/** A folder of backups on a disk that dates its files by the station's clock. */
async function folder() {
  const dir = testDir();
  const ledger = testLedger(() => NOW);
  const backups = dir.at('backups');
  const date = (name: string, at: number) => utimesSync(join(backups, name), at / 1000, at / 1000);
  const backUp = async (at: number) => {
    const name = basename(await backUpLedger(ledger, backups, TEST_KEY, at));
    date(name, at);
    return name;
  };
  const copyBeforeMigration = (at: number) => {
    writeFileSync(join(backups, MIGRATED), '');
    date(MIGRATED, at);
  };
  return { backups, backUp, copyBeforeMigration, date };
}

test('a day in which the clock was ten years ahead: its backups count as the oldest, and leave within a day', async () => {
  const { backups, backUp, copyBeforeMigration } = await folder();
  for (let hour = -30; hour < 0; hour += 1) await backUp(NOW + hour * HOUR_MS);
  for (let hour = 0; hour < 23; hour += 1) await backUp(AHEAD + hour * HOUR_MS);
  copyBeforeMigration(AHEAD);
  const ahead = () => readdirSync(backups).filter((name) => name.startsWith('ledger-2036')).length;
  expect(ahead()).toBe(23);
  for (let hour = 0; hour < 23; hour += 1) {
    const now = NOW + (23 + hour) * HOUR_MS;
    const written = await backUp(now);
    expect([hour, listBackups(backups, now)[0], lastBackupAt(backups, now)]).toEqual([hour, written, now]);
    expect([hour, ahead(), listBackups(backups, now).length]).toEqual([hour, 22 - hour, 24]);
  }
  await backUp(NOW + 46 * HOUR_MS);
  expect(readdirSync(backups)).not.toContain(MIGRATED);
  expect(readdirSync(backups)).toHaveLength(24);
});

test('where all backups are dated later than now, the newest of them comes first, and none says when it was made', async () => {
  const { backups, backUp } = await folder();
  const newest = await backUp(AHEAD + HOUR_MS);
  await backUp(AHEAD);
  expect(listBackups(backups, NOW)[0]).toBe(newest);
  expect(lastBackupAt(backups, NOW)).toBe(0);
});

test('a copy from before a migration stays as long as an hourly one of its time, also after a clock was ahead', async () => {
  const { backups, backUp, copyBeforeMigration } = await folder();
  for (let hour = 0; hour < 24; hour += 1) await backUp(AHEAD + hour * HOUR_MS);
  await backUp(NOW);
  copyBeforeMigration(NOW + 1);
  for (let hour = 1; hour < 24; hour += 1) await backUp(NOW + hour * HOUR_MS);
  expect(readdirSync(backups)).toContain(MIGRATED);
  await backUp(NOW + 24 * HOUR_MS);
  expect(readdirSync(backups)).not.toContain(MIGRATED);
});

test('parts that killed processes left go after an hour, whatever the clock said when they were written', async () => {
  const { backups, backUp, date } = await folder();
  await backUp(NOW);
  for (const [name, at] of [
    ['ledger-2026-11-20T11-00-00.000Z.db.part', NOW - 1],
    ['before-version-8.db.77.part', NOW - 2 * HOUR_MS],
    ['ledger-2036-11-20T11-00-00.000Z.db.part-journal', AHEAD],
  ] as const) {
    writeFileSync(join(backups, name), '');
    date(name, at);
  }
  await backUp(NOW + 1);
  expect(readdirSync(backups).filter((name) => name.includes('.part'))).toEqual([
    'ledger-2026-11-20T11-00-00.000Z.db.part',
  ]);
});
