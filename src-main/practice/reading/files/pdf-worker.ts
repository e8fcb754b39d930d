import { Buffer } from 'node:buffer';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { parentPort } from 'node:worker_threads';
import { constants, inflateSync } from 'node:zlib';
import { getDocumentProxy } from 'unpdf';
import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import type { PdfDocument } from './document.ts';

const ContentRun = z.object({
  str: z.string(),
  transform: z.tuple([z.number(), z.number(), z.number(), z.number(), z.number(), z.number()]),
  width: z.number(),
  height: z.number(),
});
const ContentChunk = z.object({ items: z.array(z.unknown()) });

/** An annotation that shows text on a page of a PDF: a free-text note (`FreeText`) or a field of an interactive form (`Widget`). */
const Annotation = z.object({
  subtype: z.enum(['FreeText', 'Widget']),
  rect: z.tuple([z.number(), z.number(), z.number(), z.number()]),
  fieldValue: z.string().nullish(),
  textContent: z.array(z.string()).nullish(),
  contentsObj: z.object({ str: z.string() }).nullish(),
});

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;
type Page = Awaited<ReturnType<Pdf['getPage']>>;

/**
 * Reads the text of a PDF page by page, with the text of form fields. Returns `opaque` for a file above a size limit, and `unreadable` if
 * the file is encrypted or no page can be read. If other pages can be read, a damaged page gives an empty text. Never rejects.
 */
export async function pdfText(bytes: Uint8Array): Promise<PdfDocument> {
  if (bytes.byteLength > LIMITS.pdfBytes) return { kind: 'opaque', why: 'too-large' };
  if (await unpacksTooFar(bytes)) return { kind: 'opaque', why: 'too-large' };
  let pdf: Pdf;
  try {
    // pdf.js makes the buffer that it gets unusable, so pdf.js gets a copy.
    pdf = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0, stopAtErrors: false });
  } catch {
    return { kind: 'unreadable', format: 'PDF' };
  }
  try {
    return await readPages(pdf);
  } finally {
    await pdf.loadingTask.destroy().catch(() => undefined);
  }
}

async function readPages(pdf: Pdf): Promise<PdfDocument> {
  const pages: string[] = [];
  let room: number = LIMITS.charactersPerFile;
  const wanted = Math.min(pdf.numPages, LIMITS.pages);
  let broken = 0;
  for (let number = 1; number <= wanted && room > 0; number += 1) {
    await nextTurn();
    const text = await readPage(pdf, number);
    if (text === null) broken += 1;
    pages.push((text ?? '').slice(0, room));
    room -= text?.length ?? 0;
  }
  if (pages.length === 0 || broken === pages.length) return { kind: 'unreadable', format: 'PDF' };
  return { kind: 'pages', pages, truncated: pages.length < pdf.numPages };
}

async function readPage(pdf: Pdf, number: number): Promise<string | null> {
  try {
    const page = await pdf.getPage(number);
    const runs = [...(await contentRuns(page)), ...(await typedRuns(page))];
    page.cleanup();
    return layOutPage(runs);
  } catch {
    return null;
  }
}

async function contentRuns(page: Page): Promise<TextRun[]> {
  const runs: TextRun[] = [];
  const reader = page.streamTextContent().getReader();
  while (runs.length < LIMITS.textRunsPerPage) {
    const { done, value } = await reader.read();
    if (done) return runs;
    for (const item of ContentChunk.parse(value).items) {
      const run = ContentRun.safeParse(item);
      if (!run.success) continue;
      const { str, transform, width, height } = run.data;
      runs.push({ text: str, x: transform[4], y: transform[5], width, height: height || 10 });
    }
    await nextTurn();
  }
  await reader.cancel(new Error('too many text runs'));
  return runs;
}

async function typedRuns(page: Page): Promise<TextRun[]> {
  const runs: TextRun[] = [];
  for (const raw of (await page.getAnnotations()).slice(0, LIMITS.textRunsPerPage)) {
    const annotation = Annotation.safeParse(raw);
    if (!annotation.success) continue;
    const { rect, fieldValue, textContent, contentsObj } = annotation.data;
    const text = fieldValue || textContent?.join('\n') || contentsObj?.str || '';
    const lines = text.split(/\r\n|\r|\n/).map((line) => line.trim());
    const [left, bottom, , top] = rect;
    const lineHeight = (top - bottom) / lines.length;
    lines.forEach((line, index) => {
      const y = top - lineHeight * (index + 0.5) - 3.5;
      runs.push({ text: line, x: left, y, width: line.length * 5, height: 10 });
    });
  }
  return runs;
}

