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

/** Asks for the Task of a submission by its external_id. `signedBy`: the token that the service answered (`CallOptions.onSigned`). */
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
 * Whether a Task found by its external_id can be the Task of this submission (I2). external_id is no idempotency key (docs/service.md
 * 1.8), so another's Task may carry the same external_id. Missing statements of the Task do not count: its items may not be listed yet,
 * answers may have been added since, and identical files make only one item.
 */
export function isPlausible(row: SubmissionRow, files: readonly SentFileRow[], task: TaskDetails): boolean {
  if (task.task_type !== row.task_type && !wasClaimedAs(row, files, task.task_type)) return false;
  if (typeof task.external_id === 'string' && task.external_id !== row.external_id) return false;
  return mayHold(files, task);
}

/** The inputs of a Task that the service lists. */
export function inputsOf(task: TaskDetails): DataItem[] {
  return task.data_items.filter((item) => item.group === 'inputs' && item.tag !== 'request-spec');
}

/** Whether a Task can hold all of these documents, judged by the number and the kinds of its inputs. */
export function mayHold(files: readonly SentFileRow[], task: TaskDetails): boolean {
  const inputs = inputsOf(task);
  if (inputs.length === 0) return true;
  const distinct = new Set(files.map((file) => file.sha256));
  if (inputs.length < distinct.size) return false;
  const notFiles = inputs.filter((item) => item.data_type === 'json' || item.data_type === 'text');
  return inputs.length - notFiles.length >= keptAsFiles(files).size;
}

/** The SHA-256 of the documents that stay files at the service. */
export function keptAsFiles(files: readonly SentFileRow[]): Set<string> {
  return new Set(files.filter((file) => !isText(file.media_type)).map((file) => file.sha256));
}

/** People rarely send the same documents on purpose more often. */
const CLAIM_ROUNDS = 10;

/**
 * Whether the documents were claimed in their shared folder under this task type, before a person retried them under another task type.
 * Another station sends the documents under the claimed task type and the same external_id.
 */
function wasClaimedAs(row: SubmissionRow, files: readonly SentFileRow[], taskType: string): boolean {
  if (row.claim_key === null) return false;
  const sha256s = files.map((file) => file.sha256);
  for (let round = 0; round < CLAIM_ROUNDS; round++)
    if (claimKey(taskType, row.group_key, sha256s, round) === row.claim_key) return true;
  return false;
}

/** Throws `unreadable` for a Task that another submission made: a Task belongs to one submission, whatever the response says (I2). */
export function refuseTaken({ submissions }: OutboxContext, task: TaskDetails): void {
  if (!submissions.madeTask(task.uuid)) return;
  const cause = 'the answer names a Task that another submission made';
  throw new ServiceError({ kind: 'unreadable', status: 200, cause, saysTask: true });
}

// The service may make a json or text item of such a document, or keep the document as a file (docs/service.md 4.2).
function isText(mediaType: string): boolean {
  return mediaType.startsWith('application/json') || mediaType.startsWith('text/plain');
}
