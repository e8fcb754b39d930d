import { checkAnswer, keepAnswer } from '../../../core/answering/compose-answer.ts';
import { newId } from '../../../core/ids.ts';
import type { NewFile } from '../../../core/ledger/tables/outbox-rows.ts';
import { PlainError } from '../../../core/plain-error.ts';
import { undoMs } from '../undo.ts';
import type { Handler } from './handlers.ts';

/** Answers a Task with the ready files of a drop, data, or both, in one durable message that can be taken back for a while. */
export const sendAnswer: Handler<'answers.send'> = async ({ task, drop, data }, context, { actor }) => {
  const { engine, ledger } = context.engine();
  const now = context.clock.now();
  const notBefore = now + undoMs(context);
  const id = newId(context.clock, context.random);
  const words = { ledger, taskUuid: task, data, actor, id, notBefore };
  const keep = (files: readonly NewFile[]) =>
    ledger.transaction(() => {
      keepAnswer({ ledger }, checkAnswer(words, files.length).message(files), now);
      return id;
    });
  if (drop === null) keep([]);
  else {
    refuseOfOtherTask(engine.drops.get(drop).task, task);
    // What can be refused without the files is refused before the drop is touched.
    checkAnswer(words, 1);
    await engine.drops.handOver(drop, keep);
  }
  engine.outbox.wake();
  context.changed();
  return { ids: [id], undo_until: new Date(notBefore).toISOString() };
};

/** Documents gathered for one patient must never reach another's Task. */
function refuseOfOtherTask(gatheredFor: string | null, task: string): void {
  if (gatheredFor === null || gatheredFor === task) return;
  throw new PlainError(
    'answer.other-task',
    'These documents were added to the answer of another Task, so nothing was sent.',
    'Add the documents to the Task that they belong to, then send again.',
  );
}
