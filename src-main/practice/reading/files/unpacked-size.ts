import { Buffer } from 'node:buffer';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { constants, inflateSync } from 'node:zlib';
import { LIMITS } from '../limits.ts';

/** The number of bytes before a stream that may contain the dictionary of the stream. */
const DICTIONARY = 400;
/** The maximum depth of nested compression that `unpackedSize` follows. */
const DEEPEST = 4;

/** Whether decompressing the streams of a PDF would exceed the limits, as in a zip bomb. pdf.js has no limit of its own. */
export async function unpacksTooFar(bytes: Uint8Array): Promise<boolean> {
  const pdf = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let total = 0;
  for (let at = pdf.indexOf('stream'); at >= 0; at = pdf.indexOf('stream', at + 6)) {
    const start = at + (pdf[at + 6] === 0x0d ? 8 : 7);
    if (pdf.toString('latin1', at - 3, at) === 'end' || !isPacked(pdf, start)) continue;
    const dictionary = pdf.toString('latin1', Math.max(0, at - DICTIONARY), at);
    if (/\/Subtype\s*\/Image\b/.test(dictionary.slice(dictionary.lastIndexOf(' obj')))) continue;
    const end = pdf.indexOf('endstream', start);
    const size = unpackedSize(pdf.subarray(start, end < 0 ? pdf.length : end));
    total += size;
    if (total > LIMITS.pdfUnpackedBytes) return true;
    await nextTurn();
  }
  return false;
}

function isPacked(bytes: Buffer, at: number): boolean {
  const [first = 0, second = 0] = bytes.subarray(at, at + 2);
  return (first & 0x0f) === 8 && ((first << 8) | second) % 31 === 0;
}

function unpackedSize(packed: Buffer): number {
  let bytes = packed;
  let most = 0;
  for (let depth = 0; depth < DEEPEST && isPacked(bytes, 0); depth += 1) {
    try {
      // `Z_SYNC_FLUSH` also decompresses the first part of a truncated stream.
      bytes = inflateSync(bytes, {
        maxOutputLength: LIMITS.pdfStreamBytes,
        finishFlush: constants.Z_SYNC_FLUSH,
      });
    } catch (error) {
      if (error instanceof RangeError) return Number.POSITIVE_INFINITY;
      return most;
    }
    most = Math.max(most, bytes.length);
  }
  return most;
}
