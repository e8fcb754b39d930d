import type { Problem } from '../../../contract/problem.ts';
import type { SentFileRow } from '../../ledger/tables/outbox-rows.ts';
import type { DataItem, TaskDetails } from '../../service/schemas.ts';
import { ServiceError } from '../../service/service-failure.ts';
import type { OutboxContext } from '../context.ts';
import { decideLookUp } from '../policy.ts';
import { freshInputs } from './answer-plan.ts';
import type { AnswerRun } from './answer-run.ts';
import { busyForADay } from './answer-target.ts';
import { settleMessage } from './message-outcome.ts';

/**
 * Whether an upload of unknown outcome arrived at a Task that has gone on since. Somebody at another station may have
 * answered with files of the same names ("scan.pdf"), so the new items are told by their bytes. Null where they cannot be,
 * or need not be; `unasked` when the service could not be asked now and the answer was put off.
 */
export async function proveFiles(
  context: OutboxContext,
  run: AnswerRun,
  task: TaskDetails,
  files: readonly SentFileRow[],
): Promise<boolean | null | 'unasked'> {
  const { progress } = run;
  const open = progress.outcomeUnknown === true && progress.filesSent !== true && files.length > 0;
  if (!open || task.status === 'waiting') return null;
  const ours = new Set(files.map((file) => file.sha256));
  let dark = false;
  // Names are a weak proof: they wait a day for the host that has the bytes.
  const giveUp = () => busyForADay(context, run);
  for (const item of freshInputs(task, progress)) {
    // The service may have made a json or text item of ours (docs/service.md 4.2), which has no bytes to compare.
    const hash = item.data_type === 'file' ? await hashOf(context, run, task, item, giveUp) : null;
    if (hash === 'unasked') return 'unasked';
    if (hash === null || hash === 'out-of-reach') dark = true;
    else if (ours.has(hash)) return true;
  }
  return dark ? null : false;
}

/**
 * Whether a Task that refuses an upload holds all of its documents, as docs/service.md 7 may mean by that. Told by
 * their bytes; null where an item that could be one of them has none to compare.
 */
export async function proveHeld(
  context: OutboxContext,
  run: AnswerRun,
  task: TaskDetails,
  files: readonly SentFileRow[],
): Promise<boolean | null | 'unasked'> {
  const sought = new Map(files.map((file) => [file.sha256, file]));
  const names = new Set<unknown>(files.map((file) => file.file_name));
  // Bytes cost time: what is named alike comes first, and nothing is fetched once all are found.
  const items = task.data_items.toSorted((a, b) => Number(names.has(b.name)) - Number(names.has(a.name)));
  let dark = false;
  for (const item of items) {
    if (sought.size === 0) return true;
    // An alias is another item once more (docs/service.md 2.2).
    if (item.data_type !== 'file' || item['alias'] != null) continue;
    const hash = await hashOf(context, run, task, item, () => true);
    if (hash === 'unasked') return 'unasked';
    // The next one would only take as long.
    if (hash === 'out-of-reach') return null;
    if (hash === null) dark = true;
    else sought.delete(hash);
  }
  if (sought.size === 0) return true;
  const kinds = [...sought.values()].map((file) => file.media_type);
  const others = items.filter((item) => item.uuid !== run.progress.dataItemUuid);
  return dark || others.some((item) => couldBeOneOf(kinds, item)) ? null : false;
}

/**
 * A part declared as JSON or text may stand in the Task as its content (docs/service.md 4.2), written as the
 * service likes.
 */
function couldBeOneOf(kinds: readonly string[], item: DataItem): boolean {
  if (item.group === 'outputs' || item.data_type === 'file') return false;
  if (item.data_type === 'json') return kinds.includes('application/json');
  return item.data_type !== 'text' || kinds.includes('text/plain');
}

/**
 * The SHA-256 of a file item; null where its bytes cannot be had. The host of its link is not the service and may be out of reach
 * for ever: where nothing comes of it now and `giveUp` says so, `out-of-reach`; else `unasked`, and the answer was put off.
 */
async function hashOf(
  context: OutboxContext,
  run: AnswerRun,
  task: TaskDetails,
  item: DataItem,
  giveUp: () => boolean,
): Promise<string | null | 'unasked' | 'out-of-reach'> {
  const { row, job } = run;
  try {
    return await context.client.itemSha256(task.uuid, item.uuid, { signal: job.signal });
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const { failure } = error;
    if (failure.kind === 'refused' && failure.status !== 429 && failure.status < 500) return null;
    const decision = decideLookUp(failure);
    if (decision.do === 'redirect' || decision.do === 'look-at-task') throw error;
    const failed = decision.do === 'try-again';
    // What was broken off here says nothing of the host.
    if (failed && !job.signal.aborted && giveUp()) return 'out-of-reach';
    // Nor does the host say anything of the service.
    const problem: Problem = { code: 'answer.unasked', detail: decision.problem.detail };
    await settleMessage(context, row, run.progress, failed ? { ...decision, problem } : decision, job.epoch);
    return 'unasked';
  }
}
