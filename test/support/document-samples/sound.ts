import { noise, u16, u32 } from './bytes.ts';

/** An MP3 with a title. `counted`: whether the first frame names the length of the sound. */
export function mp3(counted: boolean): Buffer {
  const title = Buffer.concat([Buffer.from('ID3\x03\0\0\0\0\x01\x00'), noise(128)]);
  const frame = (content: Buffer) =>
    Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0x44]), content, noise(413 - content.length)]);
  const length = 4 * 417;
  const info = Buffer.concat([
    Buffer.alloc(32),
    Buffer.from('Info'),
    u32(3, 'BE'),
    u32(4, 'BE'),
    u32(length, 'BE'),
  ]);
  return Buffer.concat([
    title,
    frame(counted ? info : noise(52)),
    frame(noise(9)),
    frame(noise(9)),
    frame(noise(9)),
  ]);
}

export function ogg(): Buffer {
  const page = (flags: number, number: number, lengths: readonly number[]) =>
    Buffer.concat([
      Buffer.from('OggS\0'),
      Buffer.from([flags]),
      Buffer.alloc(8),
      u32(7, 'LE'),
      u32(number, 'LE'),
      u32(0, 'LE'),
      Buffer.from([lengths.length, ...lengths]),
      ...lengths.map((length) => noise(length)),
    ]);
  return Buffer.concat([
    page(2, 0, [19]),
    page(0, 1, [255, 255, 40]),
    page(0, 2, [200]),
    page(4, 3, [255, 11]),
  ]);
}

function checksum(bytes: Buffer, width: number, polynomial: number): number {
  let sum = 0;
  for (const byte of bytes)
    for (let bit = 7; bit >= 0; bit--) {
      const out = ((sum >> (width - 1)) ^ (byte >> bit)) & 1;
      sum = ((sum << 1) ^ (out ? polynomial : 0)) & (2 ** width - 1);
    }
  return sum;
}

/** A FLAC of four frames of 256 samples, with content that no decoder would take. */
export function flac({ counted = true }: { readonly counted?: boolean } = {}): Buffer {
  const header = Buffer.alloc(34);
  header.writeUInt16BE(256, 0);
  header.writeUInt16BE(256, 2);
  if (counted) header.writeUInt32BE(4 * 256, 14);
  const frame = (number: number) => {
    const head = Buffer.from([0xff, 0xf8, 0x80, 0x08, number]);
    const named = Buffer.concat([head, Buffer.from([checksum(head, 8, 0x07)]), noise(300 + number)]);
    return Buffer.concat([named, u16(checksum(named, 16, 0x8005), 'BE')]);
  };
  const title = Buffer.from('a title');
  return Buffer.concat([
    Buffer.from('fLaC'),
    Buffer.from([0, 0, 0, 34]),
    header,
    Buffer.from([0x84, 0, 0, title.length]),
    title,
    frame(0),
    frame(1),
    frame(2),
    frame(3),
  ]);
}
