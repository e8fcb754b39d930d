import { z } from 'zod';
import { type Ledger, readOne } from './ledger.ts';
import { type Purpose, payloadHash, purposeHash } from './payload.ts';
import { GOES, MAY_BE_TASK } from './perhaps-sent.ts';
import type { SubmissionRow } from './rows.ts';

const earlierSchema = z
  .object({ id: z.string(), goes: z.int(), perhaps_sent: z.int() })
  .transform((row) => ({ id: row.id, goes: row.goes === 1, isUnproven: row.perhaps_sent === 1 }));

/** A submission by which documents may already be a Task (I2). */
export interface Earlier {
  readonly id: string;
  /** It goes to the service, or went; else it ended without a Task that this ledger knows of. */
  readonly goes: boolean;
  /** An attempt of this station proved nothing. */
  readonly isUnproven: boolean;
}

const EARLIER = `SELECT submission.id, ${GOES} AS goes, submission.perhaps_sent FROM submission`;

/** The submission by which these documents may already be a Task for this purpose, or null; one that goes or went before others. */
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
