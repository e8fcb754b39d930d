// Makes the icon files that Windows and macOS want from the pictures in resources/icons. Both formats hold whole PNG files.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const icons = join(import.meta.dirname, '..', 'icons');
const SIZES = [32, 256, 512];
/** The names that Apple's format has for a size. */
const APPLE = { 32: 'ic11', 256: 'ic08', 512: 'ic09' };

const pictures = () => SIZES.map((size) => ({ size, png: readFileSync(join(icons, `app-${size}.png`)) }));

/** Writes icon.ico, icon.icns and, for Linux, a folder of pictures into a folder. */
export function writeIconFiles(place) {
  mkdirSync(join(place, 'icons'), { recursive: true });
  writeFileSync(join(place, 'icon.ico'), ico(pictures().filter(({ size }) => size <= 256)));
  writeFileSync(join(place, 'icon.icns'), icns(pictures()));
  for (const size of SIZES)
    copyFileSync(join(icons, `app-${size}.png`), join(place, 'icons', `${size}x${size}.png`));
}

function ico(entries) {
  const head = Buffer.alloc(6 + 16 * entries.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(entries.length, 4);
  let offset = head.length;
  for (const [index, { size, png }] of entries.entries()) {
    const at = 6 + 16 * index;
    // 0 stands for 256 pixels.
    head.writeUInt8(size % 256, at);
    head.writeUInt8(size % 256, at + 1);
    head.writeUInt16LE(1, at + 4);
    head.writeUInt16LE(32, at + 6);
    head.writeUInt32LE(png.length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += png.length;
  }
  return Buffer.concat([head, ...entries.map(({ png }) => png)]);
}

function icns(entries) {
  const part = (name, bytes) => {
    const head = Buffer.alloc(8);
    head.write(name, 'latin1');
    head.writeUInt32BE(8 + bytes.length, 4);
    return Buffer.concat([head, bytes]);
  };
  return part('icns', Buffer.concat(entries.map(({ size, png }) => part(APPLE[size], png))));
}
