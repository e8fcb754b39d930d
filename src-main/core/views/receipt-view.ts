import { z } from 'zod';
import type { Receipt } from '../../contract/views/receipt.ts';
import { type Ledger, readAll } from '../ledger/db/ledger.ts';
import { NOT_KEPT } from '../ledger/tables/retention.ts';
import { messagesOf } from '../ledger/tasks/task-messages.ts';
import { knownTask } from './task-full-view.ts';
import { isoOf } from './tasks-view.ts';

const submissionSchema = z.object({
  id: z.string(),
  last_sent_at: z.int().nullable(),
  ended_at: z.int(),
});
const fileSchema = z.object({ file_name: z.string(), size: z.int(), sha256: z.string() });

/**
 * Returns what the service accepted from this station for a Task: the documents, and the names of the data.
 * @throws PlainError `task.unknown`
 */
export function receiptView(ledger: Ledger, uuid: string): Receipt {
  const { external_id, name, task_type } = knownTask(ledger, uuid);
  const filesOf = (owner: 'submission' | 'message', id: string) =>
    readAll(
      ledger.prepared(
        `SELECT file_name, size, sha256 FROM ${owner}_file WHERE ${owner}_id = ? ORDER BY position`,
      ),
      fileSchema,
      id,
    ).map(({ file_name: file, ...rest }) => ({ name: file === NOT_KEPT ? null : file, ...rest }));
  const submissions = readAll(
    ledger.prepared('SELECT id, last_sent_at, ended_at FROM submission WHERE task_uuid = ? ORDER BY seq'),
    submissionSchema,
    uuid,
  ).map(({ id, last_sent_at: sent, ended_at: accepted }): Receipt['sent'][number] => ({
    ...{ id, what: 'task', sent_at: isoOf(sent), accepted_at: new Date(accepted).toISOString() },
    documents: filesOf('submission', id),
    data: [],
  }));
  const answers = messagesOf(ledger, uuid).flatMap((message): Receipt['sent'] => {
    const { id, payload, progress, first_sent_at: sent, ended_at: accepted } = message;
    const wentTo = progress.redirectedTo?.at(-1) ?? message.task_uuid;
    if (payload.kind !== 'answer' || message.state !== 'accepted' || accepted === null || wentTo !== uuid)
      return [];
    return [
      {
        ...{ id, what: 'answer', sent_at: isoOf(sent), accepted_at: new Date(accepted).toISOString() },
        documents: filesOf('message', id),
        data: Object.keys(payload.data ?? {}),
      },
    ];
  });
  return { task: uuid, external_id, name, task_type, sent: [...submissions, ...answers] };
}
