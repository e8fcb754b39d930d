import type { Ledger } from './ledger.ts';

/**
 * Runs `work` in a transaction that other work may share. Resolves after the commit, or rejects with the error of `work`. With `now`, the
 * promise resolves when the commit is on the disk. With `soon`, the promise resolves earlier: the commit reaches the disk with the next
 * commit. A power failure may undo the commit, so `work` must be repeatable.
 */
export type Committer = <T>(work: () => T, when?: 'now' | 'soon') => Promise<T>;

/** The number of event-loop turns for which a write waits for other writes to share the commit. */
const TURNS_FOR_COMPANY = 4;

interface Piece {
  readonly when: 'now' | 'soon';
  run(): () => void;
  fail(error: unknown): void;
}

/**
 * Creates a committer, which puts the work of a few turns of the event loop into one commit. Work that throws is rolled back alone (I8).
 */
export function createCommitter(ledger: Ledger): Committer {
  let waiting: Piece[] = [];
  let flushing = false;

  const flush = async () => {
    flushing = true;
    while (waiting.length > 0) {
      // Work that arrived during the previous write joins this commit.
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
            // After an error such as a full disk, SQLite has ended the shared transaction. The batch must not continue without the
            // transaction.
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
