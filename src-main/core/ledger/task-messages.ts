import { z } from 'zod';
import { type Ledger, readAll } from './ledger.ts';
import { type MessageRow, messageSchema } from './rows.ts';

/** Everything sent, or still to be sent, to a Task, in the order it was asked for, with the names of its files. */
export function messagesOf(ledger: Ledger, taskUuid: string): (MessageRow & { fileNames: string[] })[] {
  const names = ledger.db.prepare(
    'SELECT file_name FROM message_file WHERE message_id = ? ORDER BY position',
  );
  return readAll(
    ledger.db.prepare('SELECT * FROM message WHERE task_uuid = ? ORDER BY seq'),
    messageSchema,
    taskUuid,
  ).map((message) => ({
    ...message,
    fileNames: readAll(names, z.object({ file_name: z.string() }), message.id).map((row) => row.file_name),
  }));
}
