import { createHash } from 'node:crypto';
import { z } from 'zod';
import { type Ledger, readOne } from './ledger.ts';
import { addSentFiles, type NewFile } from './sent-files.ts';

const idSchema = z.object({ id: z.string() });

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
  /** True when another station may have sent it already: it is looked up before anything is sent. */
  readonly perhapsSent: boolean;
  /** Nothing is sent before this time (milliseconds since the epoch). */
  readonly notBefore?: number;
}

/** What the same documents for the same kind of work have in common, whatever their names and order. */
export function payloadHash(taskType: string, sha256s: readonly string[]): string {
  return createHash('sha256')
    .update(JSON.stringify([taskType, [...sha256s].sort()]))
    .digest('hex');
}

/** The submission that already carries these documents (not one that was refused or withdrawn), or null. */
export function findEarlier(ledger: Ledger, hash: string): string | null {
  const row = readOne(
    ledger.prepared(
      `SELECT id FROM submission WHERE payload_hash = ? AND state NOT IN ('rejected', 'withdrawn') ORDER BY seq LIMIT 1`,
    ),
    idSchema,
    hash,
  );
  return row?.id ?? null;
}

/** The newest submission (not refused or withdrawn) that carried a document of these very bytes, or null. */
export function findEarlierWith(ledger: Ledger, sha256: string): string | null {
  const row = readOne(
    ledger.prepared(
      `SELECT submission.id FROM submission_file JOIN submission ON submission.id = submission_file.submission_id
       WHERE submission_file.sha256 = ? AND submission.state NOT IN ('rejected', 'withdrawn')
       ORDER BY submission.seq DESC LIMIT 1`,
    ),
    idSchema,
    sha256,
  );
  return row?.id ?? null;
}

/** Adds a submission with its files, ready to be sent. To be called inside the transaction that binds its files. */
export function addSubmission(ledger: Ledger, submission: NewSubmission, now: number): void {
  const hash = payloadHash(
    submission.taskType,
    submission.files.map((file) => file.sha256),
  );
  ledger
    .prepared(
      `INSERT INTO submission (id, seq, origin, folder_id, group_key, claim_key, task_type, request_spec, name,
         callback_template, external_id, payload_hash, state, unconfirmed_since, next_at, created_at)
       VALUES (@id, (SELECT COALESCE(MAX(seq), 0) + 1 FROM submission), @origin, @folderId, @groupKey, @claimKey, @taskType,
         @requestSpec, @name, @callbackTemplate, @externalId, @hash, @state, @unconfirmedSince, @nextAt, @now)`,
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
      hash,
      state: submission.perhapsSent ? 'unconfirmed' : 'queued',
      unconfirmedSince: submission.perhapsSent ? now : null,
      nextAt: submission.notBefore ?? now,
      now,
    });
  addSentFiles(ledger, 'submission', submission.id, submission.files);
}
