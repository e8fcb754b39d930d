import { setImmediate as nextTurn } from 'node:timers/promises';
import { getDocumentProxy } from 'unpdf';
import { z } from 'zod';
import type { PdfDocument } from './document.ts';
import { LIMITS } from './limits.ts';
import { layOutPage, type TextRun } from './page-layout.ts';
import { unpacksTooFar } from './unpacked-size.ts';

const ContentRun = z.object({
  str: z.string(),
  transform: z.tuple([z.number(), z.number(), z.number(), z.number(), z.number(), z.number()]),
  width: z.number(),
  height: z.number(),
});
const ContentChunk = z.object({ items: z.array(z.unknown()) });

/** Values typed over a form: free-text notes, and widgets of interactive forms. */
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
 * Reads the text of a PDF page by page, with what was typed into or over its form fields. Gives `unreadable` for a damaged
 * or password-protected file and never throws; one bad page reads as an empty page. What pdf.js leaves behind can still
 * reject later, with nobody to hear it: `readPdf` keeps that away from the program.
 */
export async function pdfText(bytes: Uint8Array): Promise<PdfDocument> {
  if (bytes.byteLength > LIMITS.pdfBytes) return { kind: 'opaque', why: 'too-large' };
  if (await unpacksTooFar(bytes)) return { kind: 'opaque', why: 'too-large' };
  let pdf: Pdf;
  try {
    // A copy, because the parser takes the buffer away from its owner.
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
      // The baseline lies a little under the middle of the line's share of the box.
      const y = top - lineHeight * (index + 0.5) - 3.5;
      runs.push({ text: line, x: left, y, width: line.length * 5, height: 10 });
    });
  }
  return runs;
}
