import { expect, test } from 'vitest';
import type { Clock } from '../../../../src-main/core/clock.ts';
import { createMaintenance } from '../../../../src-main/core/housekeeping/maintenance.ts';
import { type CopyLedger, copyLedger } from '../../../../src-main/core/ledger/backup/copy-ledger.ts';
import { lastBackupAt } from '../../../../src-main/core/ledger/backup/hourly-backups.ts';
import type { Log } from '../../../../src-main/core/log/events.ts';
import { KEY, ledgerWithOldTasks, NOW } from '../ledger/tasks/old-tasks.ts';

async function keepHouseOnce(
  { ledger, dir }: Awaited<ReturnType<typeof ledgerWithOldTasks>>,
  copy: CopyLedger = copyLedger,
) {
  const { promise: over, resolve } = Promise.withResolvers<void>();
  let sleeps = 0;
  const clock: Clock = {
    now: () => NOW,
    monotonic: () => 0,
    sleep: async (_, signal) => {
      sleeps += 1;
      if (sleeps === 1) return;
      resolve();
      await new Promise<void>((wake) => signal?.addEventListener('abort', () => wake()));
    },
  };
  const said: string[] = [];
  const log: Log = (event, fields) => void said.push(`${event} ${JSON.stringify(fields)}`);
  const about = { environment: 'test', station: { id: 'a', name: 'a' } };
  const clockProof = () => 'agrees' as const;
  const more = { ledgerKey: KEY, backupsDir: dir.at('backups'), about, retentionDays: 90, clockProof };
  const maintenance = createMaintenance({ ledger, copy, clock, log, random: Math.random, ...more });
  maintenance.start();
  await over;
  await maintenance.stop();
  return said;
}

test('an hour of housekeeping: what is over is purged, audited, and in no page any more, nor in the backup', async () => {
  const old = await ledgerWithOldTasks();
  expect(old.bytes().ledger).toBe(true);
  expect(await keepHouseOnce(old)).toEqual(['ledger.backup {"outcome":"done"}']);
  expect(old.bytes()).toEqual({ ledger: false, log: false });
  expect(lastBackupAt(old.dir.at('backups'), NOW)).toBe(NOW);
  const audited = old.ledger.db.prepare(`SELECT detail FROM audit WHERE action = 'retention.purged'`);
  expect(audited.pluck().all()).toEqual(['{"tasks":200,"files":1400}']);
});

test('a ledger that cannot be written anew is told of, and there is a backup all the same', async () => {
  const old = await ledgerWithOldTasks();
  const { db } = old.ledger;
  const begun: Iterator<unknown>[] = [];
  const said = await keepHouseOnce(old, (...copying) => {
    copyLedger(...copying);
    // SQLite refuses VACUUM while another statement is unfinished.
    db.unsafeMode(true);
    const rows = db.prepare('SELECT uuid FROM task').iterate();
    rows.next();
    begun.push(rows);
  });
  for (const rows of begun) rows.return?.();
  expect(said[0]).toBe('ledger.backup {"outcome":"done"}');
  expect(said[1]).toContain('engine.fault {"where":"housekeeping"');
  expect(lastBackupAt(old.dir.at('backups'), NOW)).toBe(NOW);
});
