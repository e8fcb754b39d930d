import type Database from 'better-sqlite3';
import { z } from 'zod';
import type { LedgerCipher } from '../../../contract/ledger-cipher.ts';

/** The open database of a station, which all table functions take. */
export interface Ledger {
  readonly db: Database.Database;
  readonly cipher: LedgerCipher;
  /** The compiled statement of an SQL text. Each text is compiled once. */
  prepared(sql: string): Database.Statement;
  /** Runs `work` in one immediate transaction and syncs the disk. A nested call becomes a savepoint. `work` must not await. */
  transaction<T>(work: () => T): T;
  /**
   * Like `transaction`, without waiting for the disk: the next `transaction` makes the changes durable. A power failure before then undoes
   * this transaction and everything after it. Only for facts that the program can find again by itself.
   */
  transactionSoon<T>(work: () => T): T;
  /** A number that changes only when another connection commits: a cheap way to notice other processes. */
  dataVersion(): number;
  /** A number that grows with every row that this connection changes. */
  ownChanges(): number;
  close(): void;
}

/** All rows of a query, parsed. Throws if a row does not fit its schema. */
export function readAll<S extends z.ZodType>(
  statement: Database.Statement,
  schema: S,
  ...parameters: unknown[]
): z.infer<S>[] {
  return statement.all(...parameters).map((row) => schema.parse(row));
}

/** The first row of a query, parsed, or null. */
export function readOne<S extends z.ZodType>(
  statement: Database.Statement,
  schema: S,
  ...parameters: unknown[]
): z.infer<S> | null {
  const row = statement.get(...parameters);
  return row === undefined ? null : schema.parse(row);
}

/** The first column of the first row, parsed. Null if there is no row or the value is NULL. */
export function readValue<S extends z.ZodType>(
  statement: Database.Statement,
  schema: S,
  ...parameters: unknown[]
): z.infer<S> | null {
  const value: unknown = Object.values(statement.get(...parameters) ?? {})[0] ?? null;
  return value === null ? null : schema.parse(value);
}

/** The number in the first column of the first row. 0 if there is no row or the value is NULL. */
export function readNumber(statement: Database.Statement, ...parameters: unknown[]): number {
  return readValue(statement, z.number(), ...parameters) ?? 0;
}

/** The first column of all rows, parsed. */
export function readColumn<S extends z.ZodType>(
  statement: Database.Statement,
  schema: S,
  ...parameters: unknown[]
): z.infer<S>[] {
  return statement.all(...parameters).map((row) => schema.parse(Object.values(row ?? {})[0]));
}

/** The schema of a column that holds JSON text. The text is parsed, and the value must match `schema`. */
export function jsonColumn<S extends z.ZodType>(schema: S) {
  return z
    .string()
    .transform((text): unknown => JSON.parse(text))
    .pipe(schema);
}

export const jsonObject = z.record(z.string(), z.unknown());
