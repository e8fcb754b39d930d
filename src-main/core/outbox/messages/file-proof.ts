import { isDeepStrictEqual } from 'node:util';
import type { Problem } from '../../../contract/problem.ts';
import type { SentFileRow } from '../../ledger/tables/outbox-rows.ts';
import type { DataItem, TaskDetails } from '../../service/schemas.ts';
import { ServiceError } from '../../service/service-failure.ts';
import { decideLookUp } from '../policy.ts';
import type { FileProof } from './answer-plan.ts';
import type { AnswerRun } from './answer-run.ts';
import { settleMessage } from './message-outcome.ts';

/**
 * Compares each document of an answer with the data items of the Task (I2, I3): the hash of a file item, and the data of a JSON or text item
 * (docs/service.md 2.2). A name proves nothing, because other files may have the same name. Returns null if a download failed and the answer
 * was postponed. `giveUp`: whether an unreachable host of the download links ends the comparison.
 */
export async function proveFiles(
  run: AnswerRun,
  task: TaskDetails,
  files: readonly SentFileRow[],
  giveUp: () => boolean,
): Promise<FileProof | null> {
  const sought = new Map(files.map((file) => [file.sha256, file]));
  const names = new Set<unknown>(files.map((file) => file.file_name));
  const known = new Set(run.progress.knownItems);
  const rank = (item: DataItem) => Number(names.has(item.name)) + Number(!known.has(item.uuid));
  // Downloads take time, so the likely items come first. An alias repeats another item of a Task (docs/service.md 2.2).
  const items = task.data_items
    .filter(
      (item) => item.group !== 'outputs' && item['alias'] == null && item.uuid !== run.progress.dataItemUuid,
    )
    .toSorted((a, b) => rank(b) - rank(a));
  const unread: DataItem[] = [];
  let isReachable = true;
  for (const item of items) {
    if (sought.size === 0) break;
    if (item.data_type !== 'file') {
      const same = await sameData(run, item, [...sought.values()]);
      if (same === 'unknown') unread.push(item);
      else if (same !== null) sought.delete(same.sha256);
      continue;
    }
    const hash = isReachable ? await hashOf(run, task, item, giveUp) : null;
    if (hash === 'unasked') return null;
    // All items are on the same host, so the downloads of the other items would fail too.
    if (hash === 'out-of-reach') isReachable = false;
    if (hash === null || hash === 'out-of-reach') unread.push(item);
    else sought.delete(hash);
  }
  const left = [...sought.values()];
  if (left.length === 0) return { is: 'there' };
  const open = left.filter((file) => unread.some((item) => couldBe(file, item)));
  const hasOthers = left.length < files.length;
  return open.length > 0 ? { is: 'unproved', files: open } : { is: 'lacking', files: left, hasOthers };
}

/** Returns the document whose content the JSON or text item has; null for no document, and `unknown` for an item without readable data. */
async function sameData(
  { context }: AnswerRun,
  item: DataItem,
  files: readonly SentFileRow[],
): Promise<SentFileRow | null | 'unknown'> {
  const data = item['data'];
  if (data === undefined || (item.data_type !== 'json' && item.data_type !== 'text')) return 'unknown';
  for (const file of files) {
    if (!couldBe(file, item)) continue;
    const content = await context.copies.text(file);
    if (content !== null && saysTheSame(content, data)) return file;
  }
  return null;
}

function saysTheSame(content: string, data: unknown): boolean {
  if (typeof data === 'string') return plain(content) === plain(data);
  try {
    return isDeepStrictEqual(JSON.parse(plain(content)), data);
  } catch {
    return false;
  }
}

/** Returns the text without what a transport may change: a byte order mark, the kind of line ends, and blank space at the end. */
const plain = (text: string) =>
  text
    .replace(/^\uFEFF/, '')
    .replaceAll('\r\n', '\n')
    .trimEnd();

// Whether the service may have stored the document as this item: JSON and text documents may become file items, too (docs/service.md 4.2).
function couldBe({ media_type: type }: SentFileRow, item: DataItem): boolean {
  if (item.data_type === 'json') return type.startsWith('application/json');
  if (item.data_type === 'text') return type.startsWith('text/');
  return true;
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
