import type Database from 'better-sqlite3';
import type { Ledger } from './ledger.ts';

/** What SQLite calls synchronous=FULL: a commit returns once it is on the disk. */
export const FULL = 2;

/** The transactions of a connection that is in synchronous=FULL, as `Ledger` tells of them. */
export function createTransactions(db: Database.Database): Pick<Ledger, 'transaction' | 'transactionSoon'> {
  // Made once: its maker builds four functions each time.
  const inTransaction = db.transaction((work: () => void) => work());
  const run = <T>(work: () => T): T => {
    const done: T[] = [];
    inTransaction.immediate(() => {
      const value = work();
      // It would be committed before the work was done.
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
      // Whoever set another level than FULL did so for the whole connection.
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
          // What is committed must not be told as failed for this, as the copies of what was not queued are thrown away.
        }
      }
    },
  };
}
