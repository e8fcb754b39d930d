import type { Problem } from '../../../contract/problem.ts';
import type { SubmissionRow } from '../../ledger/tables/outbox-rows.ts';
import type { TaskDetails } from '../../service/schemas.ts';
import { type OutboxContext, refOf, releaseCopies } from '../context.ts';
import { forgetJudged } from '../judged.ts';
import { isPlausible } from './adoption.ts';
import { forgetPages } from './html-response-retries.ts';

/** The submission became this Task, perhaps as another kind of work: one transaction, then its copies go (I2, I11). */
export async function acceptSubmission(
  context: OutboxContext,
  id: string,
  details: TaskDetails,
  taskType: string | null = null,
): Promise<void> {
  const { ledger, submissions, clock } = context;
  const names = await context.commit(() => {
    if (!submissions.accept(id, details.uuid, clock.now())) return [];
    if (taskType !== null) submissions.changeTaskType(id, taskType, 'accepted');
    const spooled = submissions.spoolNames(id);
    submissions.forgetSpool(id);
    forgetPages(ledger, id);
    forgetJudged(ledger, id);
    context.recordTask(details, { mine: true });
    return spooled;
    // Should the power fail before it is on the disk, the Task is found by its external_id.
  }, 'soon');
  context.quarantine.end(id);
  context.log('submission.ended', { ref: refOf(id), state: 'accepted', code: null });
  await releaseCopies(context, names);
}

/** A Task was found by the external_id of the submission: it became that one, or it is another's and a person is told so (I2). */
export async function settleFound(
  context: OutboxContext,
  row: SubmissionRow,
  task: TaskDetails,
): Promise<void> {
  const { submissions } = context;
  const { id, task_type: asked } = row;
  const other = task.task_type === asked ? null : task.task_type;
  if (isPlausible(row, submissions.files(id), task)) await acceptSubmission(context, id, task, other);
  else rejectSubmission(context, id, { code: 'service.conflict', detail: other });
}

/** The submission needs a person. Its copies stay, so that it can be tried again. */
export function rejectSubmission(context: OutboxContext, id: string, problem: Problem): void {
  if (!context.submissions.reject(id, problem, context.clock.now())) return;
  context.quarantine.end(id);
  context.log('submission.ended', { ref: refOf(id), state: 'rejected', code: problem.code });
}
