import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createApp } from '../../../../src-main/hosts/app/create-app.ts';
import type { SkippingClock } from '../../../support/clock.ts';
import type { Order } from '../blow.ts';
import { DESK_OPEN_WORK, workAtDesk } from './desk-person.ts';
import { workAsPerson } from './person.ts';
import type { StruckSql } from './strike-sql.ts';
import type { Striker } from './striker.ts';

/** Nobody waits longer than this for the program to come to rest; by its clock, in milliseconds. */
const PATIENCE_MS = 2 * 3_600_000;
const DAY_AND_MORE_MS = 26 * 3_600_000;
const HOUR_AND_MORE_MS = 1.2 * 3_600_000;
const LOOK_MS = 700;

/** What somebody does in each scene, how many files are found in the end, and what else than usual must be at its end. */
const PLAYS = {
  front: {
    work: workAsPerson,
    found: 5,
    open: `status NOT IN ('completed', 'failed', 'invalid')`,
  },
  desk: { work: workAtDesk, found: 15, open: DESK_OPEN_WORK },
} as const;

/** Starts the station, works with it until all is done, and lets some nights pass. Gives what still is not done, in words, or null. */
export async function live({
  order,
  clock,
  striker,
  sql,
}: {
  order: Order;
  clock: SkippingClock;
  striker: Striker;
  sql: StruckSql;
}): Promise<string | null> {
  const { root, secrets, apiSecret, documents } = order;
  const play = PLAYS[order.scene];
  const data = join(root, 'data');
  const settings = join(root, 'settings.json');
  const where = ['--data', data, '--settings', settings, '--secrets', secrets];
  let nightsMs = 0;
  const began = clock.monotonic();
  const late = () => clock.monotonic() - began > PATIENCE_MS + nightsMs;

  striker.arm();
  // At the desk the api_secret is what a person sets.
  const choice = { data, settings, secrets, apiSecret: order.scene === 'front' ? apiSecret : null };
  const app = await createApp({ choice, host: 'browser', samples: false });
  const isBackedUp = () => striker.silently(() => hasBackup(join(data, 'clinic', 'backups')));
  const comeToRest = async (): Promise<string | null> => {
    for (;;) {
      const left = openWork(sql, play);
      if (left === null || late()) return left;
      await clock.sleep(LOOK_MS);
    }
  };
  const parts = { app, clock, root, where, apiSecret, documents, asked: sql.asked, late };
  let restless = await play.work({ ...parts, beside: (work) => striker.silently(work) }).then(
    () => null,
    (error: unknown) => `person: ${String(error)}`,
  );
  restless ??= await comeToRest();
  // The nights, in which the house is kept; one whose backup failed is followed by another hour.
  for (const nightMs of [DAY_AND_MORE_MS, HOUR_AND_MORE_MS, HOUR_AND_MORE_MS]) {
    if (restless !== null) break;
    clock.forward(nightMs);
    nightsMs += nightMs;
    await clock.sleep(LOOK_MS);
    restless = await comeToRest();
    if (restless === null && isBackedUp()) break;
  }
  restless ??= isBackedUp() ? null : 'no backup';
  await app.stop();
  return restless;
}

/** What is not finished, in words; null when nothing is. */
function openWork(sql: StruckSql, { open, found: wanted }: { open: string; found: number }): string | null {
  if (sql.ledger() === null) return 'no ledger';
  const rows = sql.asked(
    `SELECT 'submission ' || state FROM submission WHERE state IN ('queued', 'sending', 'unconfirmed')
     UNION ALL SELECT 'message ' || state FROM message WHERE state IN ('queued', 'sending', 'unconfirmed')
     UNION ALL SELECT 'file ' || state FROM file WHERE state IN ('settling', 'held') AND current = 1 AND folder_id IS NOT NULL
     UNION ALL SELECT 'move' FROM file WHERE move_state = 'due'
     UNION ALL SELECT 'details' FROM task WHERE details_due = 1
     UNION ALL SELECT 'task ' || status FROM task WHERE ${open}`,
  );
  if (rows.length > 0) return JSON.stringify(rows);
  const found = sql.asked(`SELECT 1 FROM file WHERE state <> 'ignored' AND folder_id IS NOT NULL`);
  return found.length < wanted ? `found ${found.length}` : null;
}

function hasBackup(backups: string): boolean {
  return existsSync(backups) && readdirSync(backups).some((name) => name.endsWith('.db'));
}
