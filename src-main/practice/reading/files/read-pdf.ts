import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { LIMITS } from '../limits.ts';
import { type PdfDocument, pdfDocumentSchema } from './document.ts';

const HERE = import.meta.filename;
// The worker is a `.ts` file beside this file, or in a build a `.js` file beside the built program.
const WORKER = join(import.meta.dirname, `pdf-worker${extname(HERE)}`);
const IDLE_MS = 30_000;
const UNREADABLE: PdfDocument = { kind: 'unreadable', format: 'PDF' };

/** Reads PDFs one after another in a worker thread. The thread starts with the first PDF and stops after `IDLE_MS` without work. */
function createPdfReader() {
  let worker: Worker | null = null;
  let previous: Promise<unknown> = Promise.resolve();
  let idle: NodeJS.Timeout | undefined;

  function read(bytes: Uint8Array): Promise<PdfDocument> {
    const document = previous.then(() => readNow(bytes));
    previous = document;
    return document;
  }

  async function readNow(bytes: Uint8Array): Promise<PdfDocument> {
    clearTimeout(idle);
    // A used thread may still be crashing because of the previous PDF, so a null result leads to one retry in a new thread.
    const isNew = worker === null;
    const document = (await request(bytes)) ?? (isNew ? null : await request(bytes)) ?? UNREADABLE;
    idle = setTimeout(() => void worker?.terminate(), IDLE_MS).unref();
    return document;
  }

  async function request(bytes: Uint8Array): Promise<PdfDocument | null> {
    const thread = worker ?? start();
    thread.ref();
    const { promise, resolve } = Promise.withResolvers<PdfDocument | null>();
    const onMessage = (message: unknown) => resolve(pdfDocumentSchema.parse(message));
    const onExit = () => resolve(null);
    thread.once('message', onMessage).once('exit', onExit);
    const limit = setTimeout(() => void thread.terminate(), LIMITS.pdfMs);
    thread.postMessage(bytes);
    try {
      return await promise;
    } finally {
      clearTimeout(limit);
      thread.off('message', onMessage).off('exit', onExit).unref();
    }
  }

  function start(): Worker {
    const thread = new Worker(WORKER, { resourceLimits: { maxOldGenerationSizeMb: 1024 } });
    const forget = () => {
      if (worker === thread) worker = null;
    };
    // Without a listener, an `error` event of the thread would end this process.
    worker = thread.on('error', forget).on('exit', forget);
    return thread;
  }

  return { read };
}

const reader = createPdfReader();

/**
 * Reads the text of a PDF in a worker thread, for two reasons: pdf.js may leave an unhandled rejection behind, which would end the process;
 * and a large PDF must not block the engine. Never rejects. `bytes` stays unchanged.
 */
export const readPdf = (bytes: Uint8Array): Promise<PdfDocument> => reader.read(bytes);
