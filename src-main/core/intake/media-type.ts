import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { fileTypeFromBuffer, fileTypeFromFile } from 'file-type';
import { type TextLook, utf16Of } from './text-probe.ts';

const JSON_CAP = 32 * 1024 * 1024;
const PDF = Buffer.from('%PDF-');
/** Readers of PDF look for its mark as far as this: scanners and mail systems write before it. */
const PDF_MARK_WITHIN = 1024;
const UNKNOWN = 'application/octet-stream';
/** What older Office programs wrote is one and the same container. */
const CONTAINER = 'application/x-cfb';

const TEXTS: ReadonlySet<string> = new Set(['.txt', '.text', '.csv', '.tsv', '.hl7', '.log', '.md']);
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
 * The media type of a document, by which the service decides what to do with it (specification 4.2, `uploads`):
 * application/json for JSON, text/plain for text, otherwise what the content is, whatever the name says. Where the content does
 * not tell, the name does. The specification asks for no encoding of text.
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
  return file.text === 'perhaps' ? otherTextType(file, extension) : UNKNOWN;
}

async function textType(file: Sniffed, extension: string): Promise<string> {
  const start = file.head
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimStart();
  if (start.startsWith('{') || start.startsWith('[')) {
    const isJson = file.size > JSON_CAP ? extension === '.json' : await parses(file.path, 'utf-8');
    if (isJson) return 'application/json';
  }
  // Some formats are text to the eye: a PDF of ASCII only, RTF, XML.
  const found = await fileTypeFromBuffer(file.head).catch(() => undefined);
  return found?.mime ?? 'text/plain';
}

/** Text as older systems write it, if its name says that it is text. */
async function otherTextType(file: Sniffed, extension: string): Promise<string> {
  if (TEXTS.has(extension)) return 'text/plain';
  if (extension !== '.json') return UNKNOWN;
  const encoding = utf16Of(file.head) ?? 'windows-1252';
  return file.size > JSON_CAP || (await parses(file.path, encoding)) ? 'application/json' : 'text/plain';
}

async function parses(path: string, encoding: string): Promise<boolean> {
  try {
    // The decoder leaves the byte order mark out.
    const value: unknown = JSON.parse(new TextDecoder(encoding).decode(await readFile(path)));
    return typeof value === 'object' && value !== null;
  } catch {
    return false;
  }
}
