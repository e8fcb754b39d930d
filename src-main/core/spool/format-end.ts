import type { OpenFile } from '../share-io/file-calls.ts';
import { type DocumentCheck, isDocument, isText } from './document-type.ts';

const HEAD = 512;
const PDF_TAIL = 1024;
/** The maximum length of the end of a ZIP file: a record of 22 bytes and a comment of at most 65,535 bytes. */
const ZIP_TAIL = 65_557;
const JSON_CAP = 16 * 1024 * 1024;

interface Format {
  readonly starts: (head: Buffer) => boolean;
  readonly tail: number;
  readonly ends: (tail: Buffer) => boolean;
}

const startsWith =
  (...bytes: number[]) =>
  (head: Buffer) =>
    head.subarray(0, bytes.length).equals(Buffer.from(bytes));
const holds = (end: string | Buffer) => (tail: Buffer) => tail.includes(end);

const FORMATS: readonly Format[] = [
  { starts: (head) => head.includes('%PDF-'), tail: PDF_TAIL, ends: holds('%%EOF') },
  { starts: startsWith(0x89, 0x50, 0x4e, 0x47), tail: 64, ends: holds('IEND') },
  { starts: startsWith(0xff, 0xd8, 0xff), tail: 64, ends: holds(Buffer.from([0xff, 0xd9])) },
  {
    starts: (head) => /^GIF8[79]a/.test(head.toString('latin1', 0, 6)),
    tail: 16,
    ends: holds(Buffer.from([0x3b])),
  },
  {
    starts: startsWith(0x50, 0x4b, 0x03, 0x04),
    tail: ZIP_TAIL,
    ends: holds(Buffer.from([0x50, 0x4b, 5, 6])),
  },
];

/** A reason why a file must not be sent, unless a person decides to send the file anyway. */
export type ContentFault = 'file.unfinished' | 'file.not-a-document';

/**
 * Returns why an open file must not be sent as a document; null for a complete document. `file.unfinished`: the first bytes are all zero,
 * the end marker of the format is missing, or the JSON cannot be parsed. `file.not-a-document`: `check` returns false for the file.
 */
export async function faultOfContent(
  handle: OpenFile,
  { path, size }: { readonly path: string; readonly size: number },
  check: DocumentCheck = isDocument,
): Promise<ContentFault | null> {
  const head = await readAt(handle, 0, Math.min(HEAD, size));
  if (!(await hasItsEnd(handle, size, head))) return 'file.unfinished';
  return check(path, head) ? null : 'file.not-a-document';
}

async function hasItsEnd(handle: OpenFile, size: number, head: Buffer): Promise<boolean> {
  if (head.length >= 256 && head.every((byte) => byte === 0)) return false;
  const format = FORMATS.find(({ starts }) => starts(head));
  if (format) {
    const length = Math.min(format.tail, size);
    return format.ends(await readAt(handle, size - length, length));
  }
  if (!looksLikeJson(head) || size > JSON_CAP) return true;
  return parses(await readAt(handle, 0, size));
}

// Whether the first bytes are text like a JSON object or array. A log line such as `[12:30] Start` does not begin like JSON.
function looksLikeJson(head: Buffer): boolean {
  // Binary data can begin like JSON by chance, so the first bytes must be text.
  if (!isText(head)) return false;
  const text = head.toString('utf8').replace(/^\uFEFF/, '');
  return /^\s*(\{\s*["}]|\[\s*["{[\]])/.test(text);
}

function parses(bytes: Buffer): boolean {
  try {
    JSON.parse(bytes.toString('utf8').replace(/^\uFEFF/, ''));
    return true;
  } catch {
    return false;
  }
}

/** Reads up to `length` bytes, beginning at `position`. Returns fewer bytes if the file ends earlier. */
export async function readAt(handle: OpenFile, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await handle.read(buffer, filled, length - filled, position + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}
