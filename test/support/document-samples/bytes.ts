import { seededRandom } from '../random.ts';

/** Bytes that look like compressed data, the same at each call, without a zero byte. */
export function noise(length: number): Buffer {
  const random = seededRandom(length);
  return Buffer.from(Array.from({ length }, () => 1 + Math.floor(random() * 255)));
}

export function u16(value: number, order: 'LE' | 'BE'): Buffer {
  const bytes = Buffer.alloc(2);
  if (order === 'LE') bytes.writeUInt16LE(value);
  else bytes.writeUInt16BE(value);
  return bytes;
}

export function u32(value: number, order: 'LE' | 'BE'): Buffer {
  const bytes = Buffer.alloc(4);
  if (order === 'LE') bytes.writeUInt32LE(value);
  else bytes.writeUInt32BE(value);
  return bytes;
}
