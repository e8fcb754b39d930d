import { assertNever } from '../../../contract/assert-never.ts';
import { compareInstants } from '../../ledger/db/date-time.ts';
import type { MessagePayload, MessageProgress } from '../../ledger/tables/outbox-rows.ts';
import { isTerminal, readTask } from '../../ledger/tasks/task-row.ts';
import type { TaskDetails } from '../../service/schemas.ts';
import type { TaskChange } from '../../service/service-client.ts';
import {
  acceptMessage,
  lookAt,
  type MessageRun,
  postponeMessage,
  rejectMessage,
  sendOnce,
  supersedeMessage,
  waitForNextLook,
} from './message-outcome.ts';

type EditPayload = Extract<MessagePayload, { kind: 'name' | 'cleared' | 'external-id' }>;

interface Edit {
  readonly change: TaskChange;
  readonly wanted: string;
  /** Returns the present value of the edited property of the Task, as text in the form of `wanted` and of `progress.before`. */
  readonly valueIn: (task: Pick<TaskDetails, 'name' | 'cleared' | 'external_id'>) => string;
}

function editOf(payload: EditPayload): Edit {
  switch (payload.kind) {
    case 'name': {
      const { name } = payload;
      return { change: { name }, wanted: `name ${name}`, valueIn: (task) => `name ${task.name}` };
    }
    case 'cleared': {
      const { cleared } = payload;
      const valueIn: Edit['valueIn'] = (task) => `cleared ${task.cleared !== null}`;
      return { change: { cleared }, wanted: `cleared ${cleared}`, valueIn };
    }
    case 'external-id': {
      const { externalId } = payload;
      const valueIn: Edit['valueIn'] = (task) => `external_id ${task.external_id ?? ''}`;
      return { change: { externalId }, wanted: `external_id ${externalId}`, valueIn };
    }
    default:
      return assertNever(payload);
  }
}

/** Sends a new name, cleared flag or external_id of a Task (docs/service.md 4.5). Settles an unknown outcome by a look-up first. */
export async function deliverEdit(run: MessageRun, payload: EditPayload): Promise<void> {
  const { context, row } = run;
  const edit = editOf(payload);
  if (row.progress.outcomeUnknown === true) {
    await settleUnknownEdit(run, payload.kind, edit);
    return;
  }
  if (row.state === 'queued' && context.messages.superseded(row, context.dueTime())) {
    supersedeMessage(run);
    return;
  }
  run.progress = withBefore(run, edit);
  await sendOnce(
    run,
    (signal) => context.client.updateTask(row.task_uuid, edit.change, { signal }),
    (task) => edit.valueIn(task) === edit.wanted,
  );
}

// Returns the progress with the value that the edited property had before the first attempt (`before`), and the status of the Task at that
// time (`stood`). If the ledger does not have the Task, returns the progress unchanged.
function withBefore({ context, row }: MessageRun, { valueIn }: Edit): MessageProgress {
  if (row.progress.before !== undefined) return row.progress;
  const task = readTask(context.ledger, row.task_uuid);
  if (task === null) return row.progress;
  const { status, latest_status_change } = task;
  return { ...row.progress, before: valueIn(task), stood: { status, latest_status_change } };
}

// Whether the service itself, and not a person, may have changed the name of the Task. The service may derive the name
// (docs/service.md 2.1) during processing. Processing is possible if the Task is neither waiting nor ended now, or if the status of the
// Task changed since the first attempt.
function mayBeDerived(task: TaskDetails, kind: EditPayload['kind'], { stood }: MessageProgress): boolean {
  if (kind !== 'name' || stood === undefined) return false;
  const rests = task.status === 'waiting' || isTerminal(task.status);
  const moved = compareInstants(task.latest_status_change, stood.latest_status_change) !== 0;
  return !rests || moved || task.status !== stood.status;
}

// Settles an edit of unknown outcome. Later messages of the Task wait meanwhile. A repeat of the edit could undo a later change by somebody
// else, so the value at the service decides. If the Task has the new value, the edit is accepted. If somebody set a third value, the edit
// is rejected. If the old value is still there, or the service may have derived the value, the edit is sent again after the quarantine.
async function settleUnknownEdit(run: MessageRun, kind: EditPayload['kind'], edit: Edit): Promise<void> {
  const { context, row } = run;
  const askedAt = context.clock.monotonic();
  const task = await lookAt(run, row.task_uuid);
  if (task === null) return;
  context.lanes.passed(null);
  const { outcomeUnknown: _, ...settled } = row.progress;
  const value = edit.valueIn(task);
  if (value === edit.wanted) {
    run.progress = settled;
    await acceptMessage(run, task);
    return;
  }
  const isOther = settled.before !== undefined && value !== settled.before;
  if (isOther && !mayBeDerived(task, kind, settled)) {
    run.progress = settled;
    rejectMessage(run, { code: 'edit.overtaken', detail: null });
    return;
  }
  if (!context.quarantine.miss(row.id, askedAt).over) {
    waitForNextLook(run, { code: 'service.no-answer', detail: null });
    return;
  }
  context.quarantine.end(row.id);
  run.progress = settled;
  postponeMessage(run, { wait: 0, failures: 0, problem: null });
}
