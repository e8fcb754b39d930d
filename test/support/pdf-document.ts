import { createHash, type Hash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';

const PADDING = Buffer.alloc(1024 * 1024, 'Clearfolder test padding. ');

/** A PDF with a readable text layer; each string is a page, its lines the lines of the page. */
export interface PdfContent {
  pages: readonly string[];
  /** The exact size of the file, reached with a stream no page shows; as small as it gets if not given. */
  bytes?: number;
}

/** Makes a PDF with a correct cross-reference table and trailer. Throws if `bytes` is too few for the text. */
export function pdfDocument(content: PdfContent): Buffer {
  return Buffer.concat([...pdfChunks(content)]);
}

/** Writes a PDF of any size chunk by chunk, and gives its sha256; the file is never in memory as a whole. */
export async function writePdf(path: string, content: PdfContent): Promise<{ sha256: string; size: number }> {
  const file = createWriteStream(path);
  const hash: Hash = createHash('sha256');
  let size = 0;
  for (const chunk of pdfChunks(content)) {
    hash.update(chunk);
    size += chunk.length;
    if (!file.write(chunk)) await once(file, 'drain');
  }
  file.end();
  await finished(file);
  return { sha256: hash.digest('hex'), size };
}

function* pdfChunks({ pages, bytes }: PdfContent): Generator<Buffer> {
  const small = sizeOf(layout(pages, null));
  if (bytes === undefined || bytes === small) return yield* layout(pages, null);
  // The table's numbers grow with the padding, so the right padding is found by trying.
  let padding = Math.max(0, bytes - sizeOf(layout(pages, 0)));
  for (let round = 0; round < 4; round++) {
    const off = bytes - sizeOf(layout(pages, padding));
    if (off === 0) return yield* layout(pages, padding);
    padding = Math.max(0, padding + off);
  }
  throw new Error(`A PDF with this text cannot have exactly ${bytes} bytes; ${small} is its smallest size.`);
}

function sizeOf(chunks: Iterable<Buffer>): number {
  let size = 0;
  for (const chunk of chunks) size += chunk.length;
  return size;
}

function* layout(pages: readonly string[], padding: number | null): Generator<Buffer> {
  const firstPage = 4;
  const kids = pages.map((_, index) => `${firstPage + index * 2} 0 R`).join(' ');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ...pages.flatMap((page, index) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents ${firstPage + index * 2 + 1} 0 R >>`,
      streamOf(textOperators(page)),
    ]),
  ];
  const offsets: number[] = [];
  let at = 0;
  const put = (text: string): Buffer => {
    const chunk = Buffer.from(text, 'latin1');
    at += chunk.length;
    return chunk;
  };
  yield put('%PDF-1.4\n%\xe2\xe3\xcf\xd3\n');
  for (const [index, object] of objects.entries()) {
    offsets.push(at);
    yield put(`${index + 1} 0 obj\n${object}\nendobj\n`);
  }
  if (padding !== null) {
    offsets.push(at);
    yield put(`${objects.length + 1} 0 obj\n<< /Length ${padding} >>\nstream\n`);
    for (let left = padding; left > 0; left -= PADDING.length) {
      const chunk = PADDING.subarray(0, left);
      at += chunk.length;
      yield chunk;
    }
    yield put('\nendstream\nendobj\n');
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const count = offsets.length + 1;
  yield Buffer.from(
    `xref\n0 ${count}\n0000000000 65535 f \n${table}trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${at}\n%%EOF\n`,
    'latin1',
  );
}

function textOperators(page: string): string {
  const lines = page.split('\n').map((line) => `(${line.replace(/[\\()]/g, '\\$&')}) Tj T*`);
  return `BT /F1 11 Tf 14 TL 54 738 Td\n${lines.join('\n')}\nET`;
}

function streamOf(text: string): string {
  return `<< /Length ${Buffer.byteLength(text, 'latin1')} >>\nstream\n${text}\nendstream`;
}
