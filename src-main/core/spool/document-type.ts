import { isUtf8 } from 'node:buffer';

/** The file name extensions of documents (docs/decisions/072-document-types.md). A file with any other extension counts as no document. */
const LISTED: ReadonlySet<string> = new Set(
  'pdf png jpg jpeg jpe jfif tif tiff gif bmp webp heic heif txt text csv tsv md json xml hl7 rtf doc docx odt xls xlsx ods wav mp3 m4a ogg flac'.split(
    ' ',
  ),
);
/** The extensions of listed types that are no text. Web pages with the name of a Word or Excel file are usual, and Office opens them. */
const BINARY: ReadonlySet<string> = new Set(
  'pdf png jpg jpeg jpe jfif tif tiff gif bmp webp heic heif docx odt xlsx ods wav mp3 m4a ogg flac'.split(
    ' ',
  ),
);
const ZIPPED: ReadonlySet<string> = new Set(['docx', 'xlsx', 'odt', 'ods']);
// Matches the first bytes, in hexadecimal, of a program (Windows, Linux, macOS, Java) or an archive (RAR, 7z, gzip, xz, bzip2, cabinet).
const PROGRAM =
  /^(4d5a(..)*?00|7f454c46|c[ef]faedfe|feedfac[ef]|cafebabe|526172211a|377abcaf|1f8b|fd377a585a|425a68..314159|4d53434600)/;
const ZIP = /^504b0[35]/;
/** Matches the first bytes, in hexadecimal, of a PDF, PNG, JPEG, GIF or TIFF file. Such a file is a document even without an extension. */
const DOCUMENT = /^((..)*?255044462d|89504e47|ffd8ff|47494638|49492a00|4d4d002a)/;

/** Returns the extension of a file name in lower case, or null. An extension contains a letter, so `Scan 3.5.2026` has no extension. */
const extensionOf = (name: string): string | null =>
  /[^/\\]\.(?=[^./\\]*\p{L})([^./\\\s]{1,20})$/u.exec(name)?.[1]?.toLowerCase() ?? null;

/**
 * Whether a file is a document. Without `head`, only the extension of `path` (a file name or a relative path) decides. With `head`, the
 * first bytes decide too. `head`: the first 512 bytes of the file, or the whole content of a shorter file.
 */
export function isDocument(path: string, head?: Buffer): boolean {
  const extension = extensionOf(path);
  if (extension !== null && !LISTED.has(extension)) return false;
  if (head === undefined) return true;
  const start = head.toString('hex');
  if (PROGRAM.test(start) || (ZIP.test(start) && !ZIPPED.has(extension ?? ''))) return false;
  return extension !== null || DOCUMENT.test(start) || (isText(head) && !start.startsWith('2321'));
}

/** Returns the extension, such as `.pdf`, of a file whose name says that the file is no text. Null for another name. */
export function binaryExtensionOf(path: string): string | null {
  const extension = extensionOf(path);
  return extension !== null && BINARY.has(extension) ? `.${extension}` : null;
}

/** Whether `head`, the beginning of a file, is UTF-8 text. The last character of `head` may be incomplete. */
export function isText(head: Buffer): boolean {
  return [0, 1, 2, 3].some((cut) => isUtf8(head.subarray(0, head.length - cut))) && !head.includes(0);
}

/** The type of `isDocument`, and of the check of a folder rule, which may accept more types of files as documents. */
export type DocumentCheck = (path: string, head?: Buffer) => boolean;

/**
 * The names that sync programs give to the other version of a file that two computers changed. Such a copy is a version of a document under
 * another name, and only a person can tell which version counts.
 */
const CONFLICT_COPIES: readonly RegExp[] = [
  /\.sync-conflict-\d{8}-\d{6}-[0-9A-Z]{7}(\.|$)/, // Syncthing
  /\([^()]*conflicted copy[^()]*\)/i, // Dropbox, Nextcloud, ownCloud
  /_conflict-\d{8}-\d{6}(\.|$)/, // ownCloud 2
  /\(SFConflict [^()]*\)/, // Seafile
  /_[A-Z][a-z]{2}-\d\d-\d{6}-\d{4}_Conflict(\.|$)/, // Synology Drive
  /\.Conflict(\.[^.]*)?$/, // Resilio Sync
];

/** Whether the name of a file says that a sync program made the file because two computers had changed a document. */
export function isConflictCopy(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return CONFLICT_COPIES.some((pattern) => pattern.test(name));
}
