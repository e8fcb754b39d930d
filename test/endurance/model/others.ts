import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { readAll } from '../../../src-main/core/ledger/db/ledger.ts';
import { messageSchema } from '../../../src-main/core/ledger/tables/outbox-rows.ts';
import type { ModelTask } from '../../support/service-model/model-task.ts';
import { targetOf } from '../../support/world/judge-accepted.ts';
import { sha256Of } from '../../support/world/share.ts';
import type { WorldStation } from '../../support/world/station.ts';
import { pickOf } from './clerk.ts';
import type { World } from './world.ts';

/** The reference that a person gives, and that another program gives a Task of its own. */
export const REFERENCE = 'case-7';

const OPEN = `state IN ('queued', 'sending', 'unconfirmed')`;
const names = z.object({ external_id: z.string(), file_name: z.string() });
const copies = z.object({ spool_name: z.string(), sha256: z.string() });

/** Another program makes a Task under the reference that a person gave, or under the external_id of another station, with a foreign document of a known name. */
export function addForeignTask(
  { stations, service: { tasks } }: World,
  like: 'chosen' | 'ours',
  documents: boolean,
): void {
  const rows = stations.flatMap((station) =>
    station.isRunning
      ? readAll(
          station.running.ledger.prepared(
            'SELECT external_id, file_name FROM submission JOIN submission_file ON submission_id = submission.id ORDER BY seq',
          ),
          names,
        )
      : [],
  );
  const last = rows.at(-1);
  // A Task with the stamp of the station itself would prove that the ledger is older than the list of the service.
  const alike = (last?.external_id ?? '').replace(/.(?=.{8}$)/, (one) => (one === 'Z' ? 'Y' : 'Z'));
  const task = tasks.add({});
  tasks.rename(task, like === 'chosen' ? REFERENCE : alike);
  if (documents) addForeignFile(tasks, task, last?.file_name ?? 'f1.pdf');
  tasks.onMoved(task);
}

/** Another desk uploads to the Task of an open answer: the first document of the answer, or foreign bytes under each name. */
export function uploadElsewhere({ stations, service: { tasks }, desk }: World, foreign: boolean): void {
  for (const station of stations) {
    if (!station.isRunning) continue;
    const open = readAll(
      station.running.ledger.prepared(`SELECT * FROM message WHERE ${OPEN} ORDER BY seq`),
      messageSchema,
    );
    for (const row of open) {
      const task = tasks.find(targetOf(row));
      if (row.payload.kind !== 'answer' || task?.status !== 'waiting' || task.frozenTo !== null) continue;
      const paths = [0, 1]
        .map((index) => `answer-${row.id}-${index}.pdf`)
        .filter((path) => existsSync(desk.at(path)));
      if (paths.length === 0) continue;
      for (const path of foreign ? paths : paths.slice(0, 1)) {
        if (foreign) addForeignFile(tasks, task, path);
        else addFile(tasks, task, basename(path), readFileSync(desk.at(path)));
      }
      tasks.resume(task);
      return;
    }
  }
}

/** Changes one byte of a private copy that a row of the outbox names. */
export function spoilCopy({ decided }: World, station: WorldStation, pick: number): void {
  if (!station.isRunning) return;
  const rows = readAll(
    station.running.ledger.prepared(
      `SELECT spool_name, sha256 FROM submission_file JOIN submission ON submission.id = submission_id
         WHERE ${OPEN} AND spool_name IS NOT NULL
       UNION ALL SELECT spool_name, sha256 FROM message_file JOIN message ON message.id = message_id
         WHERE ${OPEN} AND spool_name IS NOT NULL`,
    ),
    copies,
  );
  const row = pickOf(rows, pick);
  const path = join(station.spoolDir, row?.spool_name ?? '');
  if (row === null || !existsSync(path)) return;
  const bytes = readFileSync(path);
  const at = bytes.length >> 1;
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
  writeFileSync(path, bytes);
  decided.spoilt.add(row.sha256);
}

type Tasks = World['service']['tasks'];

function addForeignFile(tasks: Tasks, task: ModelTask, name: string): void {
  addFile(tasks, task, name, Buffer.from(`%PDF-1.4\nforeign ${task.uuid} ${name}\n%%EOF\n`));
}

function addFile(tasks: Tasks, task: ModelTask, name: string, content: Buffer): void {
  const file = {
    part: 'uploads',
    name,
    mediaType: 'application/pdf',
    sha256: sha256Of(content),
    size: content.length,
  };
  tasks.addFile(task, { ...file, content }, 'other');
}
