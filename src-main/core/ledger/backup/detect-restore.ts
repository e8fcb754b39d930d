import { dirname, join } from 'node:path';
import { z } from 'zod';
import { failureOf } from '../../../contract/result.ts';
import { say } from '../../../contract/say.ts';
import type { Ledger } from '../db/ledger.ts';
import { readMarkFile, writeMarkFile } from '../db/sidecar-file.ts';
import { readState, writeState } from '../db/station-state.ts';
import { newestRequest, type RequestOutcome } from '../tables/engine-requests.ts';
import { OWNER_KEY, UNPROVEN_KEY } from '../tables/ledger-owner.ts';
import { RESTORED_AT } from '../tables/perhaps-sent.ts';

// These functions detect that somebody replaced the ledger with an older copy. The ledger and the file `ledger.mark` contain the same
// counter. Both counters increase at each start of the engine and before each hourly backup, so an older copy has a lower counter than the
// file. In addition, every backup contains the key `IS_BACKUP`.

const GENERATION = 'ledger.generation';
export const IS_BACKUP = 'ledger.is-backup';
/**
 * The key of `station_state` for the `seq` of the newest request to the engine in a restored backup. Requests with a higher `seq` were made
 * after the restore. The restore writes the value, and the next engine that uses the ledger removes it. Backups do not contain the value.
 */
export const ASKED_BEFORE = 'ledger.asked-before-restore';

// The counter that `takeUpLedger` writes into `ledger.mark` for a new ledger. Without this early write, a crash between the two writes of
// `countUse` would make the new ledger look restored.
const NEVER_USED = 0;

const markOf = (ledger: Ledger) => join(dirname(ledger.db.name), 'ledger.mark');

/**
 * Must be called once at the start of an engine, before anything is sent. If the ledger is a restored older copy (`restored`), makes
 * everything unfinished doubtful (`doubtEverythingOpen`), and runs `onRestored` in the same transaction.
 */
export function takeUpLedger(
  ledger: Ledger,
  now: number,
  onRestored: () => void = () => undefined,
): { restored: boolean } {
  const restored = ledger.transaction(() => {
    const { older, fresh } = standing(ledger);
    if (fresh) writeMark(markOf(ledger), NEVER_USED);
    if (older) {
      doubtEverythingOpen(ledger, now, readState(ledger, ASKED_BEFORE, z.int()) ?? newestRequest(ledger));
      writeState(ledger, RESTORED_AT, now);
      writeState(ledger, IS_BACKUP, null);
      writeState(ledger, ASKED_BEFORE, null);
      onRestored();
    }
    return older;
  });
  countUse(ledger);
  return { restored };
}

/** Whether the ledger is an older copy that was restored, and no engine has used the ledger since the restore. */
export function restoreIsOpen(ledger: Ledger): boolean {
  return standing(ledger).older;
}

function standing(ledger: Ledger): { older: boolean; fresh: boolean } {
  const inside = readState(ledger, GENERATION, z.int());
  const beside = readMark(markOf(ledger));
  const isBackup = readState(ledger, IS_BACKUP, z.boolean()) === true;
  return { older: isBackup || isOlder(inside, beside), fresh: inside === null && beside === null };
}

function isOlder(inside: number | null, beside: number | null): boolean {
  if (inside === null) return beside !== null && beside > NEVER_USED;
  return beside === null || beside > inside;
}

/** Increases the counters in the ledger and `ledger.mark`, so that all existing copies of the ledger have a lower counter than the file. */
export function countUse(ledger: Ledger): void {
  const path = markOf(ledger);
  const next = Math.max(readState(ledger, GENERATION, z.int()) ?? 0, readMark(path) ?? 0) + 1;
  ledger.transaction(() => writeState(ledger, GENERATION, next));
  writeMark(path, next);
}

/** Returns the time of the last detected restore in milliseconds since the epoch; null without a restore. */
export function restoredAt(ledger: Ledger): number | null {
  return readState(ledger, RESTORED_AT, z.int());
}

// Returns the counter in `ledger.mark`; null if the file is missing or damaged. A used ledger without a readable file counts as restored.
const readMark = (path: string): number | null => readMarkFile(path, z.int());
const writeMark = (path: string, generation: number): void => writeMarkFile(path, generation);

