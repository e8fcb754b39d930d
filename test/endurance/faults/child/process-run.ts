import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createApp } from '../../../../src-main/hosts/app/create-app.ts';
import type { SkippingClock } from '../../../support/clock.ts';
import { WILLING } from '../../../support/willing-person.ts';
import type { ChildOptions } from '../fault.ts';
import { DESK_OPEN_WORK, workAtDesk } from './desk-person.ts';
import { workAtFront } from './front-person.ts';
import type { WatchedSql } from './inject-sql.ts';
import type { Injector } from './injector.ts';

/** The longest wait for the program to finish; by the program's clock, in milliseconds. */
const PATIENCE_MS = 2 * 3_600_000;
const DAY_AND_MORE_MS = 26 * 3_600_000;
const HOUR_AND_MORE_MS = 1.2 * 3_600_000;
const LOOK_MS = 700;

/** The person of each scene, how many files the program finds in the end, and which Tasks must have ended. */
const PLAYS = {
  front: {
    work: workAtFront,
    found: 5,
    open: `status NOT IN ('completed', 'failed', 'invalid')`,
  },
  desk: { work: workAtDesk, found: 16, open: DESK_OPEN_WORK },
} as const;

/** Starts the station, plays the person until all is done, and lets some nights pass. Gives what is still to do, in words, or null. */
export async function runProcess({
  options,
  clock,
  injector,
  sql,
}: {
  options: ChildOptions;
  clock: SkippingClock;
  injector: Injector;
  sql: WatchedSql;
}): Promise<string | null> {
  const { root, secrets, apiSecret, documents } = options;
  const play = PLAYS[options.scene];
  const data = join(root, 'data');
  const settings = join(root, 'settings.json');
  const where = ['--data', data, '--settings', settings, '--secrets', secrets];
  let nightsMs = 0;
  const began = clock.monotonic();
  const late = () => clock.monotonic() - began > PATIENCE_MS + nightsMs;

  injector.arm();
  // In the scene `desk` a person sets the api_secret.
  const choice = { data, settings, secrets, apiSecret: options.scene === 'front' ? apiSecret : null };
  const app = await createApp({ choice, host: 'browser', samples: false, person: WILLING });
  const isBackedUp = () => injector.silently(() => hasBackup(join(data, 'clinic', 'backups')));
  const finish = async (): Promise<string | null> => {
    for (;;) {
      const left = openWork(sql, play);
      if (left === null || late()) return left;
      await clock.sleep(LOOK_MS);
    }
  };
  const parts = { app, clock, root, where, apiSecret, documents, asked: sql.asked, late };
  let unfinished = await play.work({ ...parts, beside: (work) => injector.silently(work) }).then(
    () => null,
    (error: unknown) => `person: ${String(error)}`,
  );
  unfinished ??= await finish();
  // Housekeeping runs at night; another hour follows a night whose backup failed.
  for (const nightMs of [DAY_AND_MORE_MS, HOUR_AND_MORE_MS, HOUR_AND_MORE_MS]) {
    if (unfinished !== null) break;
    clock.forward(nightMs);
    nightsMs += nightMs;
    await clock.sleep(LOOK_MS);
    unfinished = await finish();
    if (unfinished === null && isBackedUp()) break;
  }
  unfinished ??= isBackedUp() ? null : 'no backup';
  await app.stop();
  return unfinished;
}

/** The unfinished work in words, or null. */
function openWork(sql: WatchedSql, { open, found: wanted }: { open: string; found: number }): string | null {
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
