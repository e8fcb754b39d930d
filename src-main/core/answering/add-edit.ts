import { appendAudit } from '../audit/audit.ts';
import type { Ledger } from '../ledger/db/ledger.ts';
import { addMessage } from '../ledger/tables/messages.ts';
import type { MessagePayload } from '../ledger/tables/outbox-rows.ts';

export interface EditRequest {
  readonly ledger: Ledger;
  readonly taskUuid: string;
  readonly payload: Extract<MessagePayload, { kind: 'name' | 'cleared' }>;
  readonly actor: string;
  /** The id of the new message, a ULID. */
  readonly id: string;
  /** Wall clock, milliseconds. */
  readonly now: number;
  readonly notBefore: number;
}

/** Keeps a change of a Task as a durable row, and who asked for it in the audit, before anything is sent (I5). */
export function addEdit({ ledger, actor, now, taskUuid, ...edit }: EditRequest): void {
  ledger.transaction(() => {
    addMessage(ledger, { ...edit, taskUuid, actor, files: [] }, now);
    appendAudit(ledger, {
      at: now,
      actor,
      action: 'edit.added',
      subject: taskUuid,
      detail: { kind: edit.payload.kind },
    });
  });
}
