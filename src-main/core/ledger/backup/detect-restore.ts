import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { Ledger } from '../db/ledger.ts';
import { readMarkFile, writeMarkFile } from '../db/sidecar-file.ts';
import { readState, writeState } from '../db/station-state.ts';
import { newestRequest, type RequestOutcome } from '../tables/engine-requests.ts';
import { OWNER_KEY, UNPROVEN_KEY } from '../tables/ledger-owner.ts';
import { RESTORED_AT } from '../tables/perhaps-sent.ts';

/*
 * This file detects that somebody restored an older copy of the ledger. The ledger and a small file beside the ledger both count the uses
 * of the ledger. An older copy has a lower count than the file. Backups also have a mark (`IS_BACKUP`).
 */

const GENERATION = 'ledger.generation';
export const IS_BACKUP = 'ledger.is-backup';
/**
 * The key of `station_state` for the `seq` of the newest request in a restored backup. Requests with a higher `seq` were made after the
 * restore. The entry exists from the restore until an engine uses the ledger; backups do not contain the entry.
 */
export const ASKED_BEFORE = 'ledger.asked-before-restore';

/** The count in the file before the first use. If the first use crashes, the file exists, so that the ledger does not count as restored. */
const NEVER_USED = 0;

const markOf = (ledger: Ledger) => join(dirname(ledger.db.name), 'ledger.mark');

/**
 * Starts the use of the ledger by an engine. Must be called once, before anything is sent. After a restore, everything unfinished becomes
 * doubtful (docs/architecture.md 7), and `onRestored` runs in the same transaction. Returns whether a restore was detected (`restored`).
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

/** Whether a person restored an older copy that no engine has used yet. */
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

/** Increases both counts, so that all copies are older than the ledger. A crash between the two writes is harmless. */
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

/** Returns null for a missing or damaged file. A used ledger without the file counts as a restored copy, which costs some look-ups. */
const readMark = (path: string): number | null => readMarkFile(path, z.int());
const writeMark = (path: string, generation: number): void => writeMarkFile(path, generation);

const BEFORE_RESTORE: RequestOutcome = {
  ok: false,
  error: {
    code: 'request.before-restore',
    message:
      'This request was made before an older copy of the record of what was sent was restored. Clearfolder may have carried out the request before the restore, so it does not carry out the request now.',
    next: 'Check whether the request was carried out. If you still need the request, make it again.',
  },
};

/**
 * Marks everything unfinished in a restored ledger as doubtful, because the documents may have been sent after the copy was made
 * (docs/architecture.md 7). Submissions and answers become unconfirmed, so that the outbox asks the service before sending. Edits wait for
 * a person, because the Task may have a newer edit that the restored ledger does not contain. Unsent files wait for a decision, like the
 * backlog of a new rule. Requests up to `askedUpTo` end without effect, because they belong to an earlier state of the ledger and were
 * probably carried out. Must be called in a transaction.
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
  // The restored ledger may not name the organization to which the unconfirmed creates went (I12).
  run(
    `INSERT INTO station_state (key, value) SELECT '${UNPROVEN_KEY}', 'true'
     WHERE NOT EXISTS (SELECT 1 FROM station_state WHERE key = '${OWNER_KEY}')
       AND EXISTS (SELECT 1 FROM submission WHERE state = 'unconfirmed')
     ON CONFLICT (key) DO NOTHING`,
  );
  // `attempts` is at least 1, so that a refusal of the next attempt proves nothing (`create-delivery.ts`). `ended_at` is at most now,
  // because an end before the restore proves nothing (`PERHAPS_SENT`).
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
  run(
    `UPDATE file SET state = 'held', problem_code = 'file.backlog', problem_detail = date(@now / 1000, 'unixepoch')
     WHERE state IN ('settling', 'held') AND folder_id IS NOT NULL`,
  );
  run(`UPDATE folder SET backlog = '"ask"', backlog_listed_at = NULL`);
  ledger
    .prepared(
      'UPDATE request SET outcome = @outcome, ended_at = @now WHERE ended_at IS NULL AND seq <= @askedUpTo',
    )
    .run({ outcome: JSON.stringify(BEFORE_RESTORE), now, askedUpTo });
}
