import type { Problem } from '../../../contract/problem.ts';
import type { TaskDetails } from '../../service/schemas.ts';
import type { OutboxContext } from '../context.ts';
import type { AnswerRun, AnswerWrite } from './answer-run.ts';
import { look } from './answer-target.ts';
import { postpone, waitOut } from './answer-wait.ts';
import { proveHeld } from './file-proof.ts';
import { rejectMessage } from './message-outcome.ts';

/**
 * A 409 that names no newer Task. docs/service.md 7 gives it to the upload alone: the Task was not waiting, or
 * holds all of the documents. What an update means by it is not shown, and a look may lag behind. So a Task that
 * seems to wait all the same, and is not seen to hold the documents, is asked again for as long as the quarantine
 * lasts; then a person decides.
 */
export async function settleConflict(
  context: OutboxContext,
  run: AnswerRun,
  { seen, what, problem }: { seen: TaskDetails; what: AnswerWrite; problem: Problem },
): Promise<'done' | 'go-on'> {
  const { quarantine, messages, clock } = context;
  const id = run.row.id;
  const askedAt = clock.monotonic();
  const task = await look(context, run);
  if (task === null) return 'done';
  const moved = task.latest_status_change !== seen.latest_status_change;
  if (task.status !== 'waiting' || moved) quarantine.end(id);
  if (task.status !== 'waiting') return 'go-on';
  if (moved) {
    // It was busy in between and waits again: the 409 spoke of a moment that is over.
    postpone(context, run, problem);
    return 'done';
  }
  const held = what === 'upload' && (await proveHeld(context, run, task, messages.files(id)));
  if (held === 'unasked') return 'done';
  if (held !== true) {
    if (!quarantine.miss(id, askedAt).over) {
      waitOut(context, run, run.progress, problem);
      return 'done';
    }
    if (held === false) {
      rejectMessage(context, run.row, run.progress, { code: 'answer.conflict', detail: problem.detail });
      return 'done';
    }
    // It waited all the while, so the 409 has only one meaning left.
    quarantine.end(id);
  }
  // Data placed before still has to resume the Task.
  const { outcomeUnknown: _, ...settled } = run.progress;
  run.progress = { ...settled, filesSent: true };
  run.note ??= { code: 'answer.already-there', detail: null };
  return 'go-on';
}
