import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { LIMITS } from '../limits.ts';
import { type PdfDocument, pdfDocumentSchema } from './document.ts';

const HERE = import.meta.filename;
// Its source beside this one, or its built file beside the built program.
const WORKER = join(import.meta.dirname, `pdf-worker${extname(HERE)}`);
const IDLE_MS = 30_000;
const UNREADABLE: PdfDocument = { kind: 'unreadable', format: 'PDF' };

/** Reads PDFs one after the other in one thread, which comes with the first of them and goes when none has come for a while. */
class PdfReader {
  #worker: Worker | null = null;
  #before: Promise<unknown> = Promise.resolve();
  #idle: NodeJS.Timeout | undefined;

  read(bytes: Uint8Array): Promise<PdfDocument> {
    const read = this.#before.then(() => this.#readNow(bytes));
    this.#before = read;
    return read;
  }

  async #readNow(bytes: Uint8Array): Promise<PdfDocument> {
    clearTimeout(this.#idle);
    // A document can end the thread after its answer was given, while the next is read: that one gets a thread of its own.
    const fresh = this.#worker === null;
    const read = (await this.#ask(bytes)) ?? (fresh ? null : await this.#ask(bytes)) ?? UNREADABLE;
    this.#idle = setTimeout(() => this.#end(), IDLE_MS).unref();
    return read;
  }

  /** Null when the thread ended before it gave its answer. */
  async #ask(bytes: Uint8Array): Promise<PdfDocument | null> {
    const worker = this.#started();
    worker.ref();
    const { promise, resolve } = Promise.withResolvers<PdfDocument | null>();
    const answer = (message: unknown) => resolve(pdfDocumentSchema.parse(message));
    const ended = () => resolve(null);
    worker.once('message', answer).once('exit', ended);
    const limit = setTimeout(() => void worker.terminate(), LIMITS.pdfMs);
    worker.postMessage(bytes);
    try {
      return await promise;
    } finally {
      clearTimeout(limit);
      worker.off('message', answer).off('exit', ended).unref();
    }
  }

  #started(): Worker {
    if (this.#worker !== null) return this.#worker;
    const worker = new Worker(WORKER, { resourceLimits: { maxOldGenerationSizeMb: 1024 } });
    const gone = () => {
      if (this.#worker === worker) this.#worker = null;
    };
    // Without a listener its errors would be this program's.
    this.#worker = worker.on('error', gone).on('exit', gone);
    return worker;
  }

  #end(): void {
    void this.#worker?.terminate();
  }
}

const reader = new PdfReader();

/**
 * Reads the text of a PDF in a thread of its own: pdf.js can leave a rejection behind that nobody can catch, which would
 * end the program it happens in, and a large document must not hold up the engine. Never throws; the bytes stay whole.
 */
export const readPdf = (bytes: Uint8Array): Promise<PdfDocument> => reader.read(bytes);
