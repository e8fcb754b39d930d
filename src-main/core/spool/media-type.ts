import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { fileTypeFromBuffer, fileTypeFromFile } from 'file-type';
import type { TextLook } from './text-probe.ts';

const JSON_CAP = 32 * 1024 * 1024;
const PDF = Buffer.from('%PDF-');
/** Readers of PDF look for its mark as far as this: scanners and mail systems write before it. */
const PDF_MARK_WITHIN = 1024;
const UNKNOWN = 'application/octet-stream';
/** What older Office programs wrote is one and the same container. */
const CONTAINER = 'application/x-cfb';

const TEXTS: ReadonlySet<string> = new Set([
  '.txt',
  '.text',
  '.csv',
  '.tsv',
  '.hl7',
  '.log',
  '.md',
  // JSON is UTF-8: what is not, declared to be JSON, may have the whole request refused.
  '.json',
]);
const IN_CONTAINER: Readonly<Partial<Record<string, string>>> = {
  '.doc': 'application/msword',
  '.xls': 'application/vnd.ms-excel',
  '.ppt': 'application/vnd.ms-powerpoint',
  '.msg': 'application/vnd.ms-outlook',
};

export interface Sniffed {
  /** A private copy that does not change. */
  readonly path: string;
  readonly name: string;
  readonly size: number;
  readonly text: TextLook;
  /** Its first 4,100 bytes, or all of it. */
  readonly head: Buffer;
}

/**
 * The media type of a document, by which the service decides what to do with it (docs/service.md 4.2, `uploads`):
 * application/json for JSON in UTF-8, text/plain for text, otherwise what the content is, whatever the name says. Where the content
 * does not tell, the name does. The contract asks for no encoding of text.
 */
export async function mediaTypeOf(file: Sniffed): Promise<string> {
  // Most documents are, and asking further means reading them once more.
  if (file.head.subarray(0, PDF.length).equals(PDF)) return 'application/pdf';
  const extension = extname(file.name).toLowerCase();
  if (extension === '.pdf' && file.head.subarray(0, PDF_MARK_WITHIN).includes(PDF)) return 'application/pdf';
  if (file.text === 'utf-8') return textType(file, extension);
  const found = await fileTypeFromFile(file.path).catch(() => undefined);
  if (found?.mime === CONTAINER) return IN_CONTAINER[extension] ?? CONTAINER;
  if (found !== undefined) return found.mime;
  // Text as older systems write it, if its name says that it is text.
  return file.text === 'perhaps' && TEXTS.has(extension) ? 'text/plain' : UNKNOWN;
}

async function textType(file: Sniffed, extension: string): Promise<string> {
  const start = file.head
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimStart();
  if (start.startsWith('{') || start.startsWith('[')) {
    const isJson = file.size > JSON_CAP ? extension === '.json' : await parses(file.path);
    if (isJson) return 'application/json';
  }
  // Some formats are text to the eye: a PDF of ASCII only, RTF, XML.
  const found = await fileTypeFromBuffer(file.head).catch(() => undefined);
  return found?.mime ?? 'text/plain';
}

async function parses(path: string): Promise<boolean> {
  try {
    // The decoder leaves the byte order mark out.
    const value: unknown = JSON.parse(new TextDecoder().decode(await readFile(path)));
    return typeof value === 'object' && value !== null;
  } catch {
    return false;
  }
}
