import type { Problem } from '../../../contract/problem.ts';
import type { SubmissionRow } from '../../ledger/tables/outbox-rows.ts';
import type { TaskDetails } from '../../service/schemas.ts';
import { type OutboxContext, refOf, releaseCopies } from '../context.ts';
import { isPlausible } from './adoption.ts';
import { forgetNotes } from './create-notes.ts';

/** Accepts the submission and stores its Task in one transaction. `taskType`: the type of the Task if it differs; otherwise null. */
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
    forgetNotes(ledger, id);
    context.recordTask(details, { mine: true });
    return spooled;
    // With `soon`, nothing waits for the disk. If a power failure loses this commit, the look-up finds the Task after the restart.
  }, 'soon');
  context.quarantine.end(id);
  context.log('submission.ended', { ref: refOf(id), state: 'accepted', code: null });
  await releaseCopies(context, names);
}

/** Accepts the submission if the found Task may be made of its documents. Otherwise marks it as rejected with `service.conflict` (I2). */
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

/** Rejects the submission. The spool copies are kept, so that a person can retry the submission. */
export function rejectSubmission(context: OutboxContext, id: string, problem: Problem): void {
  if (!context.submissions.reject(id, problem, context.clock.now())) return;
  context.quarantine.end(id);
  context.log('submission.ended', { ref: refOf(id), state: 'rejected', code: problem.code });
}
