import { z } from 'zod';
import type { MedicalRecord } from '../reading/evaluation.ts';
import type { Db } from './database.ts';

const ItemRow = z.object({
  id: z.number(),
  uuid: z.string(),
  task_id: z.number(),
  item_group: z.string(),
  tag: z.string(),
  name: z.string().nullable(),
  data_format: z.string().nullable(),
  kind: z.enum(['file', 'json', 'text']),
  media_type: z.string(),
  blob: z.string().nullable(),
  data: z.string().nullable(),
  sha256: z.string(),
  size: z.number(),
  alias: z.string().nullable(),
  records: z.string().nullable(),
  created: z.number(),
});

/** A stored data item. The content of an uploaded file is in the blob store under the name `blob`. Any other content is in `data`. */
export type ItemRow = z.infer<typeof ItemRow>;
export type NewItem = Omit<ItemRow, 'id' | 'task_id'>;

export function createItemTable(db: Db) {
  const statements = {
    insert: db.prepare(
      `INSERT INTO items (uuid, task_id, item_group, tag, name, data_format, kind, media_type, blob, data,
           sha256, size, alias, records, created)
         VALUES (@uuid, @task_id, @item_group, @tag, @name, @data_format, @kind, @media_type, @blob, @data,
           @sha256, @size, @alias, @records, @created)`,
    ),
    ofTask: db.prepare('SELECT * FROM items WHERE task_id = ? ORDER BY id'),
    byUuid: db.prepare('SELECT * FROM items WHERE uuid = ?'),
    records: db.prepare('UPDATE items SET records = ? WHERE id = ?'),
    dropProduced: db.prepare(`DELETE FROM items WHERE task_id = ? AND item_group <> 'inputs'`),
    addEvent: db.prepare('INSERT INTO events (task_id, event, extra_data, at) VALUES (?, ?, ?, ?)'),
    events: db.prepare('SELECT event, extra_data, at FROM events WHERE task_id = ? ORDER BY id'),
  };

  return {
    insert: (taskId: number, item: NewItem) => void statements.insert.run({ ...item, task_id: taskId }),
    ofTask: (taskId: number): ItemRow[] => z.array(ItemRow).parse(statements.ofTask.all(taskId)),
    byUuid(uuid: string): ItemRow | null {
      const row = statements.byUuid.get(uuid);
      return row === undefined ? null : ItemRow.parse(row);
    },
    /** Whether a data item with this blob exists. The name of a blob is the uuid of the data item that was uploaded. */
    knowsBlob: (blob: string): boolean => statements.byUuid.get(blob) !== undefined,
    setRecords: (id: number, records: readonly MedicalRecord[] | null) =>
      void statements.records.run(records === null ? null : JSON.stringify(records), id),
    dropProduced: (taskId: number) => void statements.dropProduced.run(taskId),
    addEvent: (taskId: number, event: string, extraData: unknown, at: number) =>
      void statements.addEvent.run(taskId, event, JSON.stringify(extraData), at),
    events(taskId: number): { event: string; extra_data: unknown; at: string }[] {
      const row = z.object({ event: z.string(), extra_data: z.string(), at: z.number() });
      return z
        .array(row)
        .parse(statements.events.all(taskId))
        .map(({ event, extra_data, at }) => ({
          event,
          extra_data: JSON.parse(extra_data),
          at: new Date(at).toISOString(),
        }));
    },
  };
}
