import { assertNever } from '../../../contract/assert-never.ts';
import type { MessageRow } from '../../ledger/tables/outbox-rows.ts';
import type { TaskDetails } from '../../service/schemas.ts';
import type { TaskChange } from '../../service/service-client.ts';
import { ServiceError } from '../../service/service-failure.ts';
import type { Job, OutboxContext } from '../context.ts';
import { decideMessage } from '../policy.ts';
import { type EditPayload, settleUnknownEdit, withBefore } from './edit-check.ts';
import { acceptMessage, rejectMessage, settleMessage, supersedeMessage } from './message-outcome.ts';

/** Sends a name, cleared flag or external_id (docs/service.md 4.5). One that may have arrived is settled first. */
export async function deliverEdit(
  context: OutboxContext,
  row: MessageRow,
  payload: EditPayload,
  job: Job,
): Promise<void> {
  const { messages, client, clock } = context;
  if (row.progress.outcomeUnknown === true) {
    await settleUnknownEdit(context, row, payload, job);
    return;
  }
  if (row.state === 'queued' && messages.superseded(row, clock.now())) {
    supersedeMessage(context, row);
    return;
  }
  const progress = withBefore(context, row, payload);
  if (job.signal.aborted || !messages.beginSending(row.id, progress, clock.now())) return;
  let details: TaskDetails;
  try {
    details = await client.updateTask(row.task_uuid, changeOf(payload), { signal: job.signal });
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const decision = decideMessage(row.lane, error.failure);
    if (decision.do === 'redirect' || decision.do === 'look-at-task') {
      rejectMessage(context, row, progress, decision.problem);
    } else {
      await settleMessage(context, row, progress, decision, job.epoch);
    }
    return;
  }
  context.lanes.passed(row.lane);
  await acceptMessage(context, row, progress, details);
}

function changeOf(payload: EditPayload): TaskChange {
  switch (payload.kind) {
    case 'name':
      return { name: payload.name };
    case 'cleared':
      return { cleared: payload.cleared };
    case 'external-id':
      return { externalId: payload.externalId };
    default:
      return assertNever(payload);
  }
}
