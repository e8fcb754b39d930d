import { type Ending, isReservedAt, lastIndexOf, pieces, type Reader } from './reader.ts';

/** Walks the chunks of a PNG to the chunk `IEND`. */
export async function endOfPng(reader: Reader): Promise<Ending> {
  for (let position = 8; ; ) {
    const chunk = await reader.at(position, 8);
    if (chunk.length < 8) return 'unfinished';
    const kind = chunk.toString('latin1', 4);
    // Reserved space is full of zeros, and has no chunks.
    if (!/^[A-Za-z]{4}$/.test(kind)) return 'unfinished';
    position += 12 + chunk.readUInt32BE(0);
    if (position > reader.size) return 'unfinished';
    if (kind === 'IEND') return 'whole';
  }
}

/** Walks the blocks of a GIF to the trailer. */
export async function endOfGif(reader: Reader): Promise<Ending> {
  const byte = async (position: number) => (await reader.at(position, 1))[0] ?? null;
  const table = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  let position = 13 + table((await byte(10)) ?? 0);
  for (;;) {
    const kind = await byte(position);
    if (kind === 0x3b) return 'whole';
    if (kind === 0) {
      // Some writers put zeros between blocks.
      position += 1;
      continue;
    }
    if (kind === 0x21) position += 2;
    else if (kind === 0x2c) position += 11 + table((await byte(position + 9)) ?? 0);
    else return 'unfinished';
    for (;;) {
      const length = await byte(position);
      if (length === null) return 'unfinished';
      position += 1 + length;
      if (length === 0) break;
    }
  }
}

const END_OF_IMAGE = Buffer.from([0xff, 0xd9]);
const JPEG_TAIL = 4096;
const isRestart = (kind: number) => kind >= 0xd0 && kind <= 0xd7;

/**
 * Walks the segments of a JPEG to the end of the image. Previews inside segments have ends of their own, which do not count. Phones write
 * trailers, further images and films behind the end.
 */
export async function endOfJpeg(reader: Reader): Promise<Ending> {
  for (let position: number | null = 2; position !== null; ) {
    const marker: Buffer = await reader.at(position, 4);
    const kind = marker[1];
    if (kind === undefined) return 'unfinished';
    if (marker[0] !== 0xff) position = await nextMarker(reader, position);
    else if (kind === 0xff) position += 1;
    else if (kind === 0xd9) return 'whole';
    else if (kind <= 1 || isRestart(kind) || kind === 0xd8) position += 2;
    else {
      if (marker.length < 4) return 'unfinished';
      position += 2 + marker.readUInt16BE(2);
      if (kind !== 0xda) continue;
      // Compressed data never contains the mark of the end. Most images end with the mark, so most images are not read whole.
      const end = await lastIndexOf(reader, END_OF_IMAGE, Math.min(JPEG_TAIL, reader.size - position));
      if (end !== null) return 'whole';
      position = await nextMarker(reader, position);
    }
  }
  return 'unfinished';
}

/** Returns the position of the next marker behind compressed data, or null. */
async function nextMarker(reader: Reader, position: number): Promise<number | null> {
  let start = position;
  let isOpen = false;
  for await (const piece of pieces(reader, position)) {
    if (isOpen && isMarker(piece[0])) return start - 1;
    for (let at = piece.indexOf(0xff); at !== -1; at = piece.indexOf(0xff, at + 1)) {
      if (at + 1 < piece.length && isMarker(piece[at + 1])) return start + at;
    }
    isOpen = piece.at(-1) === 0xff;
    start += piece.length;
  }
  return null;
}

const isMarker = (kind: number | undefined) =>
  kind !== undefined && kind !== 0 && kind !== 0xff && !isRestart(kind);

const BMP_HEADERS: ReadonlySet<number> = new Set([12, 40, 52, 56, 64, 108, 124]);

/** Whether the first bytes are a BMP. Text can begin with the same two letters. */
export function isBmp(head: Buffer): boolean {
  return (
    head.length >= 26 && head.toString('latin1', 0, 2) === 'BM' && BMP_HEADERS.has(head.readUInt32LE(14))
  );
}

/** The header of a BMP gives the width, the height and the bits of each pixel, or the length of the compressed pixels. */
export async function endOfBmp(reader: Reader): Promise<Ending> {
  const head = await reader.at(0, 54);
  if (head.length < 26) return 'unfinished';
  const pixels = head.readUInt32LE(10);
  if (head.readUInt32LE(14) === 12) {
    const [width, height, bits] = [head.readUInt16LE(18), head.readUInt16LE(20), head.readUInt16LE(24)];
    return await endOfPixels(reader, pixels + rowBytes(width, bits) * height);
  }
  if (head.length < 54) return 'unfinished';
  const [width, height, bits] = [head.readInt32LE(18), head.readInt32LE(22), head.readUInt16LE(28)];
  const isCompressed = ![0, 3, 6].includes(head.readUInt32LE(30));
  const needed = isCompressed ? head.readUInt32LE(34) : rowBytes(Math.abs(width), bits) * Math.abs(height);
  return await endOfPixels(reader, pixels + needed);
}

/** Black pixels are zeros. */
async function endOfPixels(reader: Reader, end: number): Promise<Ending> {
  if (reader.size < end) return 'unfinished';
  return (await isReservedAt(reader, end)) ? 'unknown' : 'whole';
}

/** The bytes of a row of pixels. A row ends at a multiple of four bytes. */
const rowBytes = (width: number, bits: number) => Math.ceil((width * bits) / 32) * 4;
