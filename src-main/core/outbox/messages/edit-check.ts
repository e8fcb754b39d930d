import { assertNever } from '../../../contract/assert-never.ts';
import { compareInstants } from '../../ledger/db/date-time.ts';
import type { MessagePayload, MessageProgress, MessageRow } from '../../ledger/tables/outbox-rows.ts';
import { isTerminal } from '../../ledger/tasks/task-row.ts';
import { readTask } from '../../ledger/tasks/tasks.ts';
import type { TaskDetails } from '../../service/schemas.ts';
import { ServiceError } from '../../service/service-failure.ts';
import type { Job, OutboxContext } from '../context.ts';
import { decideLookUp } from '../policy.ts';
import { acceptMessage, postponeMessage, rejectMessage, settleMessage } from './message-outcome.ts';

/** What an edit sets. */
export type EditPayload = Extract<MessagePayload, { kind: 'name' | 'cleared' | 'external-id' }>;

type Valued = Pick<TaskDetails, 'name' | 'cleared' | 'external_id'>;

/** What the Task says where the edit sets something; null where that is not known. */
function fieldOf(task: Valued | null, { kind }: EditPayload): string | null {
  if (task === null) return null;
  switch (kind) {
    case 'name':
      return `name ${task.name}`;
    case 'cleared':
      return `cleared ${task.cleared !== null}`;
    case 'external-id':
      return `external_id ${task.external_id ?? ''}`;
    default:
      return assertNever(kind);
  }
}

function wantedBy(payload: EditPayload): string {
  switch (payload.kind) {
    case 'name':
      return `name ${payload.name}`;
    case 'cleared':
      return `cleared ${payload.cleared}`;
    case 'external-id':
      return `external_id ${payload.externalId}`;
    default:
      return assertNever(payload);
  }
}

/** The progress of an edit that goes now for the first time: what it replaces, as far as this station knows. */
export function withBefore(context: OutboxContext, row: MessageRow, payload: EditPayload): MessageProgress {
  if (row.progress.before !== undefined) return row.progress;
  const task = readTask(context.ledger, row.task_uuid);
  const before = fieldOf(task, payload);
  if (task === null || before === null) return row.progress;
  const { status, latest_status_change } = task;
  return { ...row.progress, before, stood: { status, latest_status_change } };
}

/**
 * The service derives a name itself from what it reads, unless the caller gave one (docs/service.md 2.1). So only
 * where the Task has stood still is another name somebody's.
 */
function mayBeDerived(task: TaskDetails, { kind }: EditPayload, { stood }: MessageProgress): boolean {
  if (kind !== 'name' || stood === undefined) return false;
  const rests = task.status === 'waiting' || isTerminal(task.status);
  const moved = compareInstants(task.latest_status_change, stood.latest_status_change) !== 0;
  return !rests || moved || task.status !== stood.status;
}

/**
 * Settles an edit that may have arrived, before anything else of its Task goes. Setting twice is not setting once when
 * somebody else has set it in between, and an attempt that arrives late would undo whatever was set after it. So: what is
 * there already is accepted; what somebody else has set since is left alone; what is still as it was before, or may be the
 * service's own, is sent again once the attempt cannot arrive any more.
 */
export async function settleUnknownEdit(
  context: OutboxContext,
  row: MessageRow,
  payload: EditPayload,
  job: Job,
): Promise<void> {
  const askedAt = context.clock.monotonic();
  let task: TaskDetails;
  try {
    task = await context.client.getTask({ uuid: row.task_uuid }, { signal: job.signal });
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const decision = decideLookUp(error.failure);
    if (decision.do === 'redirect' || decision.do === 'look-at-task') throw error;
    await settleMessage(context, row, row.progress, decision, job.epoch);
    return;
  }
  context.lanes.passed(null);
  const { outcomeUnknown: _, ...known } = row.progress;
  const value = fieldOf(task, payload);
  if (value === wantedBy(payload)) {
    await acceptMessage(context, row, known, task);
    return;
  }
  const isOther = known.before !== undefined && value !== known.before;
  if (isOther && !mayBeDerived(task, payload, known)) {
    rejectMessage(context, row, known, { code: 'edit.overtaken', detail: null });
    return;
  }
  const { spacingMs, miss, end } = context.quarantine;
  if (miss(row.id, askedAt).over) {
    end(row.id);
    postponeMessage(context, row, known, { wait: 0, failures: 0, problem: null });
    return;
  }
  const wait = spacingMs + Math.round((context.random() * spacingMs) / 10);
  const problem = { code: 'service.no-answer', detail: null } as const;
  postponeMessage(context, row, row.progress, { wait, failures: 0, problem });
}