/** A piece of text and its position, in PDF units from the bottom left corner of the page. `y` is the baseline of the text. */
export interface TextRun {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface Line {
  readonly y: number;
  readonly runs: TextRun[];
}

// Whether `run` belongs to `line`. The tolerance is wide, because a value typed over a form is rarely exactly on the baseline of its label.
const sameLine = (line: Line, run: TextRun): boolean =>
  Math.abs(line.y - run.y) <= Math.max(2, 0.42 * Math.min(run.height, 12));

/** Arranges the runs of a page into lines, from top to bottom. A wide gap becomes two spaces, so that columns stay apart. */
export function layOutPage(runs: readonly TextRun[]): string {
  const sorted = runs.filter((run) => run.text.trim() !== '').toSorted((a, b) => b.y - a.y || a.x - b.x);
  const lines: Line[] = [];
  for (const run of sorted) {
    const line = lines.at(-1);
    if (line !== undefined && sameLine(line, run)) line.runs.push(run);
    else lines.push({ y: run.y, runs: [run] });
  }
  return lines.map(joinRuns).join('\n').slice(0, LIMITS.charactersPerPage);
}

function joinRuns(line: Line): string {
  let text = '';
  let end = Number.NEGATIVE_INFINITY;
  for (const run of line.runs.toSorted((a, b) => a.x - b.x)) {
    const gap = run.x - end;
    if (text !== '') text += gap > run.height ? '  ' : gap > 0.12 * run.height ? ' ' : '';
    text += run.text;
    end = run.x + run.width;
  }
  return text.replace(/[ \t\u00a0]{2,}/g, '  ').trim();
}

/* This listener runs in the worker thread. Each message contains the bytes of a PDF. The reply is a PdfDocument. */
parentPort?.on('message', async (message: unknown) => {
  parentPort?.postMessage(await pdfText(z.instanceof(Uint8Array).parse(message)));
});

/** How many bytes before a stream are searched for the dictionary of the stream. */
const DICTIONARY = 400;
// The maximum number of times that `unpackedSize` decompresses the data of one stream, because compressed data can contain compressed data.
const DEEPEST = 4;

/** Whether decompressing the streams of a PDF would exceed the limits, as with a zip bomb. pdf.js itself has no such limit. */
async function unpacksTooFar(bytes: Uint8Array): Promise<boolean> {
  const pdf = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let total = 0;
  for (let at = pdf.indexOf('stream'); at >= 0; at = pdf.indexOf('stream', at + 6)) {
    const start = at + (pdf[at + 6] === 0x0d ? 8 : 7);
    if (pdf.toString('latin1', at - 3, at) === 'end' || !isPacked(pdf, start)) continue;
    const dictionary = pdf.toString('latin1', Math.max(0, at - DICTIONARY), at);
    if (/\/Subtype\s*\/Image\b/.test(dictionary.slice(dictionary.lastIndexOf(' obj')))) continue;
    const end = pdf.indexOf('endstream', start);
    const size = unpackedSize(pdf.subarray(start, end < 0 ? pdf.length : end));
    total += size;
    if (total > LIMITS.pdfUnpackedBytes) return true;
    await nextTurn();
  }
  return false;
}

function isPacked(bytes: Buffer, at: number): boolean {
  const [first = 0, second = 0] = bytes.subarray(at, at + 2);
  return (first & 0x0f) === 8 && ((first << 8) | second) % 31 === 0;
}

function unpackedSize(packed: Buffer): number {
  let bytes = packed;
  let most = 0;
  for (let depth = 0; depth < DEEPEST && isPacked(bytes, 0); depth += 1) {
    try {
      // With `Z_SYNC_FLUSH`, a truncated stream gives its first part and no error.
      bytes = inflateSync(bytes, {
        maxOutputLength: LIMITS.pdfStreamBytes,
        finishFlush: constants.Z_SYNC_FLUSH,
      });
    } catch (error) {
      if (error instanceof RangeError) return Number.POSITIVE_INFINITY;
      return most;
    }
    most = Math.max(most, bytes.length);
  }
  return most;
}
