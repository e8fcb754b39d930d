import { z } from 'zod';
import { type Ledger, readAll, readOne } from '../db/ledger.ts';
import { type SubmissionRow, sentFileSchema } from '../db/rows.ts';
import { TASK_IS_GONE } from '../tasks/gone-tasks.ts';
import { type Purpose, payloadHash, purposeHash } from './payload.ts';
import { GOES, MAY_BE_TASK, WAITS } from './perhaps-sent.ts';

const earlierSchema = z
  .object({ id: z.string(), goes: z.int(), waits: z.int(), perhaps_sent: z.int() })
  .transform((row) => ({
    id: row.id,
    goes: row.goes === 1,
    waits: row.waits === 1,
    isUnproven: row.perhaps_sent === 1,
  }));

/** A submission by which documents may already be a Task (I2). */
export interface Earlier {
  readonly id: string;
  /** It goes to the service, or went; else it ended without a Task that this ledger knows of, or the service has its Task no more. */
  readonly goes: boolean;
  /** It is in the outbox: nobody can say yet that it was sent. */
  readonly waits: boolean;
  /** An attempt of this station proved nothing. */
  readonly isUnproven: boolean;
}

/** A document that may be of a Task already, and by which submission. */
export interface Known {
  readonly sha256: string;
  readonly of: Earlier;
}

const EARLIER = `SELECT submission.id, (${GOES} AND NOT ${TASK_IS_GONE}) AS goes, ${WAITS} AS waits, submission.perhaps_sent FROM submission`;

/** The submission by which exactly these documents may already be a Task for this purpose, or null; one that goes or went before others. */
export function findEarlier(ledger: Ledger, purpose: Purpose, sha256s: readonly string[]): Earlier | null {
  return readOne(
    ledger.prepared(
      `${EARLIER} WHERE payload_hash IN (@hash, @plain) AND (payload_hash = @hash OR purpose IS NULL) AND ${MAY_BE_TASK}
       ORDER BY goes DESC, seq LIMIT 1`,
    ),
    earlierSchema,
    { hash: payloadHash(purpose, sha256s), plain: payloadHash({ ...purpose, requestSpec: {} }, sha256s) },
  );
}

/**
 * The newest submission by which a document of these very bytes may already be of a Task for this purpose, or for any where that
 * is null; or null. One that goes or went before others.
 */
export function findEarlierWith(ledger: Ledger, purpose: Purpose | null, sha256: string): Earlier | null {
  return readOne(
    ledger.prepared(
      `${EARLIER} JOIN submission_file ON submission.id = submission_file.submission_id
       WHERE submission_file.sha256 = @sha256 AND ${MAY_BE_TASK}
         AND (@purpose IS NULL OR purpose = @purpose OR (purpose IS NULL AND task_type = @taskType))
       ORDER BY goes DESC, submission.seq DESC LIMIT 1`,
    ),
    earlierSchema,
    {
      sha256,
      purpose: purpose === null ? null : purposeHash(purpose),
      taskType: purpose?.taskType ?? null,
    },
  );
}

/**
 * For each document of a parcel, the submission by which it may already be of a Task for this purpose; or null where one of them is
 * new (docs/decisions/014-known-documents.md): then the parcel goes whole.
 */
export function findKnown(
  ledger: Ledger,
  purpose: Purpose,
  sha256s: readonly string[],
): readonly Known[] | null {
  const whole = findEarlier(ledger, purpose, sha256s);
  const known: Known[] = [];
  for (const sha256 of sha256s) {
    const of = whole ?? findEarlierWith(ledger, purpose, sha256);
    if (of === null) return null;
    known.push({ sha256, of });
  }
  return known;
}

export type DuplicateCode = 'file.duplicate' | 'file.duplicate-waits' | 'file.perhaps-sent';

/** Why a document that equals one of this submission does not go. */
export function codeOfDuplicate({ goes, waits }: Earlier): DuplicateCode {
  if (!goes) return 'file.perhaps-sent';
  return waits ? 'file.duplicate-waits' : 'file.duplicate';
}

/** Of a parcel in which nothing is new, the submission for whose sake a person has to decide: it may be a Task. Or null. */
export function perhapsOf(known: readonly Known[]): Earlier | null {
  const perhaps = known.map(({ of }) => of).filter((of) => !of.goes);
  return perhaps.find((of) => of.isUnproven) ?? perhaps[0] ?? null;
}

/**
 * Another submission by which the documents of a refused one may already be a Task, or null. One that ended without a Task counts
 * only where it came later: the refused one was known to whoever sent it.
 */
export function findTwin(
  ledger: Ledger,
  { id, seq, payload_hash: hash }: Pick<SubmissionRow, 'id' | 'seq' | 'payload_hash'>,
): Earlier | null {
  return readOne(
    ledger.prepared(
      `${EARLIER} WHERE payload_hash = @hash AND id <> @id AND ${MAY_BE_TASK} AND (${GOES} OR seq > @seq)
       ORDER BY goes DESC, seq LIMIT 1`,
    ),
    earlierSchema,
    { id, seq, hash },
  );
}

/**
 * A submission by which the documents of a refused one may already be in Tasks: its twin, or one of those that carried each of the
 * documents since. Null where a document is in none of those.
 */
export function findSentSince(
  ledger: Ledger,
  row: Pick<SubmissionRow, 'id' | 'seq' | 'payload_hash' | 'task_type' | 'request_spec'>,
): Earlier | null {
  const twin = findTwin(ledger, row);
  if (twin !== null) return twin;
  const documents = readAll(
    ledger.prepared('SELECT DISTINCT sha256 FROM submission_file WHERE submission_id = ?'),
    sentFileSchema.pick({ sha256: true }),
    row.id,
  );
  const other = ledger.prepared(
    `${EARLIER} JOIN submission_file ON submission.id = submission_file.submission_id
     WHERE submission_file.sha256 = @sha256 AND submission.seq > @seq AND ${MAY_BE_TASK}
       AND (purpose = @purpose OR (purpose IS NULL AND task_type = @taskType))
     ORDER BY goes DESC, submission.seq DESC LIMIT 1`,
  );
  const { seq, task_type: taskType, request_spec: requestSpec } = row;
  const purpose = purposeHash({ taskType, requestSpec });
  const others: Earlier[] = [];
  for (const { sha256 } of documents) {
    const of = readOne(other, earlierSchema, { sha256, seq, purpose, taskType });
    if (of === null) return null;
    others.push(of);
  }
  return others.find(({ goes }) => !goes) ?? others[0] ?? null;
}
