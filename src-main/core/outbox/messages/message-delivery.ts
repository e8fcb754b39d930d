import { assertNever } from '../../../contract/assert-never.ts';
import type { Job, OutboxContext } from '../context.ts';
import { deliverAnswer } from './answer-delivery.ts';
import { deliverEdit } from './edit-delivery.ts';
import { type MessageRun, sendOnce } from './message-outcome.ts';

/** Sends an answer, edit or event. The row is committed as *sending* before the request (I5). */
export async function deliverMessage(context: OutboxContext, id: string, job: Job): Promise<void> {
  const row = context.messages.get(id);
  if (row === null || (row.state !== 'queued' && row.state !== 'unconfirmed')) return;
  const { payload, progress } = row;
  const run: MessageRun = { context, row, job, progress };
  switch (payload.kind) {
    case 'answer':
      return deliverAnswer(run, payload.data);
    case 'name':
    case 'cleared':
    case 'external-id':
      return deliverEdit(run, payload);
    case 'event':
      // An event contains no patient data (I11). A repeat adds a harmless second entry with the same `client_event_id`.
      return sendOnce(run, async (signal) => {
        const extraData = { ...payload.extraData, client_event_id: id };
        await context.client.logEvent(row.task_uuid, payload.event, extraData, { signal });
        return null;
      });
    default:
      return assertNever(payload);
  }
}
