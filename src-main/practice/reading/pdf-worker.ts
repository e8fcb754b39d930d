import { parentPort } from 'node:worker_threads';
import { z } from 'zod';
import { pdfText } from './pdf-text.ts';

/* The thread that reads PDFs: bytes in, a PdfDocument out, one at a time. */
parentPort?.on('message', async (message: unknown) => {
  parentPort?.postMessage(await pdfText(z.instanceof(Uint8Array).parse(message)));
});
