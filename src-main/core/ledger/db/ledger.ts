import type Database from 'better-sqlite3';
import { z } from 'zod';
import type { WriteTrouble } from './write-trouble.ts';

export interface Ledger {
  readonly db: Database.Database;
  readonly trouble: WriteTrouble;
  prepared(sql: string): Database.Statement;
  /** Runs synchronous `work` in an immediate transaction; a nested call is a savepoint. Returns after the commit has reached the disk. */
  transaction<T>(work: () => T): T;
  /** As `transaction`, but a power failure may undo the commit, so `work` must write only facts that the program can determine again. */
  transactionSoon<T>(work: () => T): T;
  /** Returns a number that changes when another connection commits. This is a cheap way to notice changes by other processes. */
  dataVersion(): number;
  /** Returns a number that grows with every row that this connection changes. */
  ownChanges(): number;
  close(): void;
}

/** Returns all rows of a query, each parsed with `schema`. @throws ZodError if a row does not match `schema` */
export function readAll<S extends z.ZodType>(
  statement: Database.Statement,
  schema: S,
  ...parameters: unknown[]
): z.infer<S>[] {
  return statement.all(...parameters).map((row) => schema.parse(row));
}

export function readOne<S extends z.ZodType>(
  statement: Database.Statement,
  schema: S,
  ...parameters: unknown[]
): z.infer<S> | null {
  const row = statement.get(...parameters);
  return row === undefined ? null : schema.parse(row);
}

/** Returns the first column of the first row, parsed with `schema`; null if there is no row or the value is NULL. */
export function readValue<S extends z.ZodType>(
  statement: Database.Statement,
  schema: S,
  ...parameters: unknown[]
): z.infer<S> | null {
  const value: unknown = Object.values(statement.get(...parameters) ?? {})[0] ?? null;
  return value === null ? null : schema.parse(value);
}

/** Returns the number in the first column of the first row; 0 if there is no row or the value is NULL. */
export function readNumber(statement: Database.Statement, ...parameters: unknown[]): number {
  return readValue(statement, z.number(), ...parameters) ?? 0;
}

export function readColumn<S extends z.ZodType>(
  statement: Database.Statement,
  schema: S,
  ...parameters: unknown[]
): z.infer<S>[] {
  return statement.all(...parameters).map((row) => schema.parse(Object.values(row ?? {})[0]));
}

export function jsonColumn<S extends z.ZodType>(schema: S) {
  return z
    .string()
    .transform((text): unknown => JSON.parse(text))
    .pipe(schema);
}

export const jsonObject = z.record(z.string(), z.unknown());
