import { z } from 'zod';
import type { Problem, ProblemCode } from '../../../contract/problem.ts';
import { type Ledger, readAll, readOne } from '../db/ledger.ts';
import { payloadHash, purposeHash } from './dedup-keys.ts';
import type { FolderPlace } from './folders.ts';
import {
  addSentFiles,
  bringForwardIn,
  countSchema,
  idSchema,
  type NewFile,
  type NextTry,
  OPEN,
  problemColumns,
  SET_PROBLEM,
  type SentFileRow,
  type SubmissionRow,
  sentFileSchema,
  spoolSchema,
  submissionSchema,
  troubledSinceNowIn,
  waitFromNowIn,
} from './outbox-rows.ts';
import { KEEPS_ANSWER, MAY_BE_TASK, PERHAPS_SENT, provesNothing } from './perhaps-sent.ts';

export interface NewSubmission {
  readonly id: string;
  readonly origin: 'folder' | 'drop';
  readonly folderId: string | null;
  readonly groupKey: string | null;
  readonly claimKey: string | null;
  readonly taskType: string;
  readonly requestSpec: Readonly<Record<string, unknown>>;
  readonly name: string | null;
  readonly callbackTemplate: string | null;
  readonly externalId: string;
  readonly files: readonly NewFile[];
  /** True if another station may have sent the submission already, so that the service is asked before anything is sent. */
  readonly perhapsSent: boolean;
  /** The submission is not sent before this time (milliseconds since the epoch). */
  readonly notBefore?: number;
}

/** Adds a submission with its files, ready to be sent. Call this function in the transaction that binds its files. */
export function addSubmission(ledger: Ledger, submission: NewSubmission, now: number): void {
  const sha256s = submission.files.map((file) => file.sha256);
  ledger
    .prepared(
      `INSERT INTO submission (id, seq, origin, folder_id, group_key, claim_key, task_type, request_spec, name,
         callback_template, external_id, payload_hash, purpose, state, unconfirmed_since, next_at, created_at)
       VALUES (@id, (SELECT COALESCE(MAX(seq), 0) + 1 FROM submission), @origin, @folderId, @groupKey, @claimKey, @taskType,
         @requestSpec, @name, @callbackTemplate, @externalId, @hash, @purpose, @state, @unconfirmedSince, @nextAt, @now)`,
    )
    .run({
      id: submission.id,
      origin: submission.origin,
      folderId: submission.folderId,
      groupKey: submission.groupKey,
      claimKey: submission.claimKey,
      taskType: submission.taskType,
      requestSpec: JSON.stringify(submission.requestSpec),
      name: submission.name,
      callbackTemplate: submission.callbackTemplate,
      externalId: submission.externalId,
      hash: payloadHash(submission, sha256s),
      purpose: purposeHash(submission),
      state: submission.perhapsSent ? 'unconfirmed' : 'queued',
      unconfirmedSince: submission.perhapsSent ? now : null,
      nextAt: submission.notBefore ?? now,
      now,
    });
  addSentFiles(ledger, 'submission', submission.id, submission.files);
}

/**
 * Reopens a submission that ended without a Task, because its documents came again and may have been sent under its external_id
 * meanwhile. The submission is unconfirmed (I2), and has the files, the purpose and the folder of this time. Call this function in the
 * transaction that binds the files.
 *
 * @returns the spool names of the former copies, or null if the submission did not end without a Task
 */
