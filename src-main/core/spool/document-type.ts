import { isUtf8 } from 'node:buffer';

/** The types of documents, by the extension of the file name (docs/decisions/072-document-types.md). */
const LISTED: ReadonlySet<string> = new Set(
  'pdf png jpg jpeg jpe jfif tif tiff gif bmp webp heic heif txt text csv tsv md json xml hl7 rtf doc docx odt xls xlsx ods wav mp3 m4a ogg flac'.split(
    ' ',
  ),
);
const ZIPPED: ReadonlySet<string> = new Set(['docx', 'xlsx', 'odt', 'ods']);
/** First bytes of programs and archives, as hex: Windows, Linux, macOS, Java; RAR, 7z, gzip, xz, bzip2, cabinet. */
const PROGRAM =
  /^(4d5a(..)*?00|7f454c46|c[ef]faedfe|feedfac[ef]|cafebabe|526172211a|377abcaf|1f8b|fd377a585a|425a68..314159|4d53434600)/;
const ZIP = /^504b0[35]/;
/** First bytes, as hex, by which a file without an extension counts as a document: PDF, PNG, JPEG, GIF, TIFF. */
const DOCUMENT = /^((..)*?255044462d|89504e47|ffd8ff|47494638|49492a00|4d4d002a)/;

/** Returns the extension in lower case; null if the name has none, as in `Report` or `Scan 3.5.2026`. */
const extensionOf = (name: string): string | null =>
  /[^/\\]\.(?=[^./\\]*\p{L})([^./\\\s]{1,20})$/u.exec(name)?.[1]?.toLowerCase() ?? null;

/**
 * Returns whether a file is a document, by its name alone or, with `head`, by its first bytes too. `path` is a name or a relative path.
 * `head` holds the first 512 bytes, or the whole content if the file is shorter.
 */
export function isDocument(path: string, head?: Buffer): boolean {
  const extension = extensionOf(path);
  if (extension !== null && !LISTED.has(extension)) return false;
  if (head === undefined) return true;
  const start = head.toString('hex');
  if (PROGRAM.test(start) || (ZIP.test(start) && !ZIPPED.has(extension ?? ''))) return false;
  return extension !== null || DOCUMENT.test(start) || (isText(head) && !start.startsWith('2321'));
}

/** Whether the bytes are text in UTF-8. The last bytes may be part of a character. */
export function isText(head: Buffer): boolean {
  return [0, 1, 2, 3].some((cut) => isUtf8(head.subarray(0, head.length - cut))) && !head.includes(0);
}

/** A function that tells documents as `isDocument` does, for the files of one folder. */
export type DocumentCheck = (path: string, head?: Buffer) => boolean;
