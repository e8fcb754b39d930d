import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { fileTypeFromBuffer, fileTypeFromFile } from 'file-type';

const JSON_CAP = 32 * 1024 * 1024;
const PDF = Buffer.from('%PDF-');
const UNKNOWN = 'application/octet-stream';

export interface Sniffed {
  /** A private copy that does not change. */
  readonly path: string;
  readonly name: string;
  readonly size: number;
  readonly isText: boolean;
  /** Its first 4,100 bytes, or all of it. */
  readonly head: Buffer;
}

/**
 * The media type of a document, by which the service decides what to do with it (specification 4.2, `uploads`):
 * application/json for JSON, text/plain for text, otherwise what the content is, whatever the name says.
 */
export async function mediaTypeOf(file: Sniffed): Promise<string> {
  // Most documents are, and asking further means reading them once more.
  if (file.head.subarray(0, PDF.length).equals(PDF)) return 'application/pdf';
  if (file.isText) return textType(file);
  const found = await fileTypeFromFile(file.path).catch(() => undefined);
  return found?.mime ?? UNKNOWN;
}

async function textType(file: Sniffed): Promise<string> {
  const start = file.head
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimStart();
  if (start.startsWith('{') || start.startsWith('[')) {
    const isJson =
      file.size > JSON_CAP ? extname(file.name).toLowerCase() === '.json' : await parses(file.path);
    if (isJson) return 'application/json';
  }
  // Some formats are text to the eye: a PDF of ASCII only, RTF, XML.
  const found = await fileTypeFromBuffer(file.head).catch(() => undefined);
  return found?.mime ?? 'text/plain';
}

async function parses(path: string): Promise<boolean> {
  try {
    const value: unknown = JSON.parse((await readFile(path, 'utf8')).replace(/^\uFEFF/, ''));
    return typeof value === 'object' && value !== null;
  } catch {
    return false;
  }
}
