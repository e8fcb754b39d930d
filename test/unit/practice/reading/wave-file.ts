import { Buffer } from 'node:buffer';

/** A chunk of a WAV file; `size` is what it says of itself. */
export function chunk(name: string, content: Buffer, size = content.length): Buffer {
  const header = Buffer.alloc(8);
  header.write(name, 'latin1');
  header.writeUInt32LE(size, 4);
  return Buffer.concat([header, content, Buffer.alloc(content.length % 2)]);
}

/** A WAV file of one channel of eight bits. */
export function waveFile(wave: {
  readonly bytesPerSecond: number;
  readonly sound: Buffer;
  readonly others?: readonly Buffer[];
  readonly size?: number;
}): Buffer {
  const format = Buffer.alloc(16);
  format.writeUInt16LE(1, 0);
  format.writeUInt16LE(1, 2);
  format.writeUInt32LE(wave.bytesPerSecond, 4);
  format.writeUInt32LE(wave.bytesPerSecond, 8);
  format.writeUInt16LE(1, 12);
  format.writeUInt16LE(8, 14);
  const chunks = Buffer.concat([
    chunk('fmt ', format),
    ...(wave.others ?? []),
    chunk('data', wave.sound, wave.size),
  ]);
  const header = Buffer.alloc(12);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(chunks.length + 4, 4);
  header.write('WAVE', 8, 'latin1');
  return Buffer.concat([header, chunks]);
}
