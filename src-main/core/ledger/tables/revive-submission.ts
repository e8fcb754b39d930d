import type { Ledger } from '../db/ledger.ts';
import type { NewSubmission } from './new-submission.ts';
import { payloadHash, purposeHash } from './payload.ts';
import { addSentFiles } from './sent-files.ts';
import { submissionTable } from './submissions.ts';

/**
 * A submission that ended without a Task goes on, because its documents were put in again and may have been sent under its
 * external_id meanwhile: it is looked up first (I2), and sent as it would be sent now, from these copies. Its place is that of the
 * folder where they were found this time. To be called inside the transaction that binds them.
 *
 * @returns the copies that nothing needs any more, or null where it has not ended without a Task
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
