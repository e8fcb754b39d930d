import { z } from 'zod';
import type { Problem, ProblemCode } from '../../../contract/problem.ts';
import { type Ledger, readAll, readNumber, readValue } from '../db/ledger.ts';
import { writeState } from '../db/station-state.ts';
import { placesAt } from './folders.ts';
import { ENDED, OPEN, type SubmissionRow } from './outbox-rows.ts';

/** The key of `station_state` for the time of the last restore of an older copy of the ledger. */
export const RESTORED_AT = 'ledger.restored-at';
/** The prefix of `station_state` keys by folder id. The value is the last time at which another station held the folder's lease. */
export const ELSEWHERE = 'folder.elsewhere.';

const stateAt = (key: string) => `(SELECT CAST(value AS INTEGER) FROM station_state WHERE key = ${key})`;

/** SQL: another station held the lease of the folder at this time or later. */
export const elsewhereSince = (folderId: string, at: string) =>
  `COALESCE(${at} <= ${stateAt(`'${ELSEWHERE}' || ${folderId}`)}, 0)`;

/**
 * SQL for a submission that ended without a Task: somebody may have sent the submission after its recorded end, because after that end an
 * older copy of the ledger was restored, or another station held the lease of the folder.
 */
const MAY_HAVE_GONE_SINCE = `(COALESCE(submission.ended_at <= ${stateAt(`'${RESTORED_AT}'`)}, 0)
  OR ${elsewhereSince('submission.folder_id', 'submission.ended_at')})`;
/** SQL: this station or another station may have sent the documents to the service. */
const MAY_HAVE_ARRIVED = `(submission.perhaps_sent = 1 OR ${MAY_HAVE_GONE_SINCE})`;
/** SQL: another station may still send the withdrawn submission, because the shared folder does not show the withdrawal yet. */
const UNTOLD = `(submission.state = 'withdrawn' AND submission.problem_code IS 'station.untold')`;

/** SQL for a submission without a Task: a Task may exist that this ledger does not know (I2). */
export const PERHAPS_SENT = `(${MAY_HAVE_ARRIVED} OR ${UNTOLD})`;

/** SQL: the submission will be sent, is being sent, or was accepted. */
export const GOES = `submission.state NOT IN ('rejected', 'withdrawn')`;

/** SQL: the submission is in the outbox, and its Task is not known. */
export const WAITS = `submission.state IN ('queued', 'sending', 'unconfirmed')`;

/** SQL: the documents of the submission are a Task, may be a Task, or will be sent (I2). */
export const MAY_BE_TASK = `(${GOES} OR ${PERHAPS_SENT})`;

const is = (ledger: Ledger, condition: string, id: string): boolean =>
  readNumber(ledger.prepared(`SELECT COUNT(*) FROM submission WHERE id = ? AND ${condition}`), id) === 1;

export function isPerhapsSent(ledger: Ledger, id: string): boolean {
  return is(ledger, PERHAPS_SENT, id);
}

/** Whether the documents may have reached the service. Unlike `PERHAPS_SENT`, ignores withdrawals that other stations cannot see yet. */
export function mayHaveArrived(ledger: Ledger, id: string): boolean {
  return is(ledger, MAY_HAVE_ARRIVED, id);
}

export function mayHaveGoneSince(ledger: Ledger, id: string): boolean {
  return is(ledger, MAY_HAVE_GONE_SINCE, id);
}

/**
 * The next step if the service denies having the Task of a create with this problem (I2). `person`: a person decides, because the service
 * would refuse the create again, or because a service that stores no ids would make a new Task each time. `page`: the response was not
 * readable (a page of a network device, or an unknown form of success), so the outbox repeats the create a few times.
 */
const WHEN_DENIED: Partial<Record<ProblemCode, 'person' | 'page'>> = {
  'service.blocked': 'person',
  'service.unsaid': 'person',
  'service.too-large': 'person',
  'service.unaccounted': 'person',
  'service.unreadable': 'page',
  'service.answer-too-large': 'page',
};

/** Returns what follows if the service denies having the Task. `anew` means that the outbox sends the create again. */
export function whenDenied(code: ProblemCode): 'person' | 'page' | 'anew' {
  return WHEN_DENIED[code] ?? 'anew';
}

/**
 * Whether the service may have made a Task in spite of a refusal. A conflict about the external_id may concern a Task of another station. A
 * refusal that a gateway wrote (`unsaidStatus`) may have replaced the service's response to a successful create.
 */
export function provesNothing({ code, detail }: Problem): boolean {
  if (code === 'service.too-large') return detail === null;
  return code === 'service.conflict' || code === 'service.perhaps-there' || WHEN_DENIED[code] !== undefined;
}

const codes = Object.keys(WHEN_DENIED).map((code) => `'${code}'`);

/** SQL for an unconfirmed row whose problem is the outcome of the create. The problem of a failed look-up must not replace this problem. */
export const KEEPS_ANSWER = `(state = 'unconfirmed' AND problem_code IN (${codes.join(', ')}))`;

