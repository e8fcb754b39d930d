import { z } from 'zod';
import { type Ledger, readAll } from '../db/ledger.ts';

const valueSchema = z.object({ value: z.string() });

/** What Tasks can be filtered by: every status, task type, code and folder that any of them has. */
export function taskFacets(ledger: Ledger): {
  statuses: string[];
  task_types: string[];
  codes: string[];
  folders: string[];
} {
  return {
    statuses: valuesOf(ledger, 'status', 'task'),
    task_types: valuesOf(ledger, 'task_type', 'task'),
    codes: valuesOf(ledger, 'code', 'task_verdict'),
    folders: valuesOf(ledger, 'folder_id', 'task'),
  };
}

// From each value to the next in the index that begins with the column. DISTINCT reads all of the index, which is as long as history.
function valuesOf(ledger: Ledger, column: string, table: string): string[] {
  const next = (than: string) => `(SELECT MIN(${column}) FROM ${table} WHERE ${column} ${than})`;
  const values = ledger.prepared(
    `WITH RECURSIVE found (value) AS (
       SELECT ${next('IS NOT NULL')} UNION ALL SELECT ${next('> found.value')} FROM found WHERE value IS NOT NULL
     ) SELECT value FROM found WHERE value IS NOT NULL`,
  );
  return readAll(values, valueSchema).map(({ value }) => value);
}
