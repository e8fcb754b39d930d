import { z } from 'zod';
import type { Problem, ProblemCode } from '../../../contract/problem.ts';
import { type Ledger, readAll, readOne } from '../db/ledger.ts';
import { type SentFileRow, type SubmissionRow, sentFileSchema, submissionSchema } from '../db/rows.ts';
import { KEEPS_ANSWER, provesNothing } from './denied-creates.ts';
import type { FolderPlace } from './folder-places.ts';
import {
  bringForwardIn,
  countSchema,
  idSchema,
  type NextTry,
  OPEN,
  problemColumns,
  SET_PROBLEM,
  spoolSchema,
  troubledSinceNowIn,
  waitFromNowIn,
} from './outbox-rows.ts';
import { payloadHash, purposeHash } from './payload.ts';
import { PERHAPS_SENT } from './perhaps-sent.ts';

/** Rows of one place that say why they wait. */
export interface ToldRows extends Pick<FolderPlace, 'folderId' | 'after' | 'upTo'> {
  readonly code: ProblemCode;
}

const unproven = (problem: Problem | null) => (problem !== null && provesNothing(problem) ? 1 : 0);

const timeSchema = z.object({ at: z.int().nullable() });

/** The latest time that a row notes: whatever it waits for, it has waited since then at least. */
const NOTED =
  'MAX(created_at, COALESCE(last_sent_at, 0), COALESCE(unconfirmed_since, 0), COALESCE(problem_since, 0))';

/** The outbox's view of the table `submission`. A change gives false when the row was not in a state it applies to. */
export type SubmissionTable = ReturnType<typeof submissionTable>;

