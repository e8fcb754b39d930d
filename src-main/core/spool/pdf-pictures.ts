import { createHash } from 'node:crypto';

/*
 * A scanned page is a picture in a PDF. A program that saves page 1, then pages 1 and 2, writes the picture of page 1 unchanged, although
 * the rest of the file differs. So the pictures tell whether a document is the beginning of another document.
 */

const DICTIONARY_BYTES = 4096;
const STREAM = Buffer.from('stream');
const END = Buffer.from('endstream');

/** Returns the sha256 of each picture (the data of each image object) of a PDF, in the order of the file. */
export function picturesOf(pdf: Buffer): string[] {
  const pictures: string[] = [];
  for (let at = pdf.indexOf(STREAM); at !== -1; ) {
    const object = pdf.toString('latin1', Math.max(0, at - DICTIONARY_BYTES), at);
    const dictionary = object.slice(object.lastIndexOf(' obj') + 1);
    const begin = dataAt(pdf, at + STREAM.length);
    const end = begin === null ? -1 : endOf(pdf, begin, dictionary);
    if (begin !== null && end !== -1 && /\/Subtype\s*\/Image\b/.test(dictionary))
      pictures.push(sha256(pdf.subarray(begin, end)));
    at = pdf.indexOf(STREAM, end === -1 ? at + STREAM.length : end + END.length);
  }
  return pictures;
}

/** Returns a short text by which `isBeginning` recognizes these pictures; null without a picture. */
export function pictureMark(pictures: readonly string[]): string | null {
  return pictures.length === 0 ? null : `${pictures.length} ${sha256(pictures.join(' '))}`;
}

/** Whether the pictures with this mark are the first of `pictures`, and more pictures follow. */
export function isBeginning(mark: string, pictures: readonly string[]): boolean {
  const count = Number(mark.split(' ')[0]);
  return pictures.length > count && pictureMark(pictures.slice(0, count)) === mark;
}

/** Returns the offset of the first byte after the line end that follows the word `stream`; null if no line end follows. */
function dataAt(pdf: Buffer, at: number): number | null {
  if (pdf[at] === 0x0a) return at + 1;
  return pdf[at] === 0x0d && pdf[at + 1] === 0x0a ? at + 2 : null;
}

/** Returns the offset of the word `endstream`; -1 if absent. The length in the dictionary can be a reference, or wrong. */
function endOf(pdf: Buffer, begin: number, dictionary: string): number {
  const length = /\/Length\s+(\d+)\b(?!\s+\d+\s+R)/.exec(dictionary)?.[1];
  const told = begin + Number(length ?? 0);
  const end = pdf.indexOf(END, told);
  return end !== -1 && end - told <= 2 ? end : pdf.indexOf(END, begin);
}

function sha256(bytes: Buffer | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}