export function reviveSubmission(
  ledger: Ledger,
  id: string,
  { files, ...as }: Omit<NewSubmission, 'id' | 'origin' | 'externalId' | 'perhapsSent' | 'notBefore'>,
  now: number,
): string[] | null {
  const hash = payloadHash(
    as,
    files.map((file) => file.sha256),
  );
  const { changes } = ledger
    .prepared(
      `UPDATE submission SET state = 'unconfirmed', unconfirmed_since = @now, next_at = @now, misses = 0, failures = 0,
         ended_at = NULL, attempts = MAX(attempts, 1), problem_code = 'station.perhaps', problem_detail = NULL,
         problem_since = @now, seq = (SELECT MAX(seq) + 1 FROM submission), folder_id = @folderId, group_key = @groupKey,
         claim_key = @claimKey, task_type = @taskType, request_spec = @requestSpec, name = @name,
         callback_template = @callbackTemplate, payload_hash = @hash, purpose = @purpose
       WHERE id = @id AND state IN ('rejected', 'withdrawn')`,
    )
    .run({ ...as, id, now, hash, purpose: purposeHash(as), requestSpec: JSON.stringify(as.requestSpec) });
  if (changes === 0) return null;
  const before = submissionTable(ledger).spoolNames(id);
  ledger.prepared('DELETE FROM submission_file WHERE submission_id = ?').run(id);
  addSentFiles(ledger, 'submission', id, files);
  return before;
}

/** Rows of one place with one problem. */
export interface ToldRows extends Pick<FolderPlace, 'folderId' | 'after' | 'upTo'> {
  readonly code: ProblemCode;
}

const unproven = (problem: Problem | null) => (problem !== null && provesNothing(problem) ? 1 : 0);

const timeSchema = z.object({ at: z.int().nullable() });

/** The latest time in a row. The row has waited at least since then. */
const NOTED =
  'MAX(created_at, COALESCE(last_sent_at, 0), COALESCE(unconfirmed_since, 0), COALESCE(problem_since, 0))';

/** The table `submission` for the outbox. A change returns false if the row is not in a state that allows the change. */
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
    /**
     * The ids of due rows without those of `except`, oldest first. Only ids, so that a row that cannot be read does not hide the others
     * (I8).
     */
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
    /** Whether this station created the Task. */
    madeTask: (taskUuid: string) => count(byTask, taskUuid) > 0,
    /** Whether a submission of this station has this external_id. */
    hasExternalId: (externalId: string) => count(byExternalId, externalId) > 0,
    spoolNames: (id: string): string[] => readAll(spooled, spoolSchema, id).map((row) => row.spool_name),
    forgetSpool: (id: string): void => void forgetSpool.run(id),
    /** The intent, which is committed before the first byte leaves (I2). */
    beginSending: (id: string, now: number) => beginSending.run({ id, now }).changes === 1,
    /** Whether another station had the folder while this submission was being sent (`markUnconfirmed`). */
    isDoubted: (id: string) => count(isDoubted, id) > 0,
    accept: (id: string, taskUuid: string, now: number) => accept.run({ id, taskUuid, now }).changes === 1,
    queue: (id: string, { nextAt: at, failures, problem }: NextTry, now: number) =>
      queue.run({ id, nextAt: at, failures, now, unproven: unproven(problem), ...problemColumns(problem) })
        .changes === 1,
    /**
     * The service denies the submission, so the submission is sent again. `problem_since` stays, because the same problem may come
     * again.
     */
    sendAnew: (id: string, now: number) => sendAnew.run({ id, now }).changes === 1,
    unconfirm: (id: string, { nextAt: at, failures, problem }: NextTry, now: number) =>
      unconfirm.run({ id, nextAt: at, failures, now, ...problemColumns(problem) }).changes === 1,
    lookAgain: (id: string, { nextAt: at, failures, problem }: NextTry, misses: number, now: number) =>
      lookAgain.run({ id, nextAt: at, failures, misses, now, ...problemColumns(problem) }).changes === 1,
    reject: (id: string, problem: Problem, now: number) =>
      reject.run({ id, now, unproven: unproven(problem), ...problemColumns(problem) }).changes === 1,
    /** The withdrawal of a claimed submission must still reach the other stations (`untoldWithdrawals`). */
    withdraw: (id: string, now: number) => withdraw.run({ id, now }).changes === 1,
    /**
     * Changes the task type, with the hashes that recognize the same documents: of a refused submission that is tried as another type,
     * or of an accepted submission whose Task has another type.
     */
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
    /** Makes submissions due now that could not reach the service. Returns how many. */
    bringForward: (now: number) => bringForward.run({ now }).changes,
    /**
     * A person wants the submission tried or looked up now, as if nothing had failed before. The problem of a look-up stays, and so
     * does the time since when another station has the folder.
     */
    reopen: (
      id: string,
      from: 'queued' | 'unconfirmed' | 'rejected',
      state: 'queued' | 'unconfirmed',
      now: number,
    ) => reopen.run({ id, from, state, now }).changes === 1,
    /**
     * After an exception: a row in *sending* becomes unconfirmed, another row keeps its state and what the service said about the row.
     */
    fault: (id: string, problem: Problem, at: number, now: number): void =>
      void fault.run({ id, nextAt: at, now, ...problemColumns(problem) }),
    /**
     * After a restart: rows in *sending* become unconfirmed (I2), and denials that were counted on another run's clock are forgotten.
     * No wait is longer than `longestMs`.
     */
    recover: (now: number, longestMs: number): void => {
      interrupted.run({ now });
      forgetMisses.run();
      waitFromNow.run({ now, longest: longestMs });
      troubledSinceNow.run({ now });
    },
    /** Keeps the length of waits after the wall clock was set back. */
    shift: (by: number, now: number): void => {
      shift.run({ by, now });
      troubledSinceNow.run({ now });
    },
  };
}

