import { z } from 'zod';
import { type Ledger, readOne } from '../db/ledger.ts';

/*
 * How many rows of a table there are of each kind, where nearly all are history and the first screen counts them after every
 * change. It is kept beside the connection, in a temporary table, by triggers that no writer can pass by and that are rolled back
 * with what they followed; counted from the rows themselves at the first look, and again whenever another process has written.
 */

/** What is counted by what. */
export interface Tally {
  /** The temporary table: a column for each of `by`, and `n`. */
  readonly name: string;
  readonly table: 'file' | 'task';
  /** What the kinds are, in SQL of a row of that name. */
  readonly by: Readonly<Record<string, (row: string) => string>>;
  /** Which rows are counted. It is to be what an index with `by` is of, or the first look reads every row. */
  readonly among: (row: string) => string;
  /** The columns that `by` and `among` read. */
  readonly of: readonly string[];
}

const madeSchema = z.object({ n: z.int() });
const versionSchema = z.object({ version: z.int() });

/** Makes the table true for this moment, and gives its name. To be called in the transaction that reads it. */
export function keepTally(ledger: Ledger, tally: Tally): string {
  const made = ledger.prepared('SELECT COUNT(*) AS n FROM temp.sqlite_schema WHERE name = ?');
  if (readOne(made, madeSchema, tally.name)?.n === 0) ledger.db.exec(makeOf(tally));
  const counted = ledger.prepared(`SELECT version FROM temp.${tally.name}_of`);
  const version = ledger.dataVersion();
  if (readOne(counted, versionSchema)?.version !== version) {
    ledger.db.exec(countOf(tally));
    ledger.prepared(`INSERT INTO temp.${tally.name}_of (version) VALUES (?)`).run(version);
  }
  return `temp.${tally.name}`;
}

function countOf({ name, table, by, among }: Tally): string {
  const kinds = Object.values(by).map((kind) => kind(table));
  return `DELETE FROM temp.${name}_of;
    DELETE FROM temp.${name};
    INSERT INTO temp.${name} SELECT ${kinds.join(', ')}, COUNT(*) FROM main.${table}
      WHERE ${among(table)} GROUP BY ${kinds.join(', ')};`;
}

function makeOf({ name, table, by, among, of }: Tally): string {
  const columns = Object.keys(by).join(', ');
  const kindsOf = (row: string) => Object.values(by).map((kind) => kind(row));
  const isKind = (row: string) =>
    [...Object.entries(by).map(([column, kind]) => `${column} IS ${kind(row)}`), among(row)].join(' AND ');
  const more = `INSERT INTO ${name} SELECT ${kindsOf('NEW').join(', ')}, 0
      WHERE ${among('NEW')} AND NOT EXISTS (SELECT 1 FROM ${name} WHERE ${isKind('NEW')});
    UPDATE ${name} SET n = n + 1 WHERE ${isKind('NEW')};`;
  const less = `UPDATE ${name} SET n = n - 1 WHERE ${isKind('OLD')};`;
  return `
    CREATE TEMP TABLE ${name}_of (version INTEGER NOT NULL);
    CREATE TEMP TABLE ${name} (${columns}, n INTEGER NOT NULL);
    CREATE INDEX temp.${name}_kind ON ${name} (${columns});
    CREATE TEMP TRIGGER ${name}_added AFTER INSERT ON main.${table} BEGIN ${more} END;
    CREATE TEMP TRIGGER ${name}_removed AFTER DELETE ON main.${table} BEGIN ${less} END;
    CREATE TEMP TRIGGER ${name}_changed AFTER UPDATE OF ${of.join(', ')} ON main.${table} BEGIN ${less} ${more} END;`;
}
