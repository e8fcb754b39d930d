import type { Problem } from '../../contract/problem.ts';
import type { TaskDetails } from '../service/schemas.ts';
import { type OutboxContext, refOf, releaseCopies } from './context.ts';

/** The submission became this Task: one transaction, then its copies go (I2, I11). */
export async function acceptSubmission(
  context: OutboxContext,
  id: string,
  details: TaskDetails,
): Promise<void> {
  const { submissions, clock } = context;
  const names = await context.commit(() => {
    if (!submissions.accept(id, details.uuid, clock.now())) return [];
    const spooled = submissions.spoolNames(id);
    submissions.forgetSpool(id);
    context.recordTask(details, { mine: true });
    return spooled;
    // Should the power fail before it is on the disk, the Task is found by its external_id.
  }, 'soon');
  context.quarantine.end(id);
  context.log('submission.ended', { ref: refOf(id), state: 'accepted', code: null });
  await releaseCopies(context, names);
}

/** The submission needs a person. Its copies stay, so that it can be tried again. */
export function rejectSubmission(context: OutboxContext, id: string, problem: Problem): void {
  if (!context.submissions.reject(id, problem, context.clock.now())) return;
  context.quarantine.end(id);
  context.log('submission.ended', { ref: refOf(id), state: 'rejected', code: problem.code });
}