export function submissionTable(ledger: Ledger) {
  const { db } = ledger;
  const get = db.prepare('SELECT * FROM submission WHERE id = ?');
  const files = db.prepare('SELECT * FROM submission_file WHERE submission_id = ? ORDER BY position');
  const dueBut = (except: readonly ToldRows[]) =>
    ledger.prepared(
      `SELECT id FROM submission WHERE ${OPEN} AND state = ? AND next_at <= ?
         ${'AND NOT (problem_code IS ? AND folder_id IS ? AND seq > ? AND seq <= ?)'.repeat(except.length)}
         ORDER BY next_at, seq LIMIT ?`,
    );
  const nextAt = db.prepare(
    `SELECT MIN(next_at) AS at FROM submission WHERE ${OPEN} AND state = ? AND next_at > ?`,
  );
  const open = db.prepare(`SELECT id FROM submission INDEXED BY submission_due WHERE ${OPEN} ORDER BY seq`);
  const anyOpen = db.prepare(`SELECT EXISTS (SELECT 1 FROM submission WHERE ${OPEN}) AS count`);
  const rejected = db.prepare(`SELECT id FROM submission WHERE state = 'rejected' ORDER BY seq`);
  const byTask = db.prepare('SELECT COUNT(*) AS count FROM submission WHERE task_uuid = ?');
  const byExternalId = db.prepare('SELECT COUNT(*) AS count FROM submission WHERE external_id = ?');
  const spooled = db.prepare(
    'SELECT DISTINCT spool_name FROM submission_file WHERE submission_id = ? AND spool_name IS NOT NULL',
  );
  const forgetSpool = db.prepare('UPDATE submission_file SET spool_name = NULL WHERE submission_id = ?');
  const beginSending = db.prepare(
    `UPDATE submission SET state = 'sending', attempts = attempts + 1, last_sent_at = @now,
       first_sent_at = COALESCE(first_sent_at, @now) WHERE id = @id AND state = 'queued'`,
  );
  const isDoubted = db.prepare(
    `SELECT COUNT(*) AS count FROM submission WHERE id = ? AND state = 'sending' AND problem_code = 'station.perhaps'`,
  );
  const accept = db.prepare(
    `UPDATE submission SET state = 'accepted', task_uuid = @taskUuid, ended_at = @now, failures = 0,
       unconfirmed_since = NULL, problem_code = NULL, problem_detail = NULL, problem_since = NULL
     WHERE id = @id AND ${OPEN}`,
  );
  const queue = db.prepare(
    `UPDATE submission SET state = 'queued', next_at = @nextAt, failures = @failures, misses = 0,
       unconfirmed_since = NULL, perhaps_sent = MAX(perhaps_sent, @unproven), ${SET_PROBLEM} WHERE id = @id AND ${OPEN}`,
  );
  const sendAnew = db.prepare(
    `UPDATE submission SET state = 'queued', next_at = @now, failures = 0, misses = 0, unconfirmed_since = NULL,
       problem_code = NULL, problem_detail = NULL WHERE id = @id AND state = 'unconfirmed'`,
  );
  const unconfirm = db.prepare(
    `UPDATE submission SET state = 'unconfirmed', next_at = @nextAt, failures = @failures, misses = 0,
       unconfirmed_since = @now, ${SET_PROBLEM} WHERE id = @id AND state = 'sending'`,
  );
  const lookAgain = db.prepare(
    `UPDATE submission SET next_at = @nextAt, failures = @failures, misses = @misses, ${SET_PROBLEM}
     WHERE id = @id AND state = 'unconfirmed'`,
  );
  const reject = db.prepare(
    `UPDATE submission SET state = 'rejected', ended_at = @now, unconfirmed_since = NULL,
       perhaps_sent = MAX(perhaps_sent, @unproven), ${SET_PROBLEM}
     WHERE id = @id AND ${OPEN}`,
  );
  const withdraw = db.prepare(
    `UPDATE submission SET state = 'withdrawn', ended_at = @now, unconfirmed_since = NULL, perhaps_sent = ${PERHAPS_SENT},
       problem_detail = CASE WHEN ${PERHAPS_SENT} THEN NULL ELSE problem_detail END,
       problem_code = CASE WHEN ${PERHAPS_SENT} THEN 'submission.perhaps-sent' WHEN claim_key IS NOT NULL AND (state = 'queued' OR problem_code IS NULL OR problem_code GLOB 'station.*')
         THEN 'station.untold' ELSE problem_code END
     WHERE id = @id AND state IN ('queued', 'rejected')`,
  );
  const changeTaskType = db.prepare(
    `UPDATE submission SET task_type = @taskType, payload_hash = @hash, purpose = @purpose WHERE id = @id AND state = @state`,
  );
  const bringForward = db.prepare(bringForwardIn('submission'));
  const reopen = db.prepare(
    `UPDATE submission SET state = @state, next_at = @now, failures = 0, misses = 0, ended_at = NULL,
       perhaps_sent = CASE WHEN @from = 'unconfirmed' AND @state = 'queued' THEN 1 ELSE perhaps_sent END,
       unconfirmed_since = CASE WHEN @state = 'unconfirmed' THEN COALESCE(unconfirmed_since, @now) END,
       problem_code = CASE WHEN @state = 'unconfirmed' AND @from = @state THEN problem_code END,
       problem_detail = CASE WHEN @state = 'unconfirmed' AND @from = @state THEN problem_detail END,
       problem_since = CASE WHEN problem_code GLOB 'station.*' THEN problem_since END
     WHERE id = @id AND state = @from`,
  );
  const fault = db.prepare(
    `UPDATE submission SET next_at = @nextAt, failures = failures + 1,
       problem_code = CASE WHEN ${KEEPS_ANSWER} THEN problem_code ELSE @code END,
       problem_detail = CASE WHEN ${KEEPS_ANSWER} THEN problem_detail ELSE @detail END,
       problem_since = COALESCE(problem_since, @now),
       state = CASE state WHEN 'sending' THEN 'unconfirmed' ELSE state END,
       unconfirmed_since = CASE state WHEN 'sending' THEN @now ELSE unconfirmed_since END
     WHERE id = @id AND ${OPEN}`,
  );
  const interrupted = db.prepare(
    `UPDATE submission SET state = 'unconfirmed', unconfirmed_since = @now, next_at = @now,
       problem_code = 'service.no-answer', problem_detail = NULL, problem_since = COALESCE(problem_since, @now)
     WHERE ${OPEN} AND state = 'sending'`,
  );
  const forgetMisses = db.prepare(
    `UPDATE submission SET misses = 0 WHERE ${OPEN} AND state = 'unconfirmed' AND misses > 0`,
  );
  const waitFromNow = db.prepare(waitFromNowIn('submission', NOTED));
  const troubledSinceNow = db.prepare(troubledSinceNowIn('submission'));
  const shift = db.prepare(
    `UPDATE submission SET next_at = MAX(0, next_at + @by) WHERE ${OPEN} AND next_at > @now`,
  );

  const count = (statement: typeof anyOpen, ...parameters: unknown[]) =>
    readOne(statement, countSchema, ...parameters)?.count ?? 0;

  return {
    get: (id: string): SubmissionRow | null => readOne(get, submissionSchema, id),
    files: (id: string): SentFileRow[] => readAll(files, sentFileSchema, id),
    /** Ids that are due, oldest first, but for those of `except`. Ids only: one row that cannot be read must not hide the others (I8). */
    due: (
      state: 'queued' | 'unconfirmed',
      now: number,
      limit: number,
      except: readonly ToldRows[] = [],
    ): string[] => {
      const told = except.flatMap(({ code, folderId, after, upTo }) => [code, folderId, after, upTo]);
      return readAll(dueBut(except), idSchema, state, now, ...told, limit).map((row) => row.id);
    },
    nextAt: (state: 'queued' | 'unconfirmed', now: number): number | null =>
      readOne(nextAt, timeSchema, state, now)?.at ?? null,
    openIds: (): string[] => readAll(open, idSchema).map((row) => row.id),
    rejectedIds: (): string[] => readAll(rejected, idSchema).map((row) => row.id),
    anyOpen: () => count(anyOpen) > 0,
    /** Whether this station made the Task. */
    madeTask: (taskUuid: string) => count(byTask, taskUuid) > 0,
    /** Whether a submission of this station has this external_id. */
    hasExternalId: (externalId: string) => count(byExternalId, externalId) > 0,
    spoolNames: (id: string): string[] => readAll(spooled, spoolSchema, id).map((row) => row.spool_name),
    forgetSpool: (id: string): void => void forgetSpool.run(id),
    /** The intent, to be committed before the first byte leaves (I2). */
    beginSending: (id: string, now: number) => beginSending.run({ id, now }).changes === 1,
    /** Whether another station turned out, while it was being sent, to have had its folder meanwhile (see `markUnconfirmed`). */
    isDoubted: (id: string) => count(isDoubted, id) > 0,
    accept: (id: string, taskUuid: string, now: number) => accept.run({ id, taskUuid, now }).changes === 1,
    queue: (id: string, { nextAt: at, failures, problem }: NextTry, now: number) =>
      queue.run({ id, nextAt: at, failures, now, unproven: unproven(problem), ...problemColumns(problem) })
        .changes === 1,
    /** The service does not have it. What keeps it from being taken, if it meets that again, has lasted since before. */
    sendAnew: (id: string, now: number) => sendAnew.run({ id, now }).changes === 1,
    unconfirm: (id: string, { nextAt: at, failures, problem }: NextTry, now: number) =>
      unconfirm.run({ id, nextAt: at, failures, now, ...problemColumns(problem) }).changes === 1,
    lookAgain: (id: string, { nextAt: at, failures, problem }: NextTry, misses: number, now: number) =>
      lookAgain.run({ id, nextAt: at, failures, misses, now, ...problemColumns(problem) }).changes === 1,
    reject: (id: string, problem: Problem, now: number) =>
      reject.run({ id, now, unproven: unproven(problem), ...problemColumns(problem) }).changes === 1,
    /** What is claimed in a shared folder is yet to be told to the other stations (see `untold-withdrawals.ts`). */
    withdraw: (id: string, now: number) => withdraw.run({ id, now }).changes === 1,
    /** A refused one is to be tried as another kind of work, or one became a Task of another; what counts as the same documents for it changes with it. */
    changeTaskType: (id: string, taskType: string, state: 'rejected' | 'accepted' = 'rejected'): boolean => {
      const row = readOne(get, submissionSchema, id);
      if (row === null) return false;
      const as = { taskType, requestSpec: row.request_spec };
      const hash = payloadHash(
        as,
        readAll(files, sentFileSchema, id).map((file) => file.sha256),
      );
      return changeTaskType.run({ id, taskType, state, hash, purpose: purposeHash(as) }).changes === 1;
    },
    /** Makes what could not reach the service due now; gives how many. */
    bringForward: (now: number) => bringForward.run({ now }).changes,
    /** A person wants it tried (or looked up) now, as if nothing had gone wrong before; why it is looked up stays. Another station has its folder since when it had. */
    reopen: (
      id: string,
      from: 'queued' | 'unconfirmed' | 'rejected',
      state: 'queued' | 'unconfirmed',
      now: number,
    ) => reopen.run({ id, from, state, now }).changes === 1,
    /** After an exception: what was being sent is unconfirmed, anything else keeps its state, and what the service said of it. */
    fault: (id: string, problem: Problem, at: number, now: number): void =>
      void fault.run({ id, nextAt: at, now, ...problemColumns(problem) }),
    /** What the previous run left in *sending* (I2), and look-ups counted by a clock that is gone. No wait is longer than `longestMs`. */
    recover: (now: number, longestMs: number): void => {
      interrupted.run({ now });
      forgetMisses.run();
      waitFromNow.run({ now, longest: longestMs });
      troubledSinceNow.run({ now });
    },
    /** Keeps waits as long as they were when the wall clock was set back. */
    shift: (by: number, now: number): void => {
      shift.run({ by, now });
      troubledSinceNow.run({ now });
    },
  };
}
