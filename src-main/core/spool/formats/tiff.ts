import { createHash } from 'node:crypto';
import { type Ending, isReservedAt, type Reader, TooMuchToRead } from './reader.ts';

/** The bytes of a value, by the number of its type. */
const TYPE_BYTES = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4, 0, 0, 8, 8, 8] as const;
const COMPRESSION = 259;
/** No compression, and a compression that writes zeros for zeros. */
const RAW: readonly number[] = [1, 32_773];
const SUB_DIRECTORIES = 330;
/** Tags with positions of image data, each with the tag of the lengths: strips, tiles, an older JPEG. */
const IMAGE_DATA = [
  [273, 279],
  [324, 325],
  [513, 514],
] as const;
/** Private tags begin here. Programs that change a TIFF often leave positions in private tags that are no longer true. */
const PRIVATE = 32_768;
const MOST_DIRECTORIES = 100_000;
const MOST_VALUES = 4_000_000;
const MOST_SUB_DIRECTORIES = 1_000;
/** The length that writers give for image data whose length the writer did not know. */
const NO_LENGTH = 0xffff_ffff;

class Missing extends Error {}

interface Entry {
  readonly type: number;
  readonly count: number;
  /** The position of the values in the file. */
  readonly position: number;
}

/** Walks the directories of a TIFF or BigTIFF. Every directory, and the strips or tiles that the directory names, lie inside the file. */
export async function endOfTiff(reader: Reader): Promise<Ending> {
  try {
    const { end, isRaw } = await walk(reader);
    if (!(await isReservedAt(reader, end))) return 'whole';
    return isRaw ? 'unknown' : 'unfinished';
  } catch (error) {
    if (error instanceof Missing) return 'unfinished';
    throw error;
  }
}

/** Returns the end of the image data that lies last in the file, and whether that data is not compressed. */
async function walk(reader: Reader): Promise<{ readonly end: number; readonly isRaw: boolean }> {
  const { first, directoryAt, valuesOf } = await openTiff(reader);
  const open = [first];
  let [end, isRaw] = [0, true];
  // A writer fills in the position of the first directory at the end.
  if (first === 0) throw new Missing();
  const seen = new Set<number>();
  for (let position = open.pop(); position !== undefined; position = open.pop()) {
    // A directory may name itself as the next directory.
    if (position === 0 || seen.has(position)) continue;
    seen.add(position);
    if (seen.size > MOST_DIRECTORIES) throw new TooMuchToRead();
    const { entries, next } = await directoryAt(position);
    open.push(next);
    for (const [tag, { type, count, position: at }] of entries)
      if (tag < PRIVATE && at + count * (TYPE_BYTES[type] ?? 0) > reader.size) throw new Missing();
    const compression = entries.get(COMPRESSION);
    const [method = 1] = compression === undefined ? [] : await valuesOf(compression);
    for (const [positions, lengths] of IMAGE_DATA) {
      const dataEnd = await endOfData(entries.get(positions), entries.get(lengths));
      if (dataEnd > end) [end, isRaw] = [dataEnd, RAW.includes(method)];
    }
    const sub = entries.get(SUB_DIRECTORIES);
    if (sub !== undefined)
      open.push(...(await valuesOf({ ...sub, count: Math.min(sub.count, MOST_SUB_DIRECTORIES) })));
  }
  return { end, isRaw };

  async function endOfData(positions: Entry | undefined, lengths: Entry | undefined): Promise<number> {
    if (positions === undefined) return 0;
    let last = 0;
    const known = lengths === undefined ? [] : await valuesOf(lengths);
    for (const [n, start] of (await valuesOf(positions)).entries()) {
      const length = known[n] ?? 0;
      last = Math.max(last, start + (length === NO_LENGTH ? 0 : length));
      if (last > reader.size) throw new Missing();
    }
    return last;
  }
}

/**
 * Returns the sha256 of the image data of each page of a TIFF or BigTIFF, in the order of the pages. Returns the pages up to the first
 * page that cannot be read.
 */
export async function picturesOfTiff(reader: Reader): Promise<string[]> {
  const pictures: string[] = [];
  try {
    const { first, directoryAt, valuesOf } = await openTiff(reader);
    const seen = new Set([0]);
    for (let position = first; !seen.has(position); ) {
      seen.add(position);
      const { entries, next } = await directoryAt(position);
      const picture = createHash('sha256');
      for (const [positions, lengths] of IMAGE_DATA) {
        const [at, length] = [entries.get(positions), entries.get(lengths)];
        if (at === undefined || length === undefined) continue;
        const known = await valuesOf(length);
        for (const [n, start] of (await valuesOf(at)).entries())
          picture.update(await reader.at(start, known[n] ?? 0));
      }
      pictures.push(picture.digest('hex'));
      position = next;
    }
  } catch (error) {
    if (!(error instanceof Missing || error instanceof TooMuchToRead)) throw error;
  }
  return pictures;
}

async function openTiff(reader: Reader) {
  const head = await reader.at(0, 4);
  const isLittle = head[0] === 0x49;
  const isBig = head.includes(43);
  const word = isBig ? 8 : 4;

  function numberIn(bytes: Buffer, at: number, length: number): number {
    if (length === 8) return Number(isLittle ? bytes.readBigUInt64LE(at) : bytes.readBigUInt64BE(at));
    return isLittle ? bytes.readUIntLE(at, length) : bytes.readUIntBE(at, length);
  }

  async function numberAt(position: number, length: number): Promise<number> {
    const bytes = await reader.at(position, length);
    if (bytes.length < length) throw new Missing();
    return numberIn(bytes, 0, length);
  }

  async function directoryAt(position: number) {
    const count = await numberAt(position, isBig ? 8 : 2);
    // Reserved space is full of zeros, and a directory has at least one entry.
    if (count === 0) throw new Missing();
    const size = isBig ? 20 : 12;
    const first = position + (isBig ? 8 : 2);
    if (first + count * size + word > reader.size) throw new Missing();
    if (count > 65_535) throw new TooMuchToRead();
    const entries = new Map<number, Entry>();
    for (let at = first; at < first + count * size; at += size) {
      const type = await numberAt(at + 2, 2);
      const values = await numberAt(at + 4, word);
      const field = at + 4 + word;
      const isInField = values * (TYPE_BYTES[type] ?? 0) <= word;
      entries.set(await numberAt(at, 2), {
        type,
        count: values,
        position: isInField ? field : await numberAt(field, word),
      });
    }
    return { entries, next: await numberAt(first + count * size, word) };
  }

  async function valuesOf({ type, count, position }: Entry): Promise<number[]> {
    const width = TYPE_BYTES[type] ?? 0;
    if (width === 0 || width > 8) return [];
    if (count > MOST_VALUES) throw new TooMuchToRead();
    const bytes = await reader.at(position, count * width);
    if (bytes.length < count * width) throw new Missing();
    return Array.from({ length: count }, (_, n) => numberIn(bytes, n * width, width));
  }

  return { first: await numberAt(isBig ? 8 : 4, word), directoryAt, valuesOf };
}
