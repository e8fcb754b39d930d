import type { Ledger } from './ledger.ts';

/**
 * Runs `work` in a transaction, perhaps with others; resolves, or rejects with what it threw, once that is committed. It is on the
 * disk by then, unless it is said to be `soon`: then it is once anything later is, and is lost with the power at worst, so that
 * what it says must be found again by itself.
 */
export type Committer = <T>(work: () => T, when?: 'now' | 'soon') => Promise<T>;

/**
 * Turns of the event loop that a write waits for company. Together they cost microseconds; a transaction of its own takes a write
 * to the disk, and enciphers the same pages of the ledger again.
 */
const TURNS_FOR_COMPANY = 4;

interface Piece {
  readonly when: 'now' | 'soon';
  run(): () => void;
  fail(error: unknown): void;
}

/**
 * Commits many small pieces of work in one durable transaction: what comes in a few turns of the event loop shares its write to the
 * disk. A piece that throws is rolled back alone (I8).
 */
export function createCommitter(ledger: Ledger): Committer {
  let waiting: Piece[] = [];
  let flushing = false;

  const flush = async () => {
    flushing = true;
    while (waiting.length > 0) {
      // What came while the last one was written comes along.
      for (let turn = 0; turn < TURNS_FOR_COMPANY; turn += 1)
        await new Promise((resolve) => setImmediate(resolve));
      const batch = waiting;
      waiting = [];
      try {
        const all = () => batch.map((piece) => piece.run());
        const done = batch.some(({ when }) => when === 'now')
          ? ledger.transaction(all)
          : ledger.transactionSoon(all);
        for (const settle of done) settle();
      } catch (error) {
        for (const piece of batch) piece.fail(error);
      }
    }
    flushing = false;
  };

  return <T>(work: () => T, when: Piece['when'] = 'now'): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      waiting.push({
        run: () => {
          try {
            const value = ledger.transaction(work);
            return () => resolve(value);
          } catch (error) {
            // A full disk ends the transaction of all: what came after it would be committed, and told that it was not.
            if (!ledger.db.inTransaction) throw error;
            return () => reject(error);
          }
        },
        fail: reject,
        when,
      });
      if (!flushing) void flush();
    });
}
