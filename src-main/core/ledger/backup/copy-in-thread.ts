import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { CopyLedger, CopyOrder } from './copy-ledger.ts';

// The source file beside this source file, or the built file beside the built program.
const WORKER = join(import.meta.dirname, `copy-worker${extname(import.meta.filename)}`);

/** Like `copyLedger`, in a thread: copying 100,000 Tasks takes seconds, and the process must keep sending and responding meanwhile. */
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
