import type Database from 'better-sqlite3';
import type { Ledger } from './ledger.ts';

/** SQLite's number for synchronous=FULL: a commit returns once the commit is on the disk. */
export const FULL = 2;

/** The transactions of a connection in synchronous=FULL, as `Ledger` declares them. */
export function createTransactions(db: Database.Database): Pick<Ledger, 'transaction' | 'transactionSoon'> {
  // Built once, because `db.transaction` creates four functions at each call.
  const inTransaction = db.transaction((work: () => void) => work());
  const run = <T>(work: () => T): T => {
    const done: T[] = [];
    inTransaction.immediate(() => {
      const value = work();
      // The transaction would be committed before the work is done.
      if (value instanceof Promise) throw new TypeError('the work of a transaction cannot wait for anything');
      done.push(value);
    });
    for (const value of done) return value;
    throw new Error('a transaction ended without its work');
  };
  let lowered = false;
  const waitForDisk = () => {
    if (!lowered || db.inTransaction) return;
    db.pragma('synchronous = FULL');
    lowered = false;
  };
  return {
    transaction: (work) => {
      waitForDisk();
      return run(work);
    },
    transactionSoon: (work) => {
      // A caller that set another level than FULL did so for the whole connection.
      if (!db.inTransaction && Number(db.pragma('synchronous', { simple: true })) === FULL) {
        db.pragma('synchronous = NORMAL');
        lowered = true;
      }
      try {
        return run(work);
      } finally {
        try {
          waitForDisk();
        } catch {
          // The commit has succeeded. A failure here must not reach the caller, who would throw away the copies of the committed work.
        }
      }
    },
  };
}
