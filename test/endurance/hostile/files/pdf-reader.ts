import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getDocument } from 'unpdf/pdfjs';
import { readPdf } from '../../../../src-main/practice/reading/read-pdf.ts';

/* Reads every file of a folder as practice does, then opens it as the preview does; one line before and one after each. */
const [, , folder = ''] = process.argv;

// What pdf.js leaves behind does not end a page, but would end this program. What it leaves behind for practice never gets here.
let strays = 0;
process.on('unhandledRejection', () => {
  strays += 1;
});

async function preview(bytes: Uint8Array): Promise<string> {
  const loading = getDocument({
    data: new Uint8Array(bytes),
    isEvalSupported: false,
    useWasm: false,
    useWorkerFetch: false,
    enableXfa: false,
    stopAtErrors: false,
    verbosity: 0,
  });
  try {
    const pdf = await loading.promise;
    await pdf.getPage(1);
    return 'opens';
  } catch {
    return 'refused';
  } finally {
    await loading.destroy().catch(() => undefined);
  }
}

for (const name of readdirSync(folder).toSorted()) {
  process.stdout.write(`${JSON.stringify({ name })}\n`);
  const bytes = readFileSync(join(folder, name));
  const before = Buffer.from(bytes);
  const { kind } = await readPdf(bytes);
  if (!before.equals(bytes)) throw new Error(`the reader changed the bytes of ${name}`);
  process.stdout.write(`${JSON.stringify({ kind, preview: await preview(bytes) })}\n`);
}
process.stdout.write(
  `${JSON.stringify({ done: true, strays, rssMiB: process.resourceUsage().maxRSS >> 10 })}\n`,
);
