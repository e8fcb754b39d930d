import type { Problem } from '../../../contract/problem.ts';
import type { SentFileRow } from '../../ledger/tables/outbox-rows.ts';
import type { DataItem, TaskDetails } from '../../service/schemas.ts';
import { ServiceError } from '../../service/service-failure.ts';
import { decideLookUp } from '../policy.ts';
import { freshInputs } from './answer-plan.ts';
import { type AnswerRun, busyForADay } from './answer-run.ts';
import { settleMessage } from './message-outcome.ts';

/**
 * Returns whether an upload arrived at a Task that no longer waits. Other files may have the same names, so the bytes decide.
 * Returns null if the bytes cannot decide, and `unasked` if a download failed and the answer was postponed.
 */
export async function proveFiles(
  run: AnswerRun,
  task: TaskDetails,
  files: readonly SentFileRow[],
): Promise<boolean | null | 'unasked'> {
  const { progress } = run;
  const open = progress.outcomeUnknown === true && progress.filesSent !== true && files.length > 0;
  if (!open || task.status === 'waiting') return null;
  const ours = new Set(files.map((file) => file.sha256));
  let isAnyUnreadable = false;
  // Equal names prove little, so the answer waits up to a day for the host of the download links. After a day, the names decide.
  const giveUp = () => busyForADay(run);
  for (const item of freshInputs(task, progress)) {
    // The service may have stored a document as a JSON or text item (docs/service.md 4.2). Such an item has no bytes to compare.
    const hash = item.data_type === 'file' ? await hashOf(run, task, item, giveUp) : null;
    if (hash === 'unasked') return 'unasked';
    if (hash === null || hash === 'out-of-reach') isAnyUnreadable = true;
    else if (ours.has(hash)) return true;
  }
  return isAnyUnreadable ? null : false;
}

/**
 * Returns whether a Task that refused an upload has all documents of the upload (docs/service.md 7). Returns null if an item that could be
 * one of the documents has no bytes to compare. Returns `unasked` if a download failed and the answer was postponed.
 */
export async function proveHeld(
  run: AnswerRun,
  task: TaskDetails,
  files: readonly SentFileRow[],
): Promise<boolean | null | 'unasked'> {
  const sought = new Map(files.map((file) => [file.sha256, file]));
  const names = new Set<unknown>(files.map((file) => file.file_name));
  // Downloads take time, so items with a matching name come first.
  const items = task.data_items.toSorted((a, b) => Number(names.has(b.name)) - Number(names.has(a.name)));
  let isAnyUnreadable = false;
  for (const item of items) {
    if (sought.size === 0) return true;
    // An alias repeats another item of a Task (docs/service.md 2.2), so its bytes are not compared again.
    if (item.data_type !== 'file' || item['alias'] != null) continue;
    const hash = await hashOf(run, task, item, () => true);
    if (hash === 'unasked') return 'unasked';
    // The host of the download links did not respond. The other items are on the same host, so their downloads would fail too.
    if (hash === 'out-of-reach') return null;
    if (hash === null) isAnyUnreadable = true;
    else sought.delete(hash);
  }
  if (sought.size === 0) return true;
  const kinds = [...sought.values()].map((file) => file.media_type);
  const others = items.filter((item) => item.uuid !== run.progress.dataItemUuid);
  return isAnyUnreadable || others.some((item) => couldBeOneOf(kinds, item)) ? null : false;
}

// Whether the item may be a missing document that the service stored as a JSON or text item (docs/service.md 4.2). `kinds`: the media
// types of the missing documents.
function couldBeOneOf(kinds: readonly string[], item: DataItem): boolean {
  if (item.group === 'outputs' || item.data_type === 'file') return false;
  if (item.data_type === 'json') return kinds.includes('application/json');
  return item.data_type !== 'text' || kinds.includes('text/plain');
}

// Returns the SHA-256 of a file item; null if the download is refused. The host of the download link is not the service and may be
// unreachable forever. If the host did not respond and `giveUp` returns true, returns `out-of-reach`. After any other failure, postpones
// the answer and returns `unasked`.
async function hashOf(
  run: AnswerRun,
  task: TaskDetails,
  item: DataItem,
  giveUp: () => boolean,
): Promise<string | null | 'unasked' | 'out-of-reach'> {
  const { context, job } = run;
  try {
    return await context.client.itemSha256(task.uuid, item.uuid, { signal: job.signal });
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const { failure } = error;
    if (failure.kind === 'refused' && failure.status !== 429 && failure.status < 500) return null;
    const decision = decideLookUp(failure);
    const failed = decision.do === 'try-again';
    // If this program aborted the request, the failure proves nothing about the host.
    if (failed && !job.signal.aborted && giveUp()) return 'out-of-reach';
    // The host of the download link failed. The service did not fail, so the row does not get a problem about the service.
    const problem: Problem = { code: 'answer.unasked', detail: decision.problem.detail };
    await settleMessage(run, failed ? { ...decision, problem } : decision);
    return 'unasked';
  }
}
