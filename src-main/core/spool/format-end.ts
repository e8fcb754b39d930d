import { extname } from 'node:path';
import type { Problem } from '../../contract/problem.ts';
import type { OpenFile } from '../share-io/file-calls.ts';
import { binaryExtensionOf, type DocumentCheck, isDocument, isText } from './document-type.ts';
import { endOfIsoMedia, endOfRiff } from './formats/containers.ts';
import { endOfFlac } from './formats/flac.ts';
import { endOfCompound, endOfZip } from './formats/office.ts';
import { endOfPdf } from './formats/pdf.ts';
import { endOfBmp, endOfGif, endOfJpeg, endOfPng, isBmp } from './formats/pictures.ts';
import { createReader, type Ending, type Reader, TooMuchToRead } from './formats/reader.ts';
import { endOfMp3, endOfOgg, isMp3 } from './formats/sound.ts';
import { endOfJson, endOfRtf, endOfText, endOfXml, isWebPage, textOf } from './formats/text.ts';
import { endOfTiff } from './formats/tiff.ts';

/** The bytes that a document check looks at (`isDocument`). */
const HEAD = 512;
/** `%PDF-` may begin within this number of bytes, because some scanners write other data first. */
const LONG_HEAD = 1024;

interface Format {
  readonly starts: (head: Buffer, extension: string) => boolean;
  readonly ending: (reader: Reader) => Promise<Ending>;
}

/** Whether a file begins with these bytes, given in hexadecimal; a dot stands for any digit. */
const begins = (pattern: RegExp) => (head: Buffer) => pattern.test(head.toString('hex', 0, 16));

const FORMATS: readonly Format[] = [
  {
    starts: (head, extension) =>
      head.indexOf('%PDF-') === 0 || (isNamedPdf(extension) && head.includes('%PDF-')),
    ending: endOfPdf,
  },
  { starts: begins(/^89504e47/), ending: endOfPng },
  { starts: begins(/^ffd8ff/), ending: endOfJpeg },
  { starts: begins(/^474946383[79]61/), ending: endOfGif },
  { starts: begins(/^(49492[ab]00|4d4d002[ab])/), ending: endOfTiff },
  { starts: isBmp, ending: endOfBmp },
  { starts: begins(/^(52494646|52463634)/), ending: endOfRiff },
  { starts: begins(/^.{8}(66747970|4a584c20|6d6f6f76|6d646174|77696465)/), ending: endOfIsoMedia },
  { starts: begins(/^504b0304/), ending: endOfZip },
  { starts: begins(/^d0cf11e0a1b11ae1/), ending: endOfCompound },
  { starts: begins(/^664c6143/), ending: endOfFlac },
  { starts: begins(/^4f676753/), ending: endOfOgg },
  {
    starts: (head, extension) => isMp3(head) && (extension === '.mp3' || head[0] !== 0xff),
    ending: endOfMp3,
  },
  { starts: begins(/^7b5c727466/), ending: endOfRtf },
  { starts: isXml, ending: endOfXml },
  { starts: looksLikeJson, ending: endOfJson },
  { starts: (head) => textOf(head) !== '', ending: endOfText },
];

/** A reason why a file must not be sent, unless a person decides to send the file anyway. */
export type ContentFault = 'file.unfinished' | 'file.not-a-document' | 'file.web-page';

/** Returns the problem of a file that has a fault. */
export function problemOfContent(
  fault: ContentFault,
  path: string,
): Problem & { readonly code: ContentFault } {
  return { code: fault, detail: fault === 'file.web-page' ? binaryExtensionOf(path) : null };
}

/**
 * Returns why an open file must not be sent as a document; otherwise what its format says about its end (`Ending`). `file.unfinished`: the
 * first bytes are all zero, or the structure of the format names bytes that the file does not have. `file.web-page`: the
 * file is a web page with the name of another type, as where a download failed. `file.not-a-document`: `check` returns false for the file.
 */
export async function judgeContent(
  handle: OpenFile,
  { path, size }: { readonly path: string; readonly size: number },
  check: DocumentCheck = isDocument,
): Promise<ContentFault | 'whole' | 'unknown'> {
  const reader = createReader(handle, size);
  const head = await reader.at(0, LONG_HEAD);
  if (binaryExtensionOf(path) !== null && isWebPage(head) && !head.includes('%PDF-')) return 'file.web-page';
  const ending = await endingOf(reader, head, extname(path).toLowerCase());
  if (ending === 'unfinished') return 'file.unfinished';
  return check(path, head.subarray(0, HEAD)) ? ending : 'file.not-a-document';
}

/** Returns why an open file must not be sent as a document; null for a document whose end is there or cannot be told. */
export async function faultOfContent(...args: Parameters<typeof judgeContent>): Promise<ContentFault | null> {
  const found = await judgeContent(...args);
  return found === 'whole' || found === 'unknown' ? null : found;
}

async function endingOf(reader: Reader, head: Buffer, extension: string): Promise<Ending> {
  if (head.length >= 256 && head.every((byte) => byte === 0)) return 'unfinished';
  try {
    return (await FORMATS.find(({ starts }) => starts(head, extension))?.ending(reader)) ?? 'unknown';
  } catch (error) {
    if (error instanceof TooMuchToRead) return 'unknown';
    throw error;
  }
}

const isNamedPdf = (extension: string) => extension === '.pdf' || !/^\.\w*[a-z]\w*$/.test(extension);

function isXml(head: Buffer, extension: string): boolean {
  const text = textOf(head);
  return text.startsWith('<?xml') || (extension === '.xml' && text.startsWith('<'));
}

// Whether the first bytes are text like a JSON object or array. A log line such as `[12:30] Start` does not begin like JSON.
function looksLikeJson(head: Buffer): boolean {
  // Binary data can begin like JSON by chance, so the first bytes must be text.
  if (!isText(head)) return false;
  const text = head.toString('utf8').replace(/^\uFEFF/, '');
  return /^\s*(\{\s*["}]|\[\s*["{[\]])/.test(text);
}
