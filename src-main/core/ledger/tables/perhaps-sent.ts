import { z } from 'zod';
import type { Problem, ProblemCode } from '../../../contract/problem.ts';
import { type Ledger, readAll, readNumber, readValue } from '../db/ledger.ts';
import { writeState } from '../db/station-state.ts';
import { placesAt } from './folders.ts';
import { ENDED, OPEN, type SubmissionRow } from './outbox-rows.ts';

/** The key of `station_state` for the time of the last restore of an older copy of the ledger. */
export const RESTORED_AT = 'ledger.restored-at';
/**
 * The prefix of `station_state` keys; the id of a folder rule follows. The value is the last time at which another station held the
 * folder's lease.
 */
export const ELSEWHERE = 'folder.elsewhere.';

const stateAt = (key: string) => `(SELECT CAST(value AS INTEGER) FROM station_state WHERE key = ${key})`;

/** Returns the SQL condition: another station held the lease of the folder at the time `at` or later. Both parameters are SQL. */
export const elsewhereSince = (folderId: string, at: string) =>
  `COALESCE(${at} <= ${stateAt(`'${ELSEWHERE}' || ${folderId}`)}, 0)`;

// SQL condition: after the end of the submission, an older ledger was restored, or another station held the lease of the folder.
const MAY_HAVE_GONE_SINCE = `(COALESCE(submission.ended_at <= ${stateAt(`'${RESTORED_AT}'`)}, 0)
  OR ${elsewhereSince('submission.folder_id', 'submission.ended_at')})`;
/**
 * SQL condition: the create of the queued submission got an answer that refused the create for now, and the service has not denied the
 * Task since. A gateway may have written the answer after the service made the Task (`look-first.ts`).
 */
export const ANSWERED = `(submission.state = 'queued' AND submission.attempts > 0 AND (submission.problem_code GLOB 'auth.*'
  OR submission.problem_code IN ('service.busy', 'service.not-found', 'answer.unasked')))`;
/** SQL condition: this station or another station may have sent the documents of the submission to the service. */
const MAY_HAVE_ARRIVED = `(submission.perhaps_sent = 1 OR COALESCE(${ANSWERED}, 0) OR ${MAY_HAVE_GONE_SINCE})`;
// SQL condition: the shared folder does not show the withdrawal of the submission yet, so another station may still send the documents.
const UNTOLD = `(submission.state = 'withdrawn' AND submission.problem_code IS 'station.untold')`;

/** SQL condition: the submission's documents may be in a Task that this ledger lacks, or another station may still send them (I2). */
export const PERHAPS_SENT = `(${MAY_HAVE_ARRIVED} OR ${UNTOLD})`;

/** SQL condition: the submission will be sent, is being sent, or was accepted. */
export const GOES = `submission.state NOT IN ('rejected', 'withdrawn')`;

/** SQL condition: the submission is unfinished. */
export const WAITS = `submission.state IN ('queued', 'sending', 'unconfirmed')`;

/** SQL condition: the documents of the submission are in a Task, may be in a Task, or will be sent (I2). */
export const MAY_BE_TASK = `(${GOES} OR ${PERHAPS_SENT})`;

const is = (ledger: Ledger, condition: string, id: string): boolean =>
  readNumber(ledger.prepared(`SELECT COUNT(*) FROM submission WHERE id = ? AND ${condition}`), id) === 1;

export function isPerhapsSent(ledger: Ledger, id: string): boolean {
  return is(ledger, PERHAPS_SENT, id);
}

/** Whether the documents may have reached the service. Unlike `isPerhapsSent`, ignores what another station may still send. */
export function mayHaveArrived(ledger: Ledger, id: string): boolean {
  return is(ledger, MAY_HAVE_ARRIVED, id);
}

export function mayHaveGoneSince(ledger: Ledger, id: string): boolean {
  return is(ledger, MAY_HAVE_GONE_SINCE, id);
}

// The next step for a create with this problem, if the service later says that the service has no Task of the create (I2).
// - `person`: a person decides, because a repeat of the create could fail too or create a second Task.
// - `page`: the outbox repeats the create a few times, because the response was unreadable, such as an HTML page of a network device.
const WHEN_DENIED: Partial<Record<ProblemCode, 'person' | 'page'>> = {
  'service.blocked': 'person',
  'service.unsaid': 'person',
  'service.too-large': 'person',
  'service.unaccounted': 'person',
  'service.unreadable': 'page',
  'service.answer-too-large': 'page',
};

/** Returns what follows if the service denies the Task of a create with the problem `code`. `anew`: the outbox sends the create again. */
export function whenDenied(code: ProblemCode): 'person' | 'page' | 'anew' {
  return WHEN_DENIED[code] ?? 'anew';
}

