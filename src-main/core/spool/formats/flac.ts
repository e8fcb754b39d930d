import type { Ending, Reader } from './reader.ts';

/** The part at the end of a file in which the last frame is looked for. */
const TAIL = 1024 * 1024;
const TAG = 128;

/**
 * The header of a FLAC file gives the number of samples, and the last frame ends at the last sample. Where only the checksum of the last
 * frame is wrong, something may follow the sound, so the end is unknown.
 */
export async function endOfFlac(reader: Reader): Promise<Ending> {
  let position = 4;
  let samples = 0;
  let blockSize = 0;
  for (let isLast = false; !isLast; ) {
    const block = await reader.at(position, 4 + 18);
    if (block.length < 4) return 'unfinished';
    const [kind = 0] = block;
    isLast = kind >= 0x80;
    if ((kind & 0x7f) === 0 && block.length === 22) {
      blockSize = block.readUInt16BE(4);
      samples = ((block[17] ?? 0) & 0x0f) * 2 ** 32 + block.readUInt32BE(18);
    }
    position += 4 + block.readUIntBE(1, 3);
  }
  // A recorder that cannot go back to the header leaves the number of samples out.
  if (samples === 0) return 'unknown';
  const start = Math.max(position, reader.size - TAIL);
  const bytes = await reader.at(start, reader.size - start);
  const isTagged = bytes.toString('latin1', bytes.length - TAG, bytes.length - TAG + 3) === 'TAG';
  const sound = isTagged ? bytes.subarray(0, -TAG) : bytes;
  let ending: Ending = 'unfinished';
  for (let at = sound.lastIndexOf(0xff); at > -1; at = at === 0 ? -1 : sound.lastIndexOf(0xff, at - 1)) {
    const frame = frameAt(sound.subarray(at, at + 16));
    if (frame === null || frame.number * (frame.isVariable ? 1 : blockSize) + frame.samples !== samples)
      continue;
    if (checksum(sound.subarray(at), 16, 0x8005) === 0) return 'whole';
    ending = 'unknown';
  }
  return ending;
}

/** Reads the header of a frame, and returns null if its checksum is wrong. */
function frameAt(bytes: Buffer) {
  const [, second = 0, third = 0, , lead = 0] = bytes;
  if ((second & 0xfe) !== 0xf8) return null;
  // The number is written like a letter of UTF-8 with up to seven bytes.
  const more = lead < 0x80 ? 0 : Math.clz32(~(lead << 24)) - 1;
  let number = more === 0 ? lead : lead & (0x3f >> more);
  for (let n = 1; n <= more; n++) number = number * 64 + ((bytes[4 + n] ?? 0) & 0x3f);
  const size = third >> 4;
  const rate = third & 0x0f;
  const after = 5 + more;
  const sizeBytes = size === 6 ? 1 : size === 7 ? 2 : 0;
  const end = after + sizeBytes + (rate === 12 ? 1 : rate === 13 || rate === 14 ? 2 : 0);
  if (more < 0 || end >= bytes.length || checksum(bytes.subarray(0, end + 1), 8, 0x07) !== 0) return null;
  return { number, isVariable: (second & 1) === 1, samples: samplesOf(size, bytes, after) };
}

function samplesOf(size: number, bytes: Buffer, at: number): number {
  if (size === 1) return 192;
  if (size <= 5) return 576 * 2 ** (size - 2);
  if (size === 6) return (bytes[at] ?? 0) + 1;
  return size === 7 ? bytes.readUInt16BE(at) + 1 : 256 * 2 ** (size - 8);
}

/** Returns the cyclic redundancy check of `bytes`; zero if the bytes end with their own check. */
function checksum(bytes: Buffer, width: 8 | 16, polynomial: number): number {
  const top = 1 << (width - 1);
  let sum = 0;
  for (const byte of bytes) {
    sum ^= byte << (width - 8);
    for (let bit = 0; bit < 8; bit++) sum = sum & top ? (sum << 1) ^ polynomial : sum << 1;
    sum &= 2 ** width - 1;
  }
  return sum;
}
