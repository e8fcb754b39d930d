import { createHash } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import { type Random, randomBytes } from './random.ts';

/** The sha256 of some bytes, in hex. */
export function sha256Of(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** A square grey PNG of noise, `side` pixels wide, up to its IEND; about side × side bytes. */
export function pngImage(random: Random, side = 16): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header[8] = 8;
  const rows = Array.from({ length: side }, () => Buffer.concat([Buffer.of(0), randomBytes(random, side)]));
  return Buffer.concat([
    Buffer.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(Buffer.concat(rows))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** A grey JPEG of one pixel, up to its EOI; `comment` (at most 65,533 bytes) makes it differ from others. */
export function jpegImage(comment: string): Buffer {
  const marker = (code: number, data: Buffer) => {
    const head = Buffer.of(0xff, code, 0, 0);
    head.writeUInt16BE(data.length + 2, 2);
    return Buffer.concat([head, data]);
  };
  // One Huffman code of one bit: "no difference" for DC, "end of block" for AC.
  const oneCode = (table: number) => Buffer.concat([Buffer.of(table, 1), Buffer.alloc(15), Buffer.of(0)]);
  return Buffer.concat([
    Buffer.of(0xff, 0xd8),
    marker(0xe0, Buffer.from('JFIF\0\x01\x01\0\0\x01\0\x01\0\0', 'latin1')),
    marker(0xfe, Buffer.from(comment)),
    marker(0xdb, Buffer.concat([Buffer.of(0), Buffer.alloc(64, 1)])),
    marker(0xc0, Buffer.of(8, 0, 1, 0, 1, 1, 1, 0x11, 0)),
    marker(0xc4, oneCode(0x00)),
    marker(0xc4, oneCode(0x10)),
    marker(0xda, Buffer.of(1, 1, 0, 0, 63, 0)),
    Buffer.of(0x3f, 0xff, 0xd9),
  ]);
}
