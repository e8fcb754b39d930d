import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { CopyLedger } from './copy-ledger.ts';
import type { CopyOrder } from './copy-order.ts';

// Its source beside this one, or its built file beside the built program.
const WORKER = join(import.meta.dirname, `copy-worker${extname(import.meta.filename)}`);

/**
 * Copies as `copyLedger` does, in a thread of its own: with 100,000 Tasks that is seconds of work, in which nothing would be
 * sent and no window answered.
 */
export const copyInThread: CopyLedger = async (ledger, target, key, { facts = null, rekeyTo = key } = {}) => {
  const order: CopyOrder = { path: ledger.db.name, target, key, rekeyTo, facts };
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const worker = new Worker(WORKER, { workerData: order });
  worker.once('error', reject);
  worker.once('exit', (code) =>
    code === 0 ? resolve() : reject(new Error('the thread that copies the ledger ended early')),
  );
  await promise;
};
