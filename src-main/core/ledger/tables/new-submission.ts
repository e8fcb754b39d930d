import type { Ledger } from '../db/ledger.ts';
import { payloadHash, purposeHash } from './payload.ts';
import { addSentFiles, type NewFile } from './sent-files.ts';

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

/** Adds a submission with its files, ready to be sent. To be called inside the transaction that binds its files. */
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
