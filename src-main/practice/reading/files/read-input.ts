import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import pLimit from 'p-limit';
import type { ReadableInput } from '../evaluation.ts';
import { LIMITS } from '../limits.ts';
import { type PdfDocument, pdfDocumentSchema, type ReadDocument } from './document.ts';

type Format = 'PDF' | 'text' | 'JSON' | 'audio' | null;

/** Reads an input according to its declared media type. The bytes of an image or of a file of an unknown type are not loaded. */
export async function readInput(input: ReadableInput): Promise<ReadDocument> {
  const format = formatOf(input);
  switch (format) {
    case 'PDF':
      return readPdf(await input.bytes());
    case 'text':
      return readText(await input.bytes());
    case 'JSON':
      return readJson(await input.bytes());
    case 'audio':
      return { kind: 'recording', seconds: secondsOf(await input.bytes()) };
    case null:
      return { kind: 'opaque', why: 'no-text' };
  }
}

function formatOf(input: ReadableInput): Format {
  if (input.kind === 'json') return 'JSON';
  if (input.kind === 'text') return 'text';
  const type = (input.mediaType.split(';')[0] ?? '').trim().toLowerCase();
  if (type === 'application/pdf') return 'PDF';
  if (type === 'application/json' || type.endsWith('+json')) return 'JSON';
  if (type.startsWith('text/')) return 'text';
  if (type.startsWith('audio/')) return 'audio';
  return null;
}

function readText(bytes: Uint8Array): ReadDocument {
  if (bytes.byteLength > LIMITS.textBytes) return { kind: 'opaque', why: 'too-large' };
  const text = decode(bytes);
  if (text === null) return { kind: 'unreadable', format: 'text' };
  const whole = text.slice(0, LIMITS.charactersPerFile);
  // A text export of a printed report has a form feed between two pages.
  const raw = whole.split('\f');
  const pages = raw.slice(0, LIMITS.pages).map(tidy);
  const cut = raw.length > pages.length || raw.some((page) => page.length > LIMITS.charactersPerPage);
  return { kind: 'pages', pages, truncated: cut || whole.length < text.length };
}

function decode(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  if (bytes.includes(0)) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // The text is not UTF-8. Older hospital systems export text in Windows code pages. Every byte sequence is valid in windows-1252.
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

const tidy = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/[ \t\u00a0]{2,}/g, '  ')
    .slice(0, LIMITS.charactersPerPage);

function readJson(bytes: Uint8Array): ReadDocument {
  if (bytes.byteLength > LIMITS.jsonBytes) return { kind: 'opaque', why: 'too-large' };
  const text = decode(bytes);
  if (text === null || text.trim() === '') return { kind: 'unreadable', format: 'JSON' };
  try {
    const value: unknown = JSON.parse(text.replace(/^\ufeff/, ''));
    return { kind: 'json', value };
  } catch {
    return { kind: 'unreadable', format: 'JSON' };
  }
}

const FIRST_CHUNK = 12;
const CHUNK_HEADER = 8;

/** Returns the length of a WAV recording in seconds, rounded up. Returns null for other formats and for damaged files. */
export function secondsOf(bytes: Uint8Array): number | null {
  const file = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (fourLetters(file, 0) !== 'RIFF' || fourLetters(file, 8) !== 'WAVE') return null;
  let bytesPerSecond = 0;
  for (let at = FIRST_CHUNK; at + CHUNK_HEADER <= file.byteLength; ) {
    const content = at + CHUNK_HEADER;
    const size = file.getUint32(at + 4, true);
    const name = fourLetters(file, at);
    if (name === 'fmt ' && content + 12 <= file.byteLength)
      bytesPerSecond = file.getUint32(content + 8, true);
    if (name === 'data') {
      // If a recording was interrupted, the size of the chunk `data` is 0 or too large. The sound then extends to the end of the file.
      const sound = Math.min(size === 0 ? Number.POSITIVE_INFINITY : size, file.byteLength - content);
      return bytesPerSecond === 0 || sound === 0 ? null : Math.ceil(sound / bytesPerSecond);
    }
    at = content + size + (size % 2);
  }
  return null;
}

function fourLetters(file: DataView, at: number): string | null {
  if (at + 4 > file.byteLength) return null;
  return String.fromCharCode(...new Uint8Array(file.buffer, file.byteOffset + at, 4));
}

const HERE = import.meta.filename;
// From source, the worker is `pdf-worker.ts` beside this file. In a build, the worker is `pdf-worker.js` beside the built program.
const WORKER = join(import.meta.dirname, `pdf-worker${extname(HERE)}`);
const IDLE_MS = 30_000;
const UNREADABLE: PdfDocument = { kind: 'unreadable', format: 'PDF' };

// One worker thread reads one PDF at a time. The thread starts with the first PDF and stops after `IDLE_MS` without work.
const oneAtATime = pLimit(1);
let worker: Worker | null = null;
let idle: NodeJS.Timeout | undefined;

async function readNow(bytes: Uint8Array): Promise<PdfDocument> {
  clearTimeout(idle);
  // `request` returns null if the thread ended. An earlier PDF may have crashed the thread, so this PDF gets one more try in a new thread.
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

/** Reads a PDF in a worker thread, where pdf.js cannot block or end the main thread. Never rejects. Does not change `bytes`. */
export const readPdf = (bytes: Uint8Array): Promise<PdfDocument> => oneAtATime(() => readNow(bytes));
