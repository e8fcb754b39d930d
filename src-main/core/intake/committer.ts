import type { Ledger } from '../ledger/ledger.ts';
import type { Spool } from './spool.ts';

/**
 * Commits many small pieces of work in one durable transaction. A piece that throws is rolled back alone (I8); its copies'
 * directory entries are durable before any row names them.
 */
export function createCommitter(ledger: Ledger, spool: Pick<Spool, 'sync'>) {
  let waiting: { run(): () => void; fail(error: unknown): void }[] = [];
  let flushing = false;

  const flush = async () => {
    flushing = true;
    await new Promise((resolve) => setImmediate(resolve));
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      try {
        await spool.sync();
        const done = ledger.transaction(() => batch.map((piece) => piece.run()));
        for (const settle of done) settle();
      } catch (error) {
        for (const piece of batch) piece.fail(error);
      }
    }
    flushing = false;
  };

  return <T>(work: () => T): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      waiting.push({
        run: () => {
          try {
            const value = ledger.transaction(work);
            return () => resolve(value);
          } catch (error) {
            return () => reject(error);
          }
        },
        fail: reject,
      });
      if (!flushing) void flush();
    });
}
export type Committer = ReturnType<typeof createCommitter>;
