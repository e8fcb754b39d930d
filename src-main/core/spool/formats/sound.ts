import { type Ending, isReservedAt, lastIndexOf, type Reader } from './reader.ts';

/** Whether the first bytes are an MP3: a tag with the title, or the beginning of a frame. */
export function isMp3(head: Buffer): boolean {
  if (head.toString('latin1', 0, 3) === 'ID3') return true;
  const [first = 0, second = 0] = head;
  return first === 0xff && (second & 0xe0) === 0xe0 && (second & 0x06) === 0x02;
}

/**
 * The first frame of an MP3 may name the length of the sound (`Xing`, `Info`, `VBRI`). Without that length, an MP3 can end behind any frame.
 */
export async function endOfMp3(reader: Reader): Promise<Ending> {
  const tag = await reader.at(0, 10);
  const start =
    tag.toString('latin1', 0, 3) === 'ID3' && tag.length === 10
      ? 10 + [6, 7, 8, 9].reduce((size, at) => size * 128 + ((tag[at] ?? 0) & 0x7f), 0)
      : 0;
  if (start >= reader.size) return 'unfinished';
  const frame = await reader.at(start, 64);
  const length = soundBytes(frame);
  if (length === null) return 'unknown';
  const end = start + length;
  return end > reader.size || (await isReservedAt(reader, end)) ? 'unfinished' : 'whole';
}

function soundBytes(frame: Buffer): number | null {
  const vbri = frame.indexOf('VBRI');
  if (vbri !== -1 && frame.length >= vbri + 14) return frame.readUInt32BE(vbri + 10);
  const at = Math.max(frame.indexOf('Xing'), frame.indexOf('Info'));
  if (at === -1 || frame.length < at + 16) return null;
  const flags = frame.readUInt32BE(at + 4);
  return flags & 2 ? frame.readUInt32BE(at + (flags & 1 ? 12 : 8)) : null;
}

/** Whatever follows the last page of an Ogg file, such as a tag. */
const BEHIND_OGG = 1024 * 1024;

/** The last page of an Ogg file says that the sound ends. */
export async function endOfOgg(reader: Reader): Promise<Ending> {
  const at = await lastIndexOf(reader, 'OggS\0', BEHIND_OGG);
  if (at === null) return 'unfinished';
  const page = await reader.at(at, 27 + 255);
  const segments = page[26];
  if (segments === undefined || page.length < 27 + segments) return 'unfinished';
  const end = page.subarray(27, 27 + segments).reduce((sum, length) => sum + length, at + 27 + segments);
  if (end > reader.size || (await isReservedAt(reader, end))) return 'unfinished';
  return (page[5] ?? 0) & 4 ? 'whole' : 'unfinished';
}
