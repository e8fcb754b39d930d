import type Database from 'better-sqlite3';
import { z } from 'zod';
import type { LedgerCipher } from '../../../contract/ledger-cipher.ts';

/** The open database of a station. Every table file takes this handle. */
export interface Ledger {
  readonly db: Database.Database;
  /** The cipher of the file. */
  readonly cipher: LedgerCipher;
  /** The compiled statement of this text. Each text is compiled once. */
  prepared(sql: string): Database.Statement;
  /** Runs `work` in one immediate transaction, which is on the disk afterwards. Nests as a savepoint. `work` must not await. */
  transaction<T>(work: () => T): T;
  /**
   * As `transaction`, without waiting for the disk: durable with the next `transaction` at the latest. A power failure before that
   * undoes this transaction and everything after it. Only for facts that the program finds again by itself.
   */
  transactionSoon<T>(work: () => T): T;
  /** A number that changes only when another connection commits: a cheap way to notice the work of another process. */
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

/** The first column of the first row, parsed; null without a row, and for NULL. */
export function readValue<S extends z.ZodType>(
  statement: Database.Statement,
  schema: S,
  ...parameters: unknown[]
): z.infer<S> | null {
  const value: unknown = Object.values(statement.get(...parameters) ?? {})[0] ?? null;
  return value === null ? null : schema.parse(value);
}

/** The number in the first column of the first row; 0 without a row, and for NULL. */
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

/** The schema of a column that holds JSON text: the value, parsed with `schema`. */
export function jsonColumn<S extends z.ZodType>(schema: S) {
  return z
    .string()
    .transform((text): unknown => JSON.parse(text))
    .pipe(schema);
}

export const jsonObject = z.record(z.string(), z.unknown());
