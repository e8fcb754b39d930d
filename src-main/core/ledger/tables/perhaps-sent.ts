import { z } from 'zod';
import type { Problem, ProblemCode } from '../../../contract/problem.ts';
import { type Ledger, readAll, readOne } from '../db/ledger.ts';
import { writeState } from '../db/station-state.ts';
import { placesAt } from './folders.ts';
import { countSchema, ENDED, OPEN, type SubmissionRow } from './outbox-rows.ts';

/** Key of station_state: when the ledger was last put back from an older copy. */
export const RESTORED_AT = 'ledger.restored-at';
/** Key of station_state, with the id of a folder behind: when another station last had that folder. */
export const ELSEWHERE = 'folder.elsewhere.';

const stateAt = (key: string) => `(SELECT CAST(value AS INTEGER) FROM station_state WHERE key = ${key})`;

/** In SQL: whether another station had the folder at this time or later. */
export const elsewhereSince = (folderId: string, at: string) =>
  `COALESCE(${at} <= ${stateAt(`'${ELSEWHERE}' || ${folderId}`)}, 0)`;

/**
 * Of a submission that ended without a Task, in SQL: its end is no end any more. An older copy of the ledger remembers it, and it
 * may have been tried again; or another station had its folder.
 */
const MAY_HAVE_GONE_SINCE = `(COALESCE(submission.ended_at <= ${stateAt(`'${RESTORED_AT}'`)}, 0)
  OR ${elsewhereSince('submission.folder_id', 'submission.ended_at')})`;
/** The documents may have arrived by an attempt of this station, or of a station that had the folder since. */
const MAY_HAVE_ARRIVED = `(submission.perhaps_sent = 1 OR ${MAY_HAVE_GONE_SINCE})`;
/** Another station may have what was taken back here. */
const UNTOLD = `(submission.state = 'withdrawn' AND submission.problem_code IS 'station.untold')`;

/** Of a submission without a Task, in SQL: it may have become one, unknown to this ledger (I2). */
export const PERHAPS_SENT = `(${MAY_HAVE_ARRIVED} OR ${UNTOLD})`;

/** In SQL: the submission goes to the service, or went. */
export const GOES = `submission.state NOT IN ('rejected', 'withdrawn')`;

/** In SQL: the submission is in the outbox, and no Task of it is known. */
export const WAITS = `submission.state IN ('queued', 'sending', 'unconfirmed')`;

/** Whether the documents of a submission may already be a Task (I2), in SQL. */
export const MAY_BE_TASK = `(${GOES} OR ${PERHAPS_SENT})`;

const is = (ledger: Ledger, condition: string, id: string): boolean =>
  readOne(
    ledger.prepared(`SELECT COUNT(*) AS count FROM submission WHERE id = ? AND ${condition}`),
    countSchema,
    id,
  )?.count === 1;

/** See PERHAPS_SENT. */
export function isPerhapsSent(ledger: Ledger, id: string): boolean {
  return is(ledger, PERHAPS_SENT, id);
}

/** See MAY_HAVE_ARRIVED. Each submission that was just taken back from a shared folder is still to be told there, which says nothing of the service. */
export function mayHaveArrived(ledger: Ledger, id: string): boolean {
  return is(ledger, MAY_HAVE_ARRIVED, id);
}

/** See MAY_HAVE_GONE_SINCE. */
export function mayHaveGoneSince(ledger: Ledger, id: string): boolean {
  return is(ledger, MAY_HAVE_GONE_SINCE, id);
}

/**
 * What a create came to, which decides what becomes of it once the service denies that it has it (I2). `person`: it would be
 * refused again, or a service that does not keep ids would make one Task after the other. `page`: what nobody can read stood in the
 * place of the answer, a page of some network or how this service says that it made one; it is sent anew a few times.
 */
const WHEN_DENIED: Partial<Record<ProblemCode, 'person' | 'page'>> = {
  'service.blocked': 'person',
  'service.unsaid': 'person',
  'service.too-large': 'person',
  'service.unaccounted': 'person',
  'service.unreadable': 'page',
  'service.answer-too-large': 'page',
};

/** What becomes of a create that came to this, once it is denied; `anew`: it is sent anew. */
export function whenDenied(code: ProblemCode): 'person' | 'page' | 'anew' {
  return WHEN_DENIED[code] ?? 'anew';
}

/**
 * Whether a refusal is no word of the service that it took nothing. A Task of another under this external_id says nothing of this
 * one; a refusal that the service did not write (see `unsaidStatus`) may have come in the place of its answer.
 */
