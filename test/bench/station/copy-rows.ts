import { z } from 'zod';
import type { Ledger } from '../../../src-main/core/ledger/db/ledger.ts';

const columnSchema = z.object({ name: z.string() });
const tableSchema = z.object({ name: z.string() });
const countSchema = z.object({ count: z.int() });

/** What a copy of a row has in the place of what its original has: an SQL expression for each column that differs. */
export type Differences = Readonly<Record<string, string>>;

/**
 * Copies every row of a table once for each element of a JSON array, in one statement. In the expressions, `each.key` is
 * the place in the array and `each.value` the element; other columns stay as they are.
 */
export function copyRows(ledger: Ledger, table: string, elements: string, differences: Differences): void {
  const columns = z
    .array(columnSchema)
    .parse(ledger.db.prepare('SELECT name FROM pragma_table_info(?)').all(table))
    .map(({ name }) => name);
  const unknown = Object.keys(differences).filter((name) => !columns.includes(name));
  if (unknown.length > 0) throw new Error(`${table} has no ${unknown.join(', ')}`);
  const values = columns.map((name) => differences[name] ?? `one.${name}`);
  ledger.db
    .prepare(
      `INSERT INTO ${table} (${columns.join(', ')})
       SELECT ${values.join(', ')} FROM (SELECT * FROM ${table}) AS one, json_each(?) AS each`,
    )
    .run(elements);
}

/** How many rows each table has. */
export function rowCounts(ledger: Ledger): Map<string, number> {
  const tables = z
    .array(tableSchema)
    .parse(ledger.db.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table'`).all());
  return new Map(
    tables.map(({ name }) => {
      const { count } = countSchema.parse(ledger.db.prepare(`SELECT COUNT(*) AS count FROM ${name}`).get());
      return [name, count];
    }),
  );
}
