import type { MessagePayload, MessageRow } from '../../ledger/tables/outbox-rows.ts';
import { ServiceError } from '../../service/service-failure.ts';
import type { Job, OutboxContext } from '../context.ts';
import { decideMessage } from '../policy.ts';
import { acceptMessage, rejectMessage, settleMessage } from './message-outcome.ts';

/**
 * Appends a client event to the Task's log (docs/service.md 4.8). A repeat makes a second line, which changes
 * nothing; the id in `client_event_id` lets a reader see that the two are one. The caller puts no patient data in
 * it (I11).
 */
export async function deliverEvent(
  context: OutboxContext,
  row: MessageRow,
  payload: Extract<MessagePayload, { kind: 'event' }>,
  job: Job,
): Promise<void> {
  const { messages, client, clock } = context;
  if (job.signal.aborted || !messages.beginSending(row.id, row.progress, clock.now())) return;
  const extraData = { ...payload.extraData, client_event_id: row.id };
  try {
    await client.logEvent(row.task_uuid, payload.event, extraData, { signal: job.signal });
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const decision = decideMessage(row.lane, error.failure);
    if (decision.do === 'redirect' || decision.do === 'look-at-task') {
      rejectMessage(context, row, row.progress, decision.problem);
    } else {
      await settleMessage(context, row, row.progress, decision, job.epoch);
    }
    return;
  }
  context.lanes.passed(row.lane);
  await acceptMessage(context, row, row.progress, null);
}
