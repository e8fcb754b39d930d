import type Database from 'better-sqlite3';
import type { z } from 'zod';
import type { LedgerCipher } from '../../../contract/ledger-cipher.ts';

/** The station's database, open. Tables have a file each beside this one; they share this handle. */
export interface Ledger {
  readonly db: Database.Database;
  /** The cipher with which the file is encrypted. */
  readonly cipher: LedgerCipher;
  /** The statement of this text, compiled once: for what runs thousands of times in one transaction. */
  prepared(sql: string): Database.Statement;
  /** Runs `work` in one immediate transaction; nests as a savepoint. `work` must not await. */
  transaction<T>(work: () => T): T;
  /**
   * The same, without waiting for the disk: it is durable with the next `transaction` at the latest. Should the power fail before,
   * it never was, and nothing that came after it was either. For what is found again by itself.
   */
  transactionSoon<T>(work: () => T): T;
  /** Changes only when another connection has committed: a cheap look for work that another process left. */
  dataVersion(): number;
  /** Grows with every row that this very connection changed. */
  ownChanges(): number;
  close(): void;
}

/** Every row that a query gives, parsed (a row that does not fit its schema is a fault of the ledger, not a guess). */
export function readAll<S extends z.ZodType>(
  statement: Database.Statement,
  schema: S,
  ...parameters: unknown[]
): z.infer<S>[] {
  return statement.all(...parameters).map((row) => schema.parse(row));
}

/** The one row that a query gives, parsed, or null. */
export function readOne<S extends z.ZodType>(
  statement: Database.Statement,
  schema: S,
  ...parameters: unknown[]
): z.infer<S> | null {
  const row = statement.get(...parameters);
  return row === undefined ? null : schema.parse(row);
}
