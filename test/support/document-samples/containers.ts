import { crc32 } from 'node:zlib';
import { noise, u16, u32 } from './bytes.ts';

export function riff(form: string, ...chunks: readonly (readonly [kind: string, data: Buffer])[]): Buffer {
  const parts = chunks.flatMap(([kind, data]) => [Buffer.from(kind), u32(data.length, 'LE'), data]);
  const body = Buffer.concat([Buffer.from(form), ...parts]);
  return Buffer.concat([Buffer.from('RIFF'), u32(body.length, 'LE'), body]);
}

export const wav = (): Buffer =>
  riff('WAVE', ['fmt ', noise(16)], ['data', noise(1600)], ['LIST', noise(26)]);

export function box(kind: string, ...content: readonly Buffer[]): Buffer {
  const data = Buffer.concat(content);
  return Buffer.concat([u32(8 + data.length, 'BE'), Buffer.from(kind), data]);
}

/** A box whose length has eight bytes. */
export function longBox(kind: string, data: Buffer): Buffer {
  return Buffer.concat([u32(1, 'BE'), Buffer.from(kind), u32(0, 'BE'), u32(16 + data.length, 'BE'), data]);
}

export const brand = (name: string): Buffer => box('ftyp', Buffer.from(`${name}\0\0\0\0${name}mif1`));

/** A ZIP file with two files that are stored as they are. */
export function zip(content = noise(900)): Buffer {
  const files = [
    ['[Content_Types].xml', Buffer.from('<Types/>')],
    ['word/document.xml', content],
  ] as const;
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  let position = 0;
  for (const [name, data] of files) {
    const sizes = [u32(crc32(data), 'LE'), u32(data.length, 'LE'), u32(data.length, 'LE')];
    const common = [
      u16(20, 'LE'),
      u16(0, 'LE'),
      u16(0, 'LE'),
      u32(0, 'LE'),
      ...sizes,
      u16(name.length, 'LE'),
    ];
    const entry = Buffer.concat([u32(0x04034b50, 'LE'), ...common, u16(0, 'LE'), Buffer.from(name), data]);
    local.push(entry);
    const rest = [Buffer.alloc(12), u32(position, 'LE')];
    central.push(
      Buffer.concat([u32(0x02014b50, 'LE'), u16(20, 'LE'), ...common, ...rest, Buffer.from(name)]),
    );
    position += entry.length;
  }
  const directory = Buffer.concat(central);
  const counts = [u16(files.length, 'LE'), u16(files.length, 'LE')];
  const end = [
    u32(0x06054b50, 'LE'),
    u32(0, 'LE'),
    ...counts,
    u32(directory.length, 'LE'),
    u32(position, 'LE'),
  ];
  return Buffer.concat([...local, directory, ...end, u16(0, 'LE')]);
}

/** A compound file with some sectors in use, as older Office programs write. */
export function compound(sectors = 20): Buffer {
  const head = Buffer.alloc(512, 0xff);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(head);
  head.fill(0, 8, 76);
  head.writeUInt16LE(9, 30);
  head.writeUInt32LE(1, 44);
  head.writeUInt32LE(1, 48);
  head.writeUInt32LE(0xffff_fffe, 68);
  head.writeUInt32LE(0, 76);
  const table = Buffer.alloc(512, 0xff);
  for (let n = 0; n < sectors; n++) table.writeUInt32LE(n === 0 ? 0xffff_fffd : 0xffff_fffe, 4 * n);
  return Buffer.concat([head, table, noise(512 * (sectors - 1))]);
}
