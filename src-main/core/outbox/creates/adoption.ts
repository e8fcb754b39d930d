import { stampOf } from '../../ids.ts';
import { claimKey } from '../../ledger/tables/dedup-keys.ts';
import type { SentFileRow, SubmissionRow } from '../../ledger/tables/outbox-rows.ts';
import type { TaskDetails } from '../../service/schemas.ts';
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
 * Whether the Task that was found by the external_id of the submission is its Task (I2): only if this station, or the station whose claim it
 * continues, made the external_id (`newSubmissionId`). A Task under an external_id that a person chose may be of anybody (docs/service.md 1.8).
 * Missing data items do not exclude the Task, because the service may list items late and makes one item of identical files.
 */
export function isPlausible(row: SubmissionRow, files: readonly SentFileRow[], task: TaskDetails): boolean {
  if (stampOf(row.external_id) === null) return false;
  if (task.task_type !== row.task_type && !wasClaimedAs(row, files, task.task_type)) return false;
  if (typeof task.external_id === 'string' && task.external_id !== row.external_id) return false;
  return mayHold(files, task);
}

// Whether the number and kinds of the Task's inputs allow all of these documents; true if no inputs are listed yet.
function mayHold(files: readonly SentFileRow[], task: TaskDetails): boolean {
  const inputs = task.data_items.filter((item) => item.group === 'inputs' && item.tag !== 'request-spec');
  if (inputs.length === 0) return true;
  const distinct = new Set(files.map((file) => file.sha256));
  if (inputs.length < distinct.size) return false;
  const notFiles = inputs.filter((item) => item.data_type === 'json' || item.data_type === 'text');
  const keptAsFiles = new Set(files.filter((file) => !isText(file.media_type)).map((file) => file.sha256));
  return inputs.length - notFiles.length >= keptAsFiles.size;
}

// The number of rounds for which `wasClaimedAs` computes a claim key. When documents are sent again, their claim has the key of the next
// round (`claimKey`).
const CLAIM_ROUNDS = 10;

// Whether the documents were claimed for `taskType`. The row does not tell: a person may have changed its task type by a retry after the
// claim. Another station that continues the claim sends the documents under the claimed task type and the same external_id.
function wasClaimedAs(row: SubmissionRow, files: readonly SentFileRow[], taskType: string): boolean {
  if (row.claim_key === null) return false;
  const claimed = { taskType, requestSpec: row.request_spec };
  const sha256s = files.map((file) => file.sha256);
  for (let round = 0; round < CLAIM_ROUNDS; round++)
    if (claimKey(claimed, row.group_key, sha256s, round) === row.claim_key) return true;
  return false;
}

/**
 * Checks that the answer to a create is about this create (I2): a gateway may mix up two answers. An answer without an external_id proves
 * nothing either, and the Task is looked up. @throws ServiceError `unreadable`
 */
export function refuseOther(context: OutboxContext, row: SubmissionRow, task: TaskDetails): void {
  refuseTaken(context, task);
  if (task.external_id !== row.external_id)
    throw ofAnother('the answer does not name the external_id that was sent');
}

/** Checks that the Task is not already the Task of another submission (I2). @throws ServiceError `unreadable` */
function refuseTaken({ submissions }: OutboxContext, task: TaskDetails): void {
  if (submissions.madeTask(task.uuid))
    throw ofAnother('the answer names a Task that another submission made');
}

function ofAnother(cause: string): ServiceError {
  return new ServiceError({ kind: 'unreadable', status: 200, cause, saysTask: true });
}

// Whether the service may store a document of this media type as a JSON or text item and not as a file (docs/service.md 4.2).
function isText(mediaType: string): boolean {
  return mediaType.startsWith('application/json') || mediaType.startsWith('text/plain');
}
