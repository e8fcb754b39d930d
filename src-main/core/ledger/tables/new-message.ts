import type { Ledger } from '../db/ledger.ts';
import type { MessageLane, MessagePayload } from '../db/rows.ts';
import type { NewFile } from './sent-files.ts';
import { addSentFiles } from './sent-files.ts';

export interface NewMessage {
  readonly id: string;
  readonly taskUuid: string;
  readonly payload: MessagePayload;
  readonly files: readonly NewFile[];
  /** Who asked for it: a person's account name, or `station`. */
  readonly actor: string;
  /** Nothing is sent before this time (milliseconds since the epoch): until then it can be taken back. */
  readonly notBefore?: number;
}

function laneOf(payload: MessagePayload): MessageLane {
  switch (payload.kind) {
    case 'answer':
      return 'answers';
    case 'name':
    case 'cleared':
    case 'external-id':
      return 'edits';
    case 'event':
      return 'events';
  }
}

/** Adds an answer, edit or event as a durable row, ready to be sent (I5). */
export function addMessage(ledger: Ledger, message: NewMessage, now: number): void {
  ledger.transaction(() => {
    ledger.db
      .prepare(
        `INSERT INTO message (id, lane, task_uuid, payload, state, next_at, actor, created_at)
         VALUES (?, ?, ?, ?, 'queued', ?, ?, ?)`,
      )
      .run(
        message.id,
        laneOf(message.payload),
        message.taskUuid,
        JSON.stringify(message.payload),
        message.notBefore ?? now,
        message.actor,
        now,
      );
    addSentFiles(ledger, 'message', message.id, message.files);
  });
}