/** `attempts` becomes at least 1, so that a refusal of the next attempt does not prove that no Task exists (`create-delivery.ts`). */
const DOUBT = `UPDATE submission SET state = 'unconfirmed', unconfirmed_since = @now, next_at = @now, misses = 0,
    attempts = MAX(attempts, 1), problem_code = 'station.perhaps', problem_detail = NULL,
    problem_since = COALESCE(problem_since, @now)
  WHERE ${OPEN} AND state = 'queued'`;

/** A row in *sending* keeps its state, because the service may accept the create. The sender checks this problem code (`isDoubted`). */
const MARK = `UPDATE submission SET problem_code = 'station.perhaps', problem_detail = NULL,
    problem_since = COALESCE(problem_since, @now)
  WHERE ${OPEN} AND state = 'sending'`;

/** A refused row stays refused, so that its reason is visible. `attempts` becomes 1: another station may have sent the documents. */
const DOUBT_REFUSED = `UPDATE submission SET attempts = 1 WHERE state = 'rejected' AND attempts = 0`;

/**
 * Marks the submissions of a shared folder after another station held the lease, because that station may have sent them under the same
 * external_ids (I2). Queued rows become unconfirmed, so that the outbox asks the service before sending. Rows in *sending* get a problem
 * code, because their requests may not have started. For ended rows, the ledger stores the time of the other station's lease
 * (`wasElsewhereSince`). Rows from the same path under another rule are included.
 */
export function markUnconfirmed(ledger: Ledger, path: string, now: number): void {
  ledger.transaction(() => {
    for (const { folderId, after, upTo } of placesAt(ledger, path)) {
      for (const change of [DOUBT, MARK, DOUBT_REFUSED]) {
        ledger
          .prepared(`${change} AND folder_id = @folderId AND seq > @after AND seq <= @upTo`)
          .run({ now, folderId, after, upTo });
      }
      noteElsewhere(ledger, folderId, now);
    }
  });
}

/**
 * Whether another station held the lease of the folder after the submission was refused or withdrawn, so that the other station may have
 * sent the documents. The ledger stores one time for all places of a folder, which may cause an unnecessary look-up.
 */
export function wasElsewhereSince(
  ledger: Ledger,
  { folder_id: folderId, ended_at: endedAt }: Pick<SubmissionRow, 'folder_id' | 'ended_at'>,
): boolean {
  const asked = ledger.prepared(`SELECT ${elsewhereSince('@folderId', '@endedAt')}`);
  return readNumber(asked, { folderId, endedAt }) === 1;
}

/**
 * Stores the time `now` of another station's lease. The stored time is at least the latest end of a submission of the folder, even if the
 * clock was wrong at that end.
 */
function noteElsewhere(ledger: Ledger, folderId: string, now: number): void {
  const ended = ledger.prepared(
    `SELECT MAX(ended_at) FROM submission WHERE state IN ('rejected', 'withdrawn') AND folder_id = ?`,
  );
  const last = readValue(ended, z.int(), folderId) ?? now;
  writeState(ledger, `${ELSEWHERE}${folderId}`, Math.max(now, last));
}

/** Marks one submission as `markUnconfirmed` does. Returns false if the submission is not queued. */
export function doubtOne(ledger: Ledger, id: string, now: number): boolean {
  return ledger.prepared(`${DOUBT} AND id = @id`).run({ now, id }).changes === 1;
}

const untoldSchema = z.object({
  id: z.string(),
  folder_id: z.string(),
  claim_key: z.string(),
  external_id: z.string(),
  created_at: z.int(),
  ended_at: z.int(),
});
/** A withdrawn submission whose claim in the shared folder does not show the withdrawal yet. */
export type Untold = z.infer<typeof untoldSchema>;

export function untoldAt(ledger: Ledger, path: string): Untold[] {
  const rows = ledger.prepared(
    `SELECT id, folder_id, claim_key, external_id, created_at, ended_at FROM submission INDEXED BY submission_ended
       WHERE ${ENDED} AND state = 'withdrawn' AND claim_key IS NOT NULL AND folder_id = @folderId AND seq > @after AND seq <= @upTo`,
  );
  return placesAt(ledger, path).flatMap(({ folderId, after, upTo }) =>
    readAll(rows, untoldSchema, { folderId, after, upTo }),
  );
}

/** Records that other stations know of a withdrawal, or that no claim is left. `known`: whether no other station sent the documents. */
export function settleUntold(ledger: Ledger, id: string, known: boolean): void {
  ledger
    .prepared(
      `UPDATE submission SET claim_key = NULL,
         problem_code = CASE WHEN @known = 1 AND problem_code = 'station.untold' THEN NULL ELSE problem_code END
       WHERE id = @id AND state = 'withdrawn'`,
    )
    .run({ id, known: known ? 1 : 0 });
}
