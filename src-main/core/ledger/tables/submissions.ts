import { z } from 'zod';
import type { Problem, ProblemCode } from '../../../contract/problem.ts';
import { type Ledger, readColumn, readNumber, readOne, readValue } from '../db/ledger.ts';
import { payloadHash, purposeHash } from './dedup-keys.ts';
import type { FolderPlace } from './folders.ts';
import {
  addSentFiles,
  type NewFile,
  type NextTry,
  OPEN,
  outboxTable,
  problemColumns,
  SET_PROBLEM,
  type SubmissionRow,
  submissionSchema,
} from './outbox-rows.ts';
import { ANSWERED, KEEPS_ANSWER, MAY_BE_TASK, PERHAPS_SENT, provesNothing } from './perhaps-sent.ts';

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
  /** An external_id that this station made (I2). */
  readonly externalId: string;
  /** The external_id that a person chose; null or absent if nobody chose one. */
  readonly reference?: string | null;
  readonly files: readonly NewFile[];
  /** Whether the submission is a test of a task type. A test and its Task are in no list and in no count (`NO_TEST`). */
  readonly test?: boolean;
  /** True if another station may already have sent these documents under `externalId`. The outbox then asks the service before sending. */
  readonly perhapsSent: boolean;
  /** The time before which the outbox does not send the submission, in milliseconds since the epoch. */
  readonly notBefore?: number;
}

/** Adds a submission, ready to be sent. Must be called in the transaction that binds the rows of the files to the submission. */
export function addSubmission(ledger: Ledger, submission: NewSubmission, now: number): void {
  const { files, perhapsSent, notBefore = now, test = false, reference = null, ...columns } = submission;
  const sha256s = files.map((file) => file.sha256);
  ledger
    .prepared(
      `INSERT INTO submission (id, seq, origin, folder_id, group_key, claim_key, task_type, request_spec, name,
         callback_template, external_id, reference, payload_hash, purpose, state, unconfirmed_since, next_at,
         created_at, test)
       VALUES (@id, (SELECT COALESCE(MAX(seq), 0) + 1 FROM submission), @origin, @folderId, @groupKey, @claimKey, @taskType,
         @requestSpec, @name, @callbackTemplate, @externalId, @reference, @hash, @purpose, @state, @unconfirmedSince,
         @nextAt, @now, @test)`,
    )
    .run({
      ...columns,
      reference,
      requestSpec: JSON.stringify(columns.requestSpec),
      hash: payloadHash(columns, sha256s),
      purpose: purposeHash(columns),
      state: perhapsSent ? 'unconfirmed' : 'queued',
      unconfirmedSince: perhapsSent ? now : null,
      nextAt: notBefore,
      now,
      test: test ? 1 : 0,
    });
  addSentFiles(ledger, 'submission', columns.id, files);
}

/**
 * Reopens a rejected or withdrawn submission whose documents arrived again. The submission becomes unconfirmed, because its documents may
 * have been sent meanwhile (I2). Must be called in the transaction that binds the rows of the files.
 * @returns the names of the former spool copies; null if the submission is neither rejected nor withdrawn
 */
