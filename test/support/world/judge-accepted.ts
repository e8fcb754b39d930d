import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { type Ledger, readAll } from '../../../src-main/core/ledger/db/ledger.ts';
import {
  type MessageRow,
  messageSchema,
  submissionSchema,
} from '../../../src-main/core/ledger/tables/outbox-rows.ts';
import type { ModelTasks } from '../service-model/model-tasks.ts';
import type { Judged } from './judged.ts';

/**
 * Describes each row that a ledger calls accepted without the proof at the service (I2, I3). The proof has three parts: the Task that the row
 * names has the bytes of each document of the row, the submission's own create made the Task of a submission, and no other Task has the
 * data of an answer.
 */
export function judgeAccepted({ stations, service: { tasks }, decided }: Judged): string[] {
  return stations.flatMap(({ name, running: { ledger } }) => {
    const wrong: string[] = [];
    const all = <S extends z.ZodType>(table: string, schema: S) =>
      readAll(ledger.prepared(`SELECT * FROM ${table} WHERE state = 'accepted'`), schema);
    for (const { id, task_uuid: uuid, external_id: externalId } of all('submission', submissionSchema)) {
      const what = `${name}: submission ${id.slice(-6)} is accepted`;
      if (tasks.made(uuid ?? '')?.bornAs !== externalId)
        wrong.push(`I2: ${what}, and its Task is of another create`);
      if (!holdsAll(tasks, uuid ?? '', sha256sOf(ledger, 'submission', id)))
        wrong.push(`I3: ${what}, and its Task lacks its documents`);
    }
    for (const row of all('message', messageSchema)) {
      if (row.payload.kind !== 'answer') continue;
      const what = `${name}: answer ${row.id.slice(-6)} is accepted`;
      if (!holdsAll(tasks, targetOf(row), sha256sOf(ledger, 'message', row.id)))
        wrong.push(`I5: ${what}, and its Task lacks its documents`);
      const { data } = row.payload;
      const places =
        data === null
          ? []
          : tasks.all.filter((task) => task.data_items.some((item) => isDeepStrictEqual(item.data, data)));
      if (places.length > 1 && !decided.restored)
        wrong.push(`I5: ${what}, and its data is in ${places.length} Tasks`);
    }
    return wrong;
  });
}

/** The Task to which the answer goes, after its redirections. */
export function targetOf(row: MessageRow): string {
  return row.progress.redirectedTo?.at(-1) ?? row.task_uuid;
}

export function sha256sOf(ledger: Ledger, table: 'submission' | 'message', id: string): string[] {
  const files = ledger.prepared(`SELECT sha256 FROM ${table}_file WHERE ${table}_id = ?`);
  return readAll(files, z.object({ sha256: z.string() }), id).map(({ sha256 }) => sha256);
}

/** Whether the Task has the bytes of each of these documents. */
export function holdsAll(tasks: ModelTasks, taskUuid: string, sha256s: readonly string[]): boolean {
  const there = hashesIn(tasks, taskUuid);
  return sha256s.every((sha256) => there.has(sha256));
}

/** Whether the Task has the bytes of at least one of these documents. */
export function holdsSome(tasks: ModelTasks, taskUuid: string, sha256s: readonly string[]): boolean {
  const there = hashesIn(tasks, taskUuid);
  return sha256s.some((sha256) => there.has(sha256));
}

function hashesIn(tasks: ModelTasks, taskUuid: string): ReadonlySet<string | undefined> {
  return new Set(tasks.made(taskUuid)?.data_items.map(({ uuid }) => tasks.hashes.get(uuid)));
}
