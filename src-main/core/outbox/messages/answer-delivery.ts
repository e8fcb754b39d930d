import type { Problem } from '../../../contract/problem.ts';
import type { MessagePayload, MessageProgress, MessageRow } from '../../ledger/tables/outbox-rows.ts';
import type { TaskDetails } from '../../service/schemas.ts';
import { type Failure, ServiceError } from '../../service/service-failure.ts';
import type { Job, OutboxContext } from '../context.ts';
import { decideMessage } from '../policy.ts';
import { settleConflict } from './answer-conflict.ts';
import { type AnswerStep, findDataItem, planAnswer } from './answer-plan.ts';
import { awaitResume, hasGoneOn, wentOnSince } from './answer-resume.ts';
import type { AnswerRun, AnswerWrite } from './answer-run.ts';
import { followRedirect, look, refusalOf, waitForTask } from './answer-target.ts';
import { postpone, waitOut } from './answer-wait.ts';
import { proveFiles } from './file-proof.ts';
import { acceptMessage, recordAnswered, rejectMessage, settleMessage } from './message-outcome.ts';

const MAX_STEPS = 16;

/**
 * Gives documents, data or both to a waiting Task (docs/service.md 4.5, 4.6), exactly once whatever happens in
 * between.
 */
export async function deliverAnswer(
  context: OutboxContext,
  row: MessageRow,
  payload: Extract<MessagePayload, { kind: 'answer' }>,
  job: Job,
): Promise<void> {
  const files = context.messages.files(row.id);
  const run: AnswerRun = {
    row,
    data: payload.data,
    job,
    progress: row.progress,
    sending: false,
    note: null,
  };
  const suspect = context.suspects.has(row.id) && row.progress.outcomeUnknown !== true;
  if (suspect && !(await context.copies.intact(files))) {
    rejectMessage(context, row, row.progress, { code: 'spool.missing', detail: null });
    return;
  }
  context.suspects.delete(row.id);
  for (let steps = 0; steps < MAX_STEPS && !job.signal.aborted; steps += 1) {
    const askedAt = context.clock.monotonic();
    const task = await look(context, run);
    if (task === null) return;
    if (wentOnSince(run.progress, task)) return await accept(context, run, task);
    const filesProven = await proveFiles(context, run, task, files);
    if (filesProven === 'unasked') return;
    const fileNames = files.map((file) => file.file_name);
    const state = { data: run.data, fileNames, progress: run.progress, task, filesProven };
    let planned = planAnswer({ ...state, provenLost: false });
    if (planned.step.do === 'wait-out') {
      if (!context.quarantine.miss(row.id, askedAt).over) {
        waitOut(context, run, planned.progress, { code: 'service.no-answer', detail: null });
        return;
      }
      const { outcomeUnknown: _, ...known } = planned.progress;
      planned = planAnswer({ ...state, progress: known, provenLost: true });
      context.quarantine.end(row.id);
    }
    run.progress = planned.progress;
    if ((await take(context, run, planned.step, task)) === 'done') return;
  }
  postpone(
    context,
    run,
    row.problem_code === null ? null : { code: row.problem_code, detail: row.problem_detail },
  );
}