export function provesNothing({ code, detail }: Problem): boolean {
  if (code === 'service.too-large') return detail === null;
  return code === 'service.conflict' || code === 'service.perhaps-there' || WHEN_DENIED[code] !== undefined;
}

const codes = Object.keys(WHEN_DENIED).map((code) => `'${code}'`);

/** Of an unconfirmed row, in SQL: it has what its create came to, which no fault of a look-up may hide. */
export const KEEPS_ANSWER = `(state = 'unconfirmed' AND problem_code IN (${codes.join(', ')}))`;

/** One attempt must be assumed: a refusal of the next one proves nothing then (see refused-create.ts). */
const DOUBT = `UPDATE submission SET state = 'unconfirmed', unconfirmed_since = @now, next_at = @now, misses = 0,
    attempts = MAX(attempts, 1), problem_code = 'station.perhaps', problem_detail = NULL,
    problem_since = COALESCE(problem_since, @now)
  WHERE ${OPEN} AND state = 'queued'`;

/** What is under way keeps its state, for it may be accepted: whoever sends it reads the mark (see `isDoubted` of the table). */
const MARK = `UPDATE submission SET problem_code = 'station.perhaps', problem_detail = NULL,
    problem_since = COALESCE(problem_since, @now)
  WHERE ${OPEN} AND state = 'sending'`;

/** What was refused stays so: a person is told why. The other station may have tried it too. */
const DOUBT_REFUSED = `UPDATE submission SET attempts = 1 WHERE state = 'rejected' AND attempts = 0`;

const lastSchema = z.object({ at: z.int().nullable() });

/**
 * What waits here to be sent from a shared folder may have been sent by another station that had the folder meanwhile, under
 * the same external_id (I2). It is unconfirmed from here on, so the service is asked before anything goes. `path` is where the
 * folder is: what came from there under another rule is meant too. What is being sent may still wait for a token or a
 * connection, so it is marked. Of what ended it is kept that the folder was elsewhere since (see `wasElsewhereSince`).
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
 * Whether another station had, since this one was refused or taken back, the folder that it came from. Then that one may have sent
 * it, and its end here proves nothing any more. For all places of the folder alike, which costs look-ups alone.
 */
export function wasElsewhereSince(
  ledger: Ledger,
  { folder_id: folderId, ended_at: endedAt }: Pick<SubmissionRow, 'folder_id' | 'ended_at'>,
): boolean {
  const asked = ledger.prepared(`SELECT ${elsewhereSince('@folderId', '@endedAt')} AS count`);
  return readOne(asked, countSchema, { folderId, endedAt })?.count === 1;
}

/** Not before anything that ended by then, whatever the clock said when it did. */
function noteElsewhere(ledger: Ledger, folderId: string, now: number): void {
  const ended = ledger.prepared(
    `SELECT MAX(ended_at) AS at FROM submission WHERE state IN ('rejected', 'withdrawn') AND folder_id = ?`,
  );
  const last = readOne(ended, lastSchema, folderId)?.at ?? now;
  writeState(ledger, `${ELSEWHERE}${folderId}`, Math.max(now, last));
}

/** The same for one of them; false when it is not queued. */
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
/** What was taken back, of which the other stations of its folder are yet to be told: until then it keeps its claim. */
export type Untold = z.infer<typeof untoldSchema>;

/** All that came from a path. */
export function untoldAt(ledger: Ledger, path: string): Untold[] {
  const rows = ledger.prepared(
    `SELECT id, folder_id, claim_key, external_id, created_at, ended_at FROM submission INDEXED BY submission_ended
       WHERE ${ENDED} AND state = 'withdrawn' AND claim_key IS NOT NULL AND folder_id = @folderId AND seq > @after AND seq <= @upTo`,
  );
  return placesAt(ledger, path).flatMap(({ folderId, after, upTo }) =>
    readAll(rows, untoldSchema, { folderId, after, upTo }),
  );
}

/** The others were told, or nothing is left to be told; `known`: and none of them can have it. */
export function settleUntold(ledger: Ledger, id: string, known: boolean): void {
  ledger
    .prepared(
      `UPDATE submission SET claim_key = NULL,
         problem_code = CASE WHEN @known = 1 AND problem_code = 'station.untold' THEN NULL ELSE problem_code END
       WHERE id = @id AND state = 'withdrawn'`,
    )
    .run({ id, known: known ? 1 : 0 });
}