const sentSchema = z.object({ sent: z.int().nullable() });

/** The submission of this station with an external_id, in any state, or null. */
export function submissionByExternalId(ledger: Ledger, externalId: string): SubmissionRow | null {
  const known = ledger.prepared('SELECT * FROM submission WHERE external_id = ?');
  return readOne(known, submissionSchema, externalId);
}

/**
 * Whether a group of a folder was sent or may have been sent, or was only refused; `kept-back` if duplicates or withdrawn files of the
 * group are in the folder; else null.
 */
export function groupBefore(
  ledger: Ledger,
  folderId: string,
  groupKey: string,
): 'sent' | 'refused' | 'kept-back' | null {
  const before = readOne(
    ledger.prepared(
      `SELECT MAX(${MAY_BE_TASK}) AS sent FROM submission WHERE folder_id = ? AND group_key = ? AND state <> 'withdrawn'`,
    ),
    sentSchema,
    folderId,
    groupKey,
  );
  if (before !== null && before.sent !== null) return before.sent === 1 ? 'sent' : 'refused';
  return isKeptBack(ledger, folderId, groupKey) ? 'kept-back' : null;
}

function isKeptBack(ledger: Ledger, folderId: string, groupKey: string): boolean {
  const standing = ledger.prepared(
    `SELECT EXISTS (SELECT 1 FROM file INDEXED BY file_group WHERE folder_id = ? AND group_key = ? AND current = 1 AND gone = 0
       AND (state = 'duplicate' OR EXISTS (SELECT 1 FROM submission WHERE id = file.submission_id AND submission.state = 'withdrawn'))) AS count`,
  );
  return readOne(standing, countSchema, folderId, groupKey)?.count === 1;
}

/** Every spool file that a row names. */
export function spoolNamesInUse(ledger: Ledger): Set<string> {
  const rows = readAll(
    ledger.prepared(
      `SELECT spool_name FROM submission_file WHERE spool_name IS NOT NULL
       UNION ALL SELECT spool_name FROM message_file WHERE spool_name IS NOT NULL`,
    ),
    spoolSchema,
  );
  return new Set(rows.map((row) => row.spool_name));
}

/** A submission by its id, or null. */
export function submissionById(ledger: Ledger, id: string): SubmissionRow | null {
  return readOne(ledger.prepared('SELECT * FROM submission WHERE id = ?'), submissionSchema, id);
}