async function take(
  context: OutboxContext,
  run: AnswerRun,
  step: AnswerStep,
  task: TaskDetails,
): Promise<'done' | 'go-on'> {
  const { client, copies, messages } = context;
  const options = { signal: run.job.signal };
  const uuid = task.uuid;
  switch (step.do) {
    case 'accept':
      await accept(context, run, task);
      return 'done';
    case 'ask':
      rejectMessage(context, run.row, run.progress, { code: 'answer.other-data', detail: null });
      return 'done';
    case 'refuse':
      rejectMessage(context, run.row, run.progress, refusalOf(run, task));
      return 'done';
    case 'wait':
    case 'wait-out':
      // What was counted against a Task that waited is over.
      context.quarantine.end(run.row.id);
      waitForTask(context, run, task);
      return 'done';
    case 'resume':
      return write(context, run, task, step.do, async () => {
        const askedAt = context.clock.monotonic();
        const details = await client.updateTask(uuid, {}, { ...options, shouldResume: true });
        return resumed(context, run, { seen: task, details, askedAt });
      });
    case 'send-data': {
      const newDataItem = run.data ?? {};
      return write(context, run, task, step.do, async () => {
        const askedAt = context.clock.monotonic();
        const details = await client.updateTask(
          uuid,
          { newDataItem },
          { ...options, shouldResume: step.resume },
        );
        if (step.resume) return resumed(context, run, { seen: task, details, askedAt });
        const item = findDataItem(details, run.progress, newDataItem);
        save(context, run, item === undefined ? { dataNotKept: true } : { dataItemUuid: item.uuid }, details);
        return 'go-on';
      });
    }
    case 'upload': {
      const parts = copies.parts(messages.files(run.row.id));
      if (parts === null) {
        rejectMessage(context, run.row, run.progress, { code: 'spool.missing', detail: null });
        return 'done';
      }
      return write(context, run, task, step.do, async () => {
        const { task: details } = await client.uploadFiles(uuid, parts, {
          ...options,
          onProgress: run.job.onProgress,
        });
        const { outcomeUnknown: _, ...settled } = run.progress;
        run.progress = { ...settled, filesSent: true };
        if (run.data === null || run.progress.dataItemUuid !== undefined) {
          await accept(context, run, details);
          return 'done';
        }
        save(context, run, {}, details);
        return 'go-on';
      });
    }
  }
}

async function resumed(
  context: OutboxContext,
  run: AnswerRun,
  told: { seen: TaskDetails; details: TaskDetails; askedAt: number },
): Promise<'done'> {
  if (hasGoneOn(told.seen, told.details)) await accept(context, run, told.details);
  else awaitResume(context, run, told);
  return 'done';
}

/** Makes the intent durable (I5), makes the request, and settles a failure of it. */
async function write(
  context: OutboxContext,
  run: AnswerRun,
  seen: TaskDetails,
  what: AnswerWrite,
  request: () => Promise<'done' | 'go-on'>,
): Promise<'done' | 'go-on'> {
  const { messages, clock } = context;
  if (run.job.signal.aborted) return 'go-on';
  if (run.sending) messages.saveProgress(run.row.id, run.progress);
  else if (!messages.beginSending(run.row.id, run.progress, clock.now())) return 'done';
  run.sending = true;
  try {
    const outcome = await request();
    context.lanes.passed(run.row.lane);
    return outcome;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return settleWrite(context, run, seen, what, error.failure);
  }
}

async function settleWrite(
  context: OutboxContext,
  run: AnswerRun,
  seen: TaskDetails,
  what: AnswerWrite,
  failure: Failure,
): Promise<'done' | 'go-on'> {
  const decision = decideMessage('answers', failure);
  if (decision.do === 'redirect') return followRedirect(context, run, decision.taskUuid);
  if (decision.do !== 'look-at-task') {
    await settleMessage(context, run.row, run.progress, decision, run.job.epoch);
    return 'done';
  }
  return settleConflict(context, run, { seen, what, problem: decision.problem });
}

async function accept(context: OutboxContext, run: AnswerRun, details: TaskDetails): Promise<void> {
  const redirect = run.progress.redirectedTo?.at(-1);
  const note: Problem | null =
    redirect === undefined
      ? run.note
      : { code: 'answer.frozen', detail: `The answer went to Task ${redirect}.` };
  const { outcomeUnknown: _, ...progress } = run.progress;
  await acceptMessage(context, run.row, progress, details, note);
}

function save(context: OutboxContext, run: AnswerRun, more: MessageProgress, details: TaskDetails): void {
  run.progress = { ...run.progress, ...more };
  context.ledger.transaction(() => {
    context.messages.saveProgress(run.row.id, run.progress);
    recordAnswered(context, run.progress, details);
  });
}
