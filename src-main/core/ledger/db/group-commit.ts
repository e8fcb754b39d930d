import type { Ledger } from './ledger.ts';

/**
 * Runs `work` in a transaction that other calls may share. Rejects with the error of `work`. With `now`, resolves after the commit has
 * reached the disk. With `soon`, resolves after the commit. A power failure before the next commit with `now` can undo work with `soon`, so
 * such work must be repeatable.
 */
export type Committer = <T>(work: () => T, when?: 'now' | 'soon') => Promise<T>;

/** The number of turns of the event loop that a call waits, so that other calls can share its commit. */
const TURNS_FOR_COMPANY = 4;

interface Piece {
  readonly when: 'now' | 'soon';
  run(): () => void;
  fail(error: unknown): void;
}

/** Creates a committer. Work from the same few turns of the event loop shares a commit. An error rolls back only its own work (I8). */
export function createCommitter(ledger: Ledger): Committer {
  let waiting: Piece[] = [];
  let flushing = false;

  const flush = async () => {
    flushing = true;
    while (waiting.length > 0) {
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
            // An error such as a full disk may end the shared transaction. The rest of the batch must not run outside of a transaction.
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
