import type { SentFileRow } from '../ledger/rows.ts';
import type { TaskDetails } from '../service/schemas.ts';
import { ServiceError } from '../service/service-failure.ts';
import { freshInputs } from './answer-plan.ts';
import type { AnswerRun } from './answer-run.ts';
import type { OutboxContext } from './context.ts';
import { settleMessage } from './message-outcome.ts';
import { decideLookUp } from './policy.ts';

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
  const { progress, row, job } = run;
  const open = progress.outcomeUnknown === true && progress.filesSent !== true && files.length > 0;
  if (!open || task.status === 'waiting') return null;
  const ours = new Set(files.map((file) => file.sha256));
  let dark = false;
  for (const item of freshInputs(task, progress)) {
    if (item.data_type !== 'file') {
      // The service may have made a json or text item of ours (section 4.2), which has no bytes to compare.
      dark = true;
      continue;
    }
    try {
      if (ours.has(await context.client.itemSha256(task.uuid, item.uuid, { signal: job.signal })))
        return true;
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      const { failure } = error;
      if (failure.kind !== 'refused' || failure.status === 429 || failure.status >= 500) {
        const decision = decideLookUp(failure);
        if (decision.do === 'redirect' || decision.do === 'look-at-task') throw error;
        await settleMessage(context, row, progress, decision, job.epoch);
        return 'unasked';
      }
      dark = true;
    }
  }
  return dark ? null : false;
}
