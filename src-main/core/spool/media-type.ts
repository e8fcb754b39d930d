import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { fileTypeFromBuffer, fileTypeFromFile } from 'file-type';

const JSON_CAP = 32 * 1024 * 1024;
const PDF = Buffer.from('%PDF-');
/** The signature of a PDF may begin up to this many bytes into the file, as PDF readers allow: scanners write data before the signature. */
const PDF_MARK_WITHIN = 1024;
const UNKNOWN = 'application/octet-stream';
/** The container format of all older Office formats. Only the file extension shows which Office format the container has. */
const CONTAINER = 'application/x-cfb';

const TEXTS: ReadonlySet<string> = new Set([
  '.txt',
  '.text',
  '.csv',
  '.tsv',
  '.hl7',
  '.log',
  '.md',
  // JSON in another encoding than UTF-8 counts as text, because the service may refuse the whole request if other bytes are declared as
  // JSON.
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
  /** The first 4,100 bytes, or the whole content if the file is shorter. */
  readonly head: Buffer;
}

/**
 * Returns the media type of a document, which decides how the service processes the document (docs/service.md 4.2, `uploads`). JSON in
 * UTF-8 is application/json. RTF, XML and binary formats have the type that the content shows. Other text is text/plain, in any encoding.
 * If the content does not decide, the file name does.
 */
export async function mediaTypeOf(file: Sniffed): Promise<string> {
  // Most documents are PDFs, and the other tests read the file again.
  if (file.head.subarray(0, PDF.length).equals(PDF)) return 'application/pdf';
  const extension = extname(file.name).toLowerCase();
  if (extension === '.pdf' && file.head.subarray(0, PDF_MARK_WITHIN).includes(PDF)) return 'application/pdf';
  if (file.text === 'utf-8') return textType(file, extension);
  const found = await fileTypeFromFile(file.path).catch(() => undefined);
  if (found?.mime === CONTAINER) return IN_CONTAINER[extension] ?? CONTAINER;
  if (found !== undefined) return found.mime;
  // The bytes may be text in an older encoding. The file extension decides.
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
  // Some formats look like text: PDFs in pure ASCII, RTF, XML.
  const found = await fileTypeFromBuffer(file.head).catch(() => undefined);
  return found?.mime ?? 'text/plain';
}

async function parses(path: string): Promise<boolean> {
  try {
    // `TextDecoder` removes the byte order mark, which `JSON.parse` would refuse.
    const value: unknown = JSON.parse(new TextDecoder().decode(await readFile(path)));
    return typeof value === 'object' && value !== null;
  } catch {
    return false;
  }
}

/** Whether the bytes of a file are text. `perhaps`: the bytes can be text in a code page or in UTF-16, so the file name decides. */
export type TextLikeness = 'utf-8' | 'perhaps' | 'no';

const HEAD = 4100;

/** Examines the bytes of a file chunk by chunk. The boundaries of the chunks do not change the result. */
export interface TextProbe {
  readonly head: Buffer;
  push(chunk: Buffer): void;
  /** Call `result` once, after the last chunk. */
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

/** Whether the bytes start with a byte order mark of UTF-16 and the rest is valid UTF-16. */
function isUtf16(head: Buffer): boolean {
  const mark = head.toString('latin1', 0, 2);
  const encoding = mark === '\xff\xfe' ? 'utf-16le' : mark === '\xfe\xff' ? 'utf-16be' : null;
  if (encoding === null) return false;
  try {
    // The head may end within a surrogate pair, so the decoder runs in stream mode.
    const text = new TextDecoder(encoding, { fatal: true }).decode(head, { stream: true });
    return !text.includes('\0');
  } catch {
    return false;
  }
}