const BEFORE_RESTORE: RequestOutcome = {
  ok: false,
  error: failureOf(
    'request.before-restore',
    say('folders.requestMadeBeforeOlder'),
    say('folders.checkWhetherRequestCarried'),
  ),
};

/**
 * Marks unfinished rows of a restored ledger as doubtful: they may have been sent (docs/architecture.md 7). Must be called in a
 * transaction.
 * - Submissions, answers and events become unconfirmed, so that the outbox asks the service before it sends them.
 * - Edits are rejected, so that a person decides. The Task may have a newer edit that the restored ledger does not contain.
 * - Unsent files in watched folders are held until a person decides, like the backlog of a new folder rule.
 * - Open requests to the engine with a `seq` up to `askedUpTo` end without effect. Most were carried out before the restore.
 */
export function doubtEverythingOpen(ledger: Ledger, now: number, askedUpTo: number): void {
  const run = (sql: string) => {
    const statement = ledger.db.prepare(sql);
    if (sql.includes('@now')) statement.run({ now });
    else statement.run();
  };
  const problem = `problem_code = 'ledger.restored', problem_detail = NULL, problem_since = COALESCE(problem_since, @now)`;
  run(
    `UPDATE submission SET state = 'unconfirmed', unconfirmed_since = COALESCE(unconfirmed_since, @now), next_at = @now,
       misses = 0, ${problem} WHERE state IN ('queued', 'sending', 'unconfirmed')`,
  );
  // If the restored ledger has no owner, the organization to which its unconfirmed creates were sent is not known (I12).
  run(
    `INSERT INTO station_state (key, value) SELECT '${UNPROVEN_KEY}', 'true'
     WHERE NOT EXISTS (SELECT 1 FROM station_state WHERE key = '${OWNER_KEY}')
       AND EXISTS (SELECT 1 FROM submission WHERE state = 'unconfirmed')
     ON CONFLICT (key) DO NOTHING`,
  );
  // `attempts` becomes at least 1, so that a refusal of the next attempt does not prove that no Task exists (`mayExist`). `ended_at`
  // becomes at most `now`, so that no end is later than the restore, and each ended submission counts as perhaps sent (`PERHAPS_SENT`).
  run(
    `UPDATE submission SET attempts = MAX(attempts, 1), ended_at = MIN(ended_at, @now)
     WHERE state IN ('unconfirmed', 'rejected', 'withdrawn')`,
  );
  run(
    `UPDATE message SET state = 'unconfirmed', next_at = @now, ${problem},
       progress = json_set(json_insert(progress, '$.knownItems', json('[]')), '$.outcomeUnknown', json('true'))
     WHERE state IN ('queued', 'sending', 'unconfirmed') AND lane <> 'edits'`,
  );
  run(
    `UPDATE message SET progress = json_set(progress, '$.outcomeUnknown', json('true'))
     WHERE state = 'rejected' AND lane = 'answers'`,
  );
  run(
    `UPDATE message SET state = 'rejected', ended_at = @now, ${problem}
     WHERE state IN ('queued', 'sending', 'unconfirmed') AND lane = 'edits'`,
  );
  holdBacklog(ledger, now);
  ledger
    .prepared(
      'UPDATE request SET outcome = @outcome, ended_at = @now WHERE ended_at IS NULL AND seq <= @askedUpTo',
    )
    .run({ outcome: JSON.stringify(BEFORE_RESTORE), now, askedUpTo });
}

/** Holds the unsent files in watched folders until a person decides. Must be called in a transaction, while no folder runs. */
export function holdBacklog(ledger: Ledger, now: number): void {
  ledger.db
    .prepare(
      `UPDATE file SET state = 'held', problem_code = 'file.backlog', problem_detail = date(@now / 1000, 'unixepoch')
       WHERE state IN ('settling', 'held') AND folder_id IS NOT NULL`,
    )
    .run({ now });
  ledger.db.prepare(`UPDATE folder SET backlog = '"ask"', backlog_listed_at = NULL`).run();
}
