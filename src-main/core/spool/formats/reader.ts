import { setImmediate as nextTurn } from 'node:timers/promises';
import type { OpenFile } from '../../share-io/file-calls.ts';

/**
 * The statement of the structure of a file about the end of the file. `whole`: the structure is complete, whatever follows the structure. `unfinished`: the
 * structure names bytes that the file does not have. `unknown`: the structure cannot tell.
 */
export type Ending = 'whole' | 'unfinished' | 'unknown';

/** A file that is read in pieces. */
export interface Reader {
  /** The size of the file in bytes. */
  readonly size: number;
  /**
   * Returns `length` bytes from `position` on; fewer at the end of the file, none beyond the end.
   * @throws TooMuchToRead
   */
  at(position: number, length: number): Promise<Buffer>;
}

/** The checks of one file have read as much as one file is worth. The end of the file is `unknown`. */
export class TooMuchToRead extends Error {}

// Bounds for hostile files, such as a TIFF file with millions of directories.
const MOST_BYTES = 256 * 1024 * 1024;
const MOST_CALLS = 2_000_000;
/** After this number of calls, other work of the program gets a turn. */
const TURN = 4096;
const FIRST = 4096;
/** The piece that is read where a check walks forward. A read of this length uses a thread (`LONG_BYTES`). */
export const AHEAD = 256 * 1024;
/** The longest step forward after which the next piece is read whole. After a longer step, reading ahead reads more than is needed. */
const NEAR = 32 * 1024;

/** Creates the reader of an open file of `size` bytes. The reader keeps at most one piece of the file in memory. */
export function createReader(handle: OpenFile, size: number): Reader {
  let start = 0;
  let piece = Buffer.alloc(0);
  let bytes = 0;
  let calls = 0;
  return {
    size,
    at: async (position, length) => {
      calls += 1;
      if (calls % TURN === 0) await nextTurn();
      if (calls > MOST_CALLS) throw new TooMuchToRead();
      const end = Math.min(position + length, size);
      if (position >= end) return Buffer.alloc(0);
      const pieceEnd = start + piece.length;
      if (position < start || end > pieceEnd) {
        const isNear = piece.length > 0 && position >= start && position - pieceEnd < NEAR;
        const read = Math.min(Math.max(length, isNear ? AHEAD : FIRST), size - position);
        bytes += read;
        if (bytes > MOST_BYTES) throw new TooMuchToRead();
        piece = await readAt(handle, position, read);
        start = position;
      }
      return piece.subarray(position - start, end - start);
    },
  };
}

/** Returns the pieces of a file from `position` on, in order. */
export async function* pieces({ size, at }: Reader, position = 0): AsyncGenerator<Buffer> {
  for (let from = position; from < size; from += AHEAD) {
    const piece = await at(from, AHEAD);
    if (piece.length === 0) return;
    yield piece;
  }
}

/** The number of zeros in a row that no text and no compressed data has. A frame of silence in an MP3 has fewer. */
const RESERVED = 4096;

/**
 * Whether the bytes before `end` are zeros, as where a copy reserved the space of the whole file and has not filled the space. Windows
 * copies in this way. Uncompressed data can have such zeros too, as a black picture or silence.
 */
export async function isReservedAt(reader: Reader, end: number): Promise<boolean> {
  const bytes = await reader.at(Math.max(0, end - RESERVED), Math.min(RESERVED, end));
  return bytes.length === RESERVED && bytes.every((byte) => byte === 0);
}

/**
 * Returns the position of the last `wanted` that lies in the last `within` bytes of a file, or null. Reads from the end in pieces.
 */
export async function lastIndexOf(
  { size, at }: Reader,
  wanted: string | Buffer,
  within: number,
): Promise<number | null> {
  const first = Math.max(0, size - within);
  for (let end = size, length = FIRST; end > first; length = AHEAD) {
    const from = Math.max(first, end - length);
    // The pieces overlap, because `wanted` may lie across two pieces.
    const found = (await at(from, end - from + wanted.length - 1)).lastIndexOf(wanted);
    if (found !== -1) return from + found;
    end = from;
  }
  return null;
}

/** Reads up to `length` bytes, beginning at `position`. Returns fewer bytes if the file ends earlier. */
export async function readAt(
  handle: OpenFile,
  position: number,
  length: number,
): Promise<Buffer<ArrayBuffer>> {
  const buffer = Buffer.alloc(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await handle.read(buffer, filled, length - filled, position + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}
