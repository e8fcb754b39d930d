import { z } from 'zod';
import { type Ledger, readAll } from './ledger.ts';

const valueSchema = z.object({ value: z.string() });

/** What Tasks can be filtered by: every status, task type, code and folder that any of them has. */
export function taskFacets(ledger: Ledger): {
  statuses: string[];
  task_types: string[];
  codes: string[];
  folders: string[];
} {
  const distinct = (column: string, table: string) =>
    readAll(
      ledger.db.prepare(
        `SELECT DISTINCT ${column} AS value FROM ${table} WHERE ${column} IS NOT NULL ORDER BY value`,
      ),
      valueSchema,
    ).map((row) => row.value);
  return {
    statuses: distinct('status', 'task'),
    task_types: distinct('task_type', 'task'),
    codes: distinct('code', 'task_verdict'),
    folders: distinct('folder_id', 'task'),
  };
}
