import { claimKey } from '../../ledger/tables/dedup-keys.ts';
import type { SentFileRow, SubmissionRow } from '../../ledger/tables/outbox-rows.ts';
import type { DataItem, TaskDetails } from '../../service/schemas.ts';
import { type Failure, ServiceError } from '../../service/service-failure.ts';
import { signature } from '../../tracking/positive-control.ts';
import type { OutboxContext } from '../context.ts';

type LookUp = { readonly signedBy: string | null } & (
  | { readonly task: TaskDetails; readonly failure: null }
  | { readonly task: null; readonly failure: Failure }
);

/** Looks up the Task by external_id. `signedBy`: the fingerprint of the token if the service responded; otherwise null. */
export async function lookUpTask(
  context: OutboxContext,
  row: SubmissionRow,
  signal: AbortSignal,
): Promise<LookUp> {
  const signed = signature();
  try {
    const options = { signal, onSigned: signed.note };
    const task = await context.client.getTask({ externalId: row.external_id }, options);
    refuseTaken(context, task);
    return { task, failure: null, signedBy: signed.by() };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { task: null, failure: error.failure, signedBy: signed.by() };
  }
}

/**
 * Whether a Task with the external_id of the submission can be its Task (I2): external_id is no idempotency key (docs/service.md 1.8).
 * Missing data items do not exclude the Task, because the service may list items late and makes one item of identical files.
 */
export function isPlausible(row: SubmissionRow, files: readonly SentFileRow[], task: TaskDetails): boolean {
  if (task.task_type !== row.task_type && !wasClaimedAs(row, files, task.task_type)) return false;
  if (typeof task.external_id === 'string' && task.external_id !== row.external_id) return false;
  return mayHold(files, task);
}

export function inputsOf(task: TaskDetails): DataItem[] {
  return task.data_items.filter((item) => item.group === 'inputs' && item.tag !== 'request-spec');
}

/** Whether the number and kinds of the Task's inputs allow all of these documents; true if no inputs are listed yet. */
export function mayHold(files: readonly SentFileRow[], task: TaskDetails): boolean {
  const inputs = inputsOf(task);
  if (inputs.length === 0) return true;
  const distinct = new Set(files.map((file) => file.sha256));
  if (inputs.length < distinct.size) return false;
  const notFiles = inputs.filter((item) => item.data_type === 'json' || item.data_type === 'text');
  return inputs.length - notFiles.length >= keptAsFiles(files).size;
}

/** Returns the SHA-256 hashes of the documents that the service stores as files and not as JSON or text items. */
export function keptAsFiles(files: readonly SentFileRow[]): Set<string> {
  return new Set(files.filter((file) => !isText(file.media_type)).map((file) => file.sha256));
}

// The number of rounds for which `wasClaimedAs` computes a claim key. When documents are sent again, or with another request_spec, their
// claim has the key of the next round (`claimKey`).
const CLAIM_ROUNDS = 10;

// Whether the documents were claimed for `taskType`. The row does not tell: a person may have changed its task type by a retry after the
// claim. Another station that continues the claim sends the documents under the claimed task type and the same external_id.
function wasClaimedAs(row: SubmissionRow, files: readonly SentFileRow[], taskType: string): boolean {
  if (row.claim_key === null) return false;
  const sha256s = files.map((file) => file.sha256);
  for (let round = 0; round < CLAIM_ROUNDS; round++)
    if (claimKey(taskType, row.group_key, sha256s, round) === row.claim_key) return true;
  return false;
}

/** Checks that the Task is not already the Task of another submission (I2). @throws ServiceError `unreadable` */
export function refuseTaken({ submissions }: OutboxContext, task: TaskDetails): void {
  if (!submissions.madeTask(task.uuid)) return;
  const cause = 'the answer names a Task that another submission made';
  throw new ServiceError({ kind: 'unreadable', status: 200, cause, saysTask: true });
}

// Whether the service may store a document of this media type as a JSON or text item and not as a file (docs/service.md 4.2).
function isText(mediaType: string): boolean {
  return mediaType.startsWith('application/json') || mediaType.startsWith('text/plain');
}