/**
 * Whether the service may have made a Task although it did not accept a submission with this problem. The service may have a similar Task,
 * the response may have been unreadable, or a gateway may have written the response (`unsaidStatus`).
 */
export function provesNothing({ code, detail }: Problem): boolean {
  if (code === 'service.too-large') return detail === null;
  return code === 'service.conflict' || WHEN_DENIED[code] !== undefined;
}

const codes = Object.keys(WHEN_DENIED).map((code) => `'${code}'`);

/**
 * SQL condition: the submission is unconfirmed, and its problem is the outcome of its create. The problem of a failed look-up must not
 * replace this problem.
 */
export const KEEPS_ANSWER = `(state = 'unconfirmed' AND problem_code IN (${codes.join(', ')}))`;

// Makes queued submissions unconfirmed. With `attempts` of at least 1, a later refusal does not prove that no Task exists.
const DOUBT = `UPDATE submission SET state = 'unconfirmed', unconfirmed_since = @now, next_at = @now, misses = 0,
    attempts = MAX(attempts, 1), problem_code = 'station.perhaps', problem_detail = NULL,
    problem_since = COALESCE(problem_since, @now)
  WHERE ${OPEN} AND state = 'queued'`;

// Sets the problem `station.perhaps` on each submission in *sending* (`isDoubted`). The state stays: the service may accept the create.
const MARK = `UPDATE submission SET problem_code = 'station.perhaps', problem_detail = NULL,
    problem_since = COALESCE(problem_since, @now)
  WHERE ${OPEN} AND state = 'sending'`;

// Counts an attempt of each rejected submission without one, because another station may have sent the documents. The state stays.
const DOUBT_REFUSED = `UPDATE submission SET attempts = 1 WHERE state = 'rejected' AND attempts = 0`;

/**
 * Marks the submissions of a shared folder after another station held the lease of the folder and may have sent them (I2). Queued
 * submissions become unconfirmed, and submissions in *sending* get a problem. For ended submissions, the ledger stores the time of the
 * lease (`wasElsewhereSince`). Submissions from the same path under another folder rule are included.
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
 * Whether another station held the lease of the folder at `ended_at` or later, and so may have sent the documents. The ledger stores only
 * one time for all paths of a folder rule, so the result can be wrongly true. A wrong true only causes one look-up too many.
 */
export function wasElsewhereSince(
  ledger: Ledger,
  { folder_id: folderId, ended_at: endedAt }: Pick<SubmissionRow, 'folder_id' | 'ended_at'>,
): boolean {
  const asked = ledger.prepared(`SELECT ${elsewhereSince('@folderId', '@endedAt')}`);
  return readNumber(asked, { folderId, endedAt }) === 1;
}

// Stores `now` as the last time at which another station held the lease of the folder. If a wrong clock gave the end of a submission a
// later time, stores that later time, so that all submissions that have ended are covered.
function noteElsewhere(ledger: Ledger, folderId: string, now: number): void {
  const ended = ledger.prepared(
    `SELECT MAX(ended_at) FROM submission WHERE state IN ('rejected', 'withdrawn') AND folder_id = ?`,
  );
  const last = readValue(ended, z.int(), folderId) ?? now;
  writeState(ledger, `${ELSEWHERE}${folderId}`, Math.max(now, last));
}

/**
 * Marks one submission as unconfirmed, as `markUnconfirmed` does for a folder, because another station took over the submission's claim.
 */
export function doubtClaimed(ledger: Ledger, id: string, now: number): void {
  ledger.transaction(() => {
    for (const change of [DOUBT, MARK, DOUBT_REFUSED])
      ledger.prepared(`${change} AND id = @id`).run({ now, id });
  });
}

/** Makes one queued submission unconfirmed, as `markUnconfirmed` does for a folder. Returns false if the submission is not queued. */
export function doubtOne(ledger: Ledger, id: string, now: number): boolean {
  return ledger.prepared(`${DOUBT} AND id = @id`).run({ now, id }).changes === 1;
}

/** Makes the queued submission of a listed Task unconfirmed, so that the Task is looked up before any create. */
export function doubtListed(ledger: Ledger, externalId: string, now: number): void {
  ledger.prepared(`${DOUBT} AND external_id = @externalId`).run({ externalId, now });
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

/**
 * Records that the claim of a withdrawn submission needs no further change. `known`: true if certainly no other station sends the
 * documents; false if another station may send them, so that the problem `station.untold` stays.
 */
export function settleUntold(ledger: Ledger, id: string, known: boolean): void {
  ledger
    .prepared(
      `UPDATE submission SET claim_key = NULL,
         problem_code = CASE WHEN @known = 1 AND problem_code = 'station.untold' THEN NULL ELSE problem_code END
       WHERE id = @id AND state = 'withdrawn'`,
    )
    .run({ id, known: known ? 1 : 0 });
}
