import { assertNever } from '../../../contract/assert-never.ts';
import type { Job, OutboxContext } from '../context.ts';
import { deliverAnswer } from './answer-delivery.ts';
import { deliverEdit } from './edit-delivery.ts';
import { deliverEvent } from './event-delivery.ts';

/** Sends one answer, edit or event and settles what came of it (I5). */
export async function deliverMessage(context: OutboxContext, id: string, job: Job): Promise<void> {
  const row = context.messages.get(id);
  if (row === null || (row.state !== 'queued' && row.state !== 'unconfirmed')) return;
  const { payload } = row;
  switch (payload.kind) {
    case 'answer':
      return deliverAnswer(context, row, payload, job);
    case 'name':
    case 'cleared':
    case 'external-id':
      return deliverEdit(context, row, payload, job);
    case 'event':
      return deliverEvent(context, row, payload, job);
    default:
      return assertNever(payload);
  }
}
