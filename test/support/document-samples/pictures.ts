import { crc32, deflateSync } from 'node:zlib';
import { noise, u16, u32 } from './bytes.ts';

export function png(): Buffer {
  const chunk = (kind: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(kind), data]);
    return Buffer.concat([u32(data.length, 'BE'), named, u32(crc32(named), 'BE')]);
  };
  const pixels = deflateSync(noise(40 * 41));
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', Buffer.concat([u32(40, 'BE'), u32(40, 'BE'), Buffer.from([8, 0, 0, 0, 0])])),
    chunk('IDAT', pixels.subarray(0, 700)),
    chunk('IDAT', pixels.subarray(700)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

export function gif(): Buffer {
  const blocks = [noise(255), noise(200), noise(3)].flatMap((data) => [Buffer.from([data.length]), data]);
  return Buffer.concat([
    Buffer.from('GIF89a'),
    Buffer.from([40, 0, 40, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]),
    Buffer.from([0x21, 0xf9, 4, 0, 0, 0, 0, 0]),
    Buffer.from([0x2c, 0, 0, 0, 0, 40, 0, 40, 0, 0, 2]),
    ...blocks,
    Buffer.from([0, 0x3b]),
  ]);
}

/** A JPEG with a preview, which has an end of its own. */
export function jpeg(): Buffer {
  const preview = Buffer.from([0xff, 0xd8, 0xff, 0xdb, 0, 4, 1, 2, 0xff, 0xda, 0, 2, 7, 7, 0xff, 0xd9]);
  const data = (length: number) => Buffer.from(noise(length).map((byte) => (byte === 0xff ? 0 : byte)));
  return Buffer.concat([
    Buffer.from([0xff, 0xd8, 0xff, 0xe1]),
    u16(2 + 6 + preview.length, 'BE'),
    Buffer.from('Exif\0\0'),
    preview,
    Buffer.from([0xff, 0xc4, 0, 5, 1, 2, 3, 0xff, 0xda, 0, 5, 1, 1, 0]),
    data(900),
    Buffer.from([0xff, 0x00, 0xff, 0xd0]),
    data(900),
    Buffer.from([0xff, 0xd9]),
  ]);
}

export function bmp(rows = 30): Buffer {
  const head = Buffer.alloc(54);
  head.write('BM');
  head.writeUInt32LE(54 + 32 * rows, 2);
  head.writeUInt32LE(54, 10);
  head.writeUInt32LE(40, 14);
  head.writeInt32LE(30, 18);
  head.writeInt32LE(-rows, 22);
  head.writeUInt16LE(1, 26);
  head.writeUInt16LE(8, 28);
  return Buffer.concat([head, noise(32 * rows)]);
}

type Tag = readonly [tag: number, type: number, values: readonly number[]];

/** A TIFF of two pages, each with two strips. `first`: whether the directories lie before the image data. */
export function tiff({ order = 'LE', big = false, first = false }: TiffOptions = {}): Buffer {
  const word = big ? 8 : 4;
  const number = (value: number, length: number) => {
    const bytes = Buffer.alloc(length);
    if (length === 8)
      order === 'LE' ? bytes.writeBigUInt64LE(BigInt(value)) : bytes.writeBigUInt64BE(BigInt(value));
    else order === 'LE' ? bytes.writeUIntLE(value, 0, length) : bytes.writeUIntBE(value, 0, length);
    return bytes;
  };
  const strips = [noise(300), noise(280), noise(300), noise(120)];
  const directory = (at: number, tags: readonly Tag[], next: (end: number) => number) => {
    const size = (big ? 8 : 2) + tags.length * (big ? 20 : 12) + word;
    const values: Buffer[] = [];
    let end = at + size;
    const entries = tags.map(([tag, type, list]) => {
      const width = type === 3 ? 2 : type === 16 ? 8 : 4;
      const bytes = Buffer.concat(list.map((value) => number(value, width)));
      const inside = bytes.length <= word;
      const field = inside ? Buffer.concat([bytes, Buffer.alloc(word - bytes.length)]) : number(end, word);
      if (!inside) {
        values.push(bytes);
        end += bytes.length;
      }
      return Buffer.concat([number(tag, 2), number(type, 2), number(list.length, word), field]);
    });
    const count = number(tags.length, big ? 8 : 2);
    return Buffer.concat([count, ...entries, number(next(end), word), ...values]);
  };
  const tags = (starts: readonly number[], page: number): Tag[] => [
    [256, 3, [40]],
    [257, 3, [15]],
    [273, big ? 16 : 4, starts],
    [279, 4, strips.slice(2 * page, 2 * page + 2).map(({ length }) => length)],
  ];
  const start = big ? 16 : 8;
  const lengthOf = (page: number) => directory(0, tags([0, 0], page), () => 0).length;
  const directories = lengthOf(0) + lengthOf(1);
  const data = Buffer.concat(strips);
  const dataAt = first ? start + directories : start;
  const directoryAt = first ? start : start + data.length;
  const startOf = (n: number) => dataAt + strips.slice(0, n).reduce((sum, { length }) => sum + length, 0);
  const pages = Buffer.concat([
    directory(directoryAt, tags([startOf(0), startOf(1)], 0), (end) => end),
    directory(directoryAt + lengthOf(0), tags([startOf(2), startOf(3)], 1), () => 0),
  ]);
  const head = [Buffer.from(order === 'LE' ? 'II' : 'MM'), number(big ? 43 : 42, 2)];
  if (big) head.push(number(8, 2), number(0, 2));
  head.push(number(directoryAt, word));
  return Buffer.concat([...head, ...(first ? [pages, data] : [data, pages])]);
}

export interface TiffOptions {
  readonly order?: 'LE' | 'BE';
  readonly big?: boolean;
  readonly first?: boolean;
}
