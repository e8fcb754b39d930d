import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { CopyLedger, CopyOrder } from './copy-ledger.ts';

// In the source tree the worker is `copy-worker.ts`. In the built program the worker is `copy-worker.js`.
const WORKER = join(import.meta.dirname, `copy-worker${extname(import.meta.filename)}`);

/** Runs `copyLedger` in a worker thread. Copying 100,000 Tasks takes seconds, and the main thread must continue to send meanwhile. */
export const copyInThread: CopyLedger = async (ledger, target, key, { facts = null, rekeyTo = key } = {}) => {
  const order: CopyOrder = { path: ledger.db.name, target, key, rekeyTo, facts };
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const worker = new Worker(WORKER, { workerData: order });
  worker.once('error', reject);
  worker.once('exit', (code) =>
    code === 0 ? resolve() : reject(new Error('the thread that copies the ledger ended too early')),
  );
  await promise;
};
