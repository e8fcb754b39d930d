import { z } from 'zod';
import { type Ledger, readAll } from '../db/ledger.ts';
import { type MessageRow, messageSchema } from '../db/rows.ts';

const fileNameSchema = z.object({ file_name: z.string() });

/**
 * Everything sent, or still to be sent, to a Task, in the order it was asked for, with the names of its files; also what
 * was meant for a Task that this one took the place of (docs/service.md 7, TaskFrozenError).
 */
export function messagesOf(ledger: Ledger, taskUuid: string): (MessageRow & { fileNames: string[] })[] {
  const names = ledger.prepared('SELECT file_name FROM message_file WHERE message_id = ? ORDER BY position');
  return readAll(
    ledger.prepared(
      `SELECT * FROM message WHERE task_uuid = @taskUuid
         OR EXISTS (SELECT 1 FROM json_each(progress, '$.redirectedTo') WHERE value = @taskUuid)
       ORDER BY seq`,
    ),
    messageSchema,
    { taskUuid },
  ).map((message) => ({
    ...message,
    fileNames: readAll(names, fileNameSchema, message.id).map((row) => row.file_name),
  }));
}