export function reviveSubmission(
  ledger: Ledger,
  id: string,
  {
    files,
    ...as
  }: Omit<NewSubmission, 'id' | 'origin' | 'externalId' | 'reference' | 'perhapsSent' | 'notBefore' | 'test'>,
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

export interface ToldRows extends Pick<FolderPlace, 'folderId' | 'after' | 'upTo'> {
  readonly code: ProblemCode;
}

const unproven = (problem: Problem | null) => (problem !== null && provesNothing(problem) ? 1 : 0);

/** The functions of the outbox for the table `submission`. A change returns false if the state of the row does not allow the change. */
export type SubmissionTable = ReturnType<typeof submissionTable>;

export function submissionTable(ledger: Ledger) {
  const { rows, change, count } = outboxTable(ledger, 'submission', submissionSchema, {
    setOnReopen: `misses = 0,
       perhaps_sent = CASE WHEN (@from = 'unconfirmed' AND @state = 'queued') OR ${ANSWERED} THEN 1 ELSE perhaps_sent END,
       unconfirmed_since = CASE WHEN @state = 'unconfirmed' THEN COALESCE(unconfirmed_since, @now) END,
       problem_code = CASE WHEN @state = 'unconfirmed' AND @from = @state THEN problem_code END,
       problem_detail = CASE WHEN @state = 'unconfirmed' AND @from = @state THEN problem_detail END,
       problem_since = CASE WHEN problem_code GLOB 'station.*' THEN problem_since END`,
    setOnFault: `problem_code = CASE WHEN ${KEEPS_ANSWER} THEN problem_code ELSE @code END,
       problem_detail = CASE WHEN ${KEEPS_ANSWER} THEN problem_detail ELSE @detail END,
       problem_since = MIN(COALESCE(problem_since, @now), @now),
       unconfirmed_since = CASE state WHEN 'sending' THEN @now ELSE unconfirmed_since END`,
    setOnInterrupt: 'unconfirmed_since = @now',
  });

  return {
    ...rows,
    /**
     * Returns the ids of at most `limit` due submissions, in the order of `next_at`. Leaves out the submissions that an entry of `except`
     * describes by folder, range of `seq` and problem. The query reads only ids, so that a damaged row does not hide the other rows (I8).
     */
    due: (
      state: 'queued' | 'unconfirmed',
      now: number,
      limit: number,
      except: readonly ToldRows[] = [],
    ): string[] => {
      const others = except.flatMap(({ code, folderId, after, upTo }) => [code, folderId, after, upTo]);
      const due = ledger.prepared(
        `SELECT id FROM submission WHERE ${OPEN} AND state = ? AND next_at <= ?
           ${'AND NOT (problem_code IS ? AND folder_id IS ? AND seq > ? AND seq <= ?)'.repeat(except.length)}
           ORDER BY next_at, seq LIMIT ?`,
      );
      return readColumn(due, z.string(), state, now, ...others, limit);
    },
    nextAt: (state: 'queued' | 'unconfirmed', now: number): number | null =>
      readValue(
        ledger.prepared(`SELECT MIN(next_at) FROM submission WHERE ${OPEN} AND state = ? AND next_at > ?`),
        z.int(),
        state,
        now,
      ),
    madeTask: (taskUuid: string) =>
      count('SELECT COUNT(*) FROM submission WHERE task_uuid = ?', taskUuid) > 0,
    /** Changes a queued submission to *sending*. The change must be committed before the first byte of the create is sent (I2). */
    beginSending: (id: string, now: number) =>
      change(
        `UPDATE submission SET state = 'sending', attempts = attempts + 1, last_sent_at = @now,
           first_sent_at = COALESCE(first_sent_at, @now) WHERE id = @id AND state = 'queued'`,
        { id, now },
      ),
    /** Whether another station held the lease of the folder while the submission was in *sending* (`markUnconfirmed`). */
    isDoubted: (id: string) =>
      count(
        `SELECT COUNT(*) AS count FROM submission WHERE id = ? AND state = 'sending' AND problem_code = 'station.perhaps'`,
        id,
      ) > 0,
    accept: (id: string, taskUuid: string, now: number) =>
      change(
        `UPDATE submission SET state = 'accepted', task_uuid = @taskUuid, ended_at = @now, failures = 0,
           unconfirmed_since = NULL, problem_code = NULL, problem_detail = NULL, problem_since = NULL
         WHERE id = @id AND ${OPEN}`,
        { id, taskUuid, now },
      ),
    queue: (id: string, { nextAt, failures, problem }: NextTry, now: number) =>
      change(
        `UPDATE submission SET state = 'queued', next_at = @nextAt, failures = @failures, misses = 0,
           unconfirmed_since = NULL,
           perhaps_sent = MAX(perhaps_sent, @unproven, COALESCE(${ANSWERED}, 0)), ${SET_PROBLEM} WHERE id = @id AND ${OPEN}`,
        { id, nextAt, failures, now, unproven: unproven(problem), ...problemColumns(problem) },
      ),
    /**
     * Queues an unconfirmed submission again after the service said that it has no such Task. `problem_since` stays: the problem may
     * return.
     */
    sendAnew: (id: string, now: number) =>
      change(
        `UPDATE submission SET state = 'queued', next_at = @now, failures = 0, misses = 0, unconfirmed_since = NULL,
           problem_code = NULL, problem_detail = NULL WHERE id = @id AND state = 'unconfirmed'`,
        { id, now },
      ),
    unconfirm: (id: string, { nextAt, failures, problem }: NextTry, now: number) =>
      change(
        `UPDATE submission SET state = 'unconfirmed', next_at = @nextAt, failures = @failures, misses = 0,
           unconfirmed_since = @now, ${SET_PROBLEM} WHERE id = @id AND state IN ('queued', 'sending')`,
        { id, nextAt, failures, now, ...problemColumns(problem) },
      ),
    lookAgain: (id: string, { nextAt, failures, problem }: NextTry, misses: number, now: number) =>
      change(
        `UPDATE submission SET next_at = @nextAt, failures = @failures, misses = @misses, ${SET_PROBLEM}
         WHERE id = @id AND state = 'unconfirmed'`,
        { id, nextAt, failures, misses, now, ...problemColumns(problem) },
      ),
    reject: (id: string, problem: Problem, now: number) =>
      change(
        `UPDATE submission SET state = 'rejected', ended_at = @now, unconfirmed_since = NULL,
           perhaps_sent = MAX(perhaps_sent, @unproven), ${SET_PROBLEM}
         WHERE id = @id AND ${OPEN}`,
        { id, now, unproven: unproven(problem), ...problemColumns(problem) },
      ),
    /**
     * Withdraws a queued or rejected submission. The problem `submission.perhaps-sent` means that the documents may have been sent. The
     * problem `station.untold` means that the claim in the shared folder does not show the withdrawal yet.
     */
    withdraw: (id: string, now: number) =>
      change(
        `UPDATE submission SET state = 'withdrawn', ended_at = @now, unconfirmed_since = NULL, perhaps_sent = ${PERHAPS_SENT},
           problem_detail = CASE WHEN ${PERHAPS_SENT} THEN NULL ELSE problem_detail END,
           problem_code = CASE WHEN ${PERHAPS_SENT} THEN 'submission.perhaps-sent' WHEN claim_key IS NOT NULL AND (state = 'queued' OR problem_code IS NULL OR problem_code GLOB 'station.*')
             THEN 'station.untold' ELSE problem_code END
         WHERE id = @id AND state IN ('queued', 'rejected')`,
        { id, now },
      ),
    /** Changes the task type and its hashes. `rejected`: a person chose another type. `accepted`: the Task has another type. */
    changeTaskType: (id: string, taskType: string, state: 'rejected' | 'accepted' = 'rejected'): boolean => {
      const row = rows.get(id);
      if (row === null) return false;
      const as = { taskType, requestSpec: row.request_spec };
      const sha256s = rows.files(id).map((file) => file.sha256);
      return change(
        `UPDATE submission SET task_type = @taskType, payload_hash = @hash, purpose = @purpose WHERE id = @id AND state = @state`,
        { id, taskType, state, hash: payloadHash(as, sha256s), purpose: purposeHash(as) },
      );
    },
    /** Recovers rows as `outboxTable` does. `misses` (the counted denials) becomes 0, because the times of the denials were not stored. */
    recover: (now: number, longestMs: number): void => {
      rows.recover(now, longestMs);
      ledger
        .prepared(`UPDATE submission SET misses = 0 WHERE ${OPEN} AND state = 'unconfirmed' AND misses > 0`)
        .run();
    },
  };
}

/** Whether a Task has this external_id, or an unfinished submission will give the external_id to its Task. */
export function isReferenceShared(ledger: Ledger, externalId: string): boolean {
  const shared = ledger.prepared(
    `SELECT EXISTS (SELECT 1 FROM task WHERE external_id = @externalId)
       OR EXISTS (SELECT 1 FROM submission WHERE ${OPEN} AND reference = @externalId)`,
  );
  return readNumber(shared, { externalId }) === 1;
}

export function submissionByExternalId(ledger: Ledger, externalId: string): SubmissionRow | null {
  return readOne(
    ledger.prepared('SELECT * FROM submission WHERE external_id = ?'),
    submissionSchema,
    externalId,
  );
}

/**
 * Returns what happened to earlier files of a group in a folder.
 * - `sent`: a submission of the group is, may be or will be a Task
 * - `refused`: every submission of the group that was not withdrawn was rejected
 * - `kept-back`: every submission of the group was withdrawn, or the group has no submission and its files are duplicates
 * - null: the group is new
 */
export function groupBefore(
  ledger: Ledger,
  folderId: string,
  groupKey: string,
): 'sent' | 'refused' | 'kept-back' | null {
  const before = readValue(
    ledger.prepared(
      `SELECT MAX(${MAY_BE_TASK}) FROM submission WHERE folder_id = ? AND group_key = ? AND state <> 'withdrawn'`,
    ),
    z.int(),
    folderId,
    groupKey,
  );
  if (before !== null) return before === 1 ? 'sent' : 'refused';
  const keptBack = ledger.prepared(
    `SELECT EXISTS (SELECT 1 FROM file INDEXED BY file_group WHERE folder_id = ? AND group_key = ? AND current = 1 AND gone = 0
       AND (state = 'duplicate' OR EXISTS (SELECT 1 FROM submission WHERE id = file.submission_id AND submission.state = 'withdrawn')))`,
  );
  return readNumber(keptBack, folderId, groupKey) === 1 ? 'kept-back' : null;
}

export function spoolNamesInUse(ledger: Ledger): Set<string> {
  const names = readColumn(
    ledger.prepared(
      `SELECT spool_name FROM submission_file WHERE spool_name IS NOT NULL
       UNION ALL SELECT spool_name FROM message_file WHERE spool_name IS NOT NULL`,
    ),
    z.string(),
  );
  return new Set(names);
}

export function submissionById(ledger: Ledger, id: string): SubmissionRow | null {
  return readOne(ledger.prepared('SELECT * FROM submission WHERE id = ?'), submissionSchema, id);
}
