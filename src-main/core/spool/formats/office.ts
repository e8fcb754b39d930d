import { type Ending, isReservedAt, lastIndexOf, type Reader } from './reader.ts';

const ZIP_END = Buffer.from([0x50, 0x4b, 5, 6]);
/** The maximum length of the comment of a ZIP file, and of what other programs leave behind a ZIP file. */
const BEHIND_ZIP = 1024 * 1024;

/** The end of a ZIP file (DOCX, XLSX, ODT, ODS) names the directory, and the directory has as many entries as the end says. */
export async function endOfZip(reader: Reader): Promise<Ending> {
  const at = await lastIndexOf(reader, ZIP_END, BEHIND_ZIP);
  if (at === null) return 'unfinished';
  const end = await reader.at(at, 22);
  if (end.length < 22) return 'unfinished';
  const directory = (await bigDirectory(reader, at)) ?? {
    entries: end.readUInt16LE(10),
    length: end.readUInt32LE(12),
    start: end.readUInt32LE(16),
  };
  // The end of a ZIP file inside a ZIP file that was cut off names a directory elsewhere.
  if (directory.start + directory.length > at) return 'unfinished';
  let position = directory.start;
  for (let n = 0; n < directory.entries; n++) {
    const entry = await reader.at(position, 46);
    if (entry.length < 46 || entry.readUInt32LE(0) !== 0x02014b50) return 'unfinished';
    position += 46 + entry.readUInt16LE(28) + entry.readUInt16LE(30) + entry.readUInt16LE(32);
  }
  return position === directory.start + directory.length ? 'whole' : 'unfinished';
}

/** Returns the directory of a ZIP64 file, which lies before the end; null for another ZIP file. */
async function bigDirectory(reader: Reader, end: number) {
  const locator = await reader.at(Math.max(0, end - 20), 20);
  if (locator.length < 20 || locator.readUInt32LE(0) !== 0x07064b50) return null;
  const record = await reader.at(Number(locator.readBigUInt64LE(8)), 56);
  if (record.length < 56 || record.readUInt32LE(0) !== 0x06064b50) return null;
  const [entries, length, start] = [32, 40, 48].map((at) => Number(record.readBigUInt64LE(at)));
  return { entries: entries ?? 0, length: length ?? 0, start: start ?? 0 };
}

const LAST_SECTOR = 0xffff_fffa;
const FREE = 0xffff_ffff;

/**
 * The allocation table of a compound file (DOC, XLS, PPT, MSG) names the sectors that are in use. Some writers leave the last sector short,
 * so a last sector that is only begun proves nothing.
 */
export async function endOfCompound(reader: Reader): Promise<Ending> {
  const head = await reader.at(0, 512);
  if (head.length < 512) return 'unfinished';
  const size = 2 ** head.readUInt16LE(30);
  if (size !== 512 && size !== 4096) return 'unknown';
  const positionOf = (sector: number) => (sector + 1) * size;
  let last = -1;
  for await (const { sector, first } of tables(reader, { head, size, positionOf })) {
    const table = await reader.at(positionOf(sector), size);
    if (table.length < size) return 'unfinished';
    for (let n = 0; n < size / 4; n++)
      if (table.readUInt32LE(4 * n) !== FREE) last = Math.max(last, first + n);
  }
  if (last === -1 || positionOf(last) >= reader.size) return 'unfinished';
  const end = positionOf(last + 1);
  return end > reader.size || (await isReservedAt(reader, end)) ? 'unknown' : 'whole';
}

/** Returns the sectors of the allocation table, each with the first sector that its part of the table is about. */
async function* tables(
  reader: Reader,
  { head, size, positionOf }: { head: Buffer; size: number; positionOf: (sector: number) => number },
): AsyncGenerator<{ sector: number; first: number }> {
  const count = head.readUInt32LE(44);
  let list = head.subarray(76, 512);
  let next = head.readUInt32LE(68);
  for (let n = 0, at = 0; n < count; n++, at += 4) {
    if (at === list.length) {
      // A further sector of the list: its last four bytes name the sector after it.
      if (next >= LAST_SECTOR) return;
      const sector = await reader.at(positionOf(next), size);
      if (sector.length < size) {
        yield { sector: next, first: 0 };
        return;
      }
      list = sector.subarray(0, size - 4);
      next = sector.readUInt32LE(size - 4);
      at = 0;
    }
    yield { sector: list.readUInt32LE(at), first: (n * size) / 4 };
  }
}
