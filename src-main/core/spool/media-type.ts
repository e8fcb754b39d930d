import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { fileTypeFromBuffer, fileTypeFromFile } from 'file-type';

// A larger document of text or JSON is never sent (`inline-text.ts`), so its media type does not matter.
const JSON_CAP = 48 * 1024 * 1024;
const PDF = Buffer.from('%PDF-');
// `%PDF-` may begin up to this number of bytes after the start of a PDF, because some scanners write other data first.
const PDF_MARK_WITHIN = 1024;
const UNKNOWN = 'application/octet-stream';
// The media type of a container that older Office programs write. Only the extension of the file name shows which program wrote the file.
const CONTAINER = 'application/x-cfb';

const TEXTS: ReadonlySet<string> = new Set([
  '.txt',
  '.text',
  '.csv',
  '.tsv',
  '.hl7',
  '.log',
  '.md',
  // A `.json` file that is not in UTF-8 is sent as text, because the service would refuse the file as JSON.
  '.json',
]);
const IN_CONTAINER: Readonly<Partial<Record<string, string>>> = {
  '.doc': 'application/msword',
  '.xls': 'application/vnd.ms-excel',
  '.ppt': 'application/vnd.ms-powerpoint',
  '.msg': 'application/vnd.ms-outlook',
};

export interface Sniffed {
  readonly path: string;
  readonly name: string;
  readonly size: number;
  readonly text: TextLikeness;
  /** The first 4,100 bytes of the file, or the whole content of a shorter file. */
  readonly head: Buffer;
}

/**
 * Returns the media type of a document. The media type decides how the service processes the document (docs/service.md 4.2, `uploads`).
 * - A JSON object in UTF-8 without a byte order mark: `application/json`. The data of a json item is an object (docs/service.md 2.2), so any
 *   other JSON is text.
 * - RTF, XML, and binary formats with a known signature: the media type of the format.
 * - A container of an older Office program: the media type that belongs to the extension of the file name.
 * - Other text: `text/plain`, if the text is in UTF-8 or the file name has the extension of a text file.
 * - Any other file: `application/octet-stream`.
 */
export async function mediaTypeOf(file: Sniffed): Promise<string> {
  // The test for a PDF comes first, because most documents are PDFs, and the other tests may read the file again.
  if (file.head.subarray(0, PDF.length).equals(PDF)) return 'application/pdf';
  const extension = extname(file.name).toLowerCase();
  if (extension === '.pdf' && file.head.subarray(0, PDF_MARK_WITHIN).includes(PDF)) return 'application/pdf';
  if (file.text === 'utf-8') return textType(file);
  const found = await fileTypeFromFile(file.path).catch(() => undefined);
  if (found?.mime === CONTAINER) return IN_CONTAINER[extension] ?? CONTAINER;
  if (found !== undefined) return found.mime;
  // The bytes may be text in an older encoding, which the bytes alone cannot prove. The file extension therefore decides.
  return file.text === 'perhaps' && TEXTS.has(extension) ? 'text/plain' : UNKNOWN;
}

async function textType(file: Sniffed): Promise<string> {
  const isBegun = file.head.toString('utf8').trimStart().startsWith('{');
  if (isBegun && file.size <= JSON_CAP && (await isJsonObject(file.path))) return 'application/json';
  // RTF, XML and some PDFs are valid UTF-8 too, so their signatures are checked before the result is `text/plain`.
  const found = await fileTypeFromBuffer(file.head).catch(() => undefined);
  return found?.mime ?? 'text/plain';
}

async function isJsonObject(path: string): Promise<boolean> {
  try {
    const value: unknown = JSON.parse(await readFile(path, 'utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

/** Whether the bytes of a file are text. `perhaps`: the bytes may be text in UTF-16 or an older encoding, so the file name decides. */
export type TextLikeness = 'utf-8' | 'perhaps' | 'no';

const HEAD = 4100;

/** Finds out, chunk by chunk, whether the bytes of a file are text. The result does not depend on where the chunks begin and end. */
export interface TextProbe {
  readonly head: Buffer;
  push(chunk: Buffer): void;
  /** Must be called once, after the last chunk. */
  result(): TextLikeness;
}

export function createTextProbe(): TextProbe {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let isUtf8 = true;
  let hasZero = false;
  let size = 0;
  let head = Buffer.alloc(0);
  const decode = (chunk: Buffer, stream: boolean) => {
    try {
      decoder.decode(chunk, { stream });
    } catch {
      isUtf8 = false;
    }
  };
  return {
    get head() {
      return head;
    },
    push: (chunk) => {
      size += chunk.length;
      if (head.length < HEAD) head = Buffer.concat([head, chunk.subarray(0, HEAD - head.length)]);
      if (hasZero) return;
      hasZero = chunk.includes(0);
      if (isUtf8) decode(chunk, true);
    },
    result: () => {
      if (hasZero) return isUtf16(head) && size % 2 === 0 ? 'perhaps' : 'no';
      if (isUtf8) decode(Buffer.alloc(0), false);
      return isUtf8 ? 'utf-8' : 'perhaps';
    },
  };
}

/** Whether `head`, the beginning of a file, is a UTF-16 byte order mark followed by valid UTF-16 text. */
function isUtf16(head: Buffer): boolean {
  const mark = head.toString('latin1', 0, 2);
  const encoding = mark === '\xff\xfe' ? 'utf-16le' : mark === '\xfe\xff' ? 'utf-16be' : null;
  if (encoding === null) return false;
  try {
    // `head` may end within a surrogate pair. In stream mode, the decoder accepts such an end.
    const text = new TextDecoder(encoding, { fatal: true }).decode(head, { stream: true });
    return !text.includes('\0');
  } catch {
    return false;
  }
}
