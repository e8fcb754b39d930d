import { type BigIntStats, closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { codeOf } from '../error-code.ts';
import type { UploadPart } from './service-client.ts';
import { ServiceError } from './service-failure.ts';

const CHUNK_BYTES = 128 * 1024;

// The number of buffers into which the chunks of one file are read in turn. With a new buffer for each chunk, the process would grow by
// about 70 MiB before V8 frees the buffers. A chunk is larger than the buffer of a socket, so at most one chunk is in the socket and two
// chunks are in the stream of undici. If a buffer is filled again too early, large-uploads.test.ts fails.
const RING_SIZE = 4;

/** The identity of a spool file when the request body was built from the file. */
export interface FrozenFile {
  readonly size: bigint;
  readonly mtimeNs: bigint;
  readonly ino: bigint;
}

/** Returns the present identity of a spool file (I3). @throws ServiceError `source-changed` if the file is gone or has another size */
export function freezeCheck(part: UploadPart): FrozenFile {
  const seen = readable(() => statSync(part.spoolPath, { bigint: true }));
  if (!seen.isFile()) throw sourceChanged('the private copy is not a file');
  if (seen.size !== BigInt(part.size))
    throw sourceChanged('the private copy has another size than the file had');
  return { size: seen.size, mtimeNs: seen.mtimeNs, ino: seen.ino };
}

/** Reads all bytes of a small spool file. @throws ServiceError `source-changed` if the file no longer has the identity `frozen` */
export function readFrozenWhole(path: string, frozen: FrozenFile): Buffer {
  const fd = readable(() => openSync(path, 'r'));
  try {
    assertFrozen(fstatSync(fd, { bigint: true }), frozen);
    const bytes = Buffer.allocUnsafe(Number(frozen.size));
    for (let filled = 0; filled < bytes.length; ) {
      const bytesRead = readSync(fd, bytes, filled, bytes.length - filled, null);
      if (bytesRead === 0) throw becameShorter();
      filled += bytesRead;
    }
    assertFrozen(fstatSync(fd, { bigint: true }), frozen);
    return bytes;
  } finally {
    closeSync(fd);
  }
}

/** Yields the bytes of a spool file in chunks. @throws ServiceError `source-changed` if the file no longer has the identity `frozen` */
export async function* readFrozen(path: string, frozen: FrozenFile): AsyncGenerator<Buffer> {
  const handle = await open(path, 'r').catch((error: unknown) => {
    throw notReadable(error);
  });
  try {
    assertFrozen(await handle.stat({ bigint: true }), frozen);
    const ring: Buffer[] = [];
    let left = Number(frozen.size);
    for (let turn = 0; left > 0; turn = (turn + 1) % RING_SIZE) {
      // `fill` fills a whole buffer, so a shorter last chunk gets a buffer of its own outside the ring.
      const chunk = left < CHUNK_BYTES ? Buffer.allocUnsafe(left) : slotOf(ring, turn);
      await fill(handle, chunk);
      left -= chunk.length;
      yield chunk;
    }
    assertFrozen(await handle.stat({ bigint: true }), frozen);
  } finally {
    await handle.close();
  }
}

function slotOf(ring: Buffer[], turn: number): Buffer {
  const slot = ring[turn] ?? Buffer.allocUnsafe(CHUNK_BYTES);
  ring[turn] = slot;
  return slot;
}

async function fill(handle: FileHandle, chunk: Buffer): Promise<void> {
  for (let filled = 0; filled < chunk.length; ) {
    const { bytesRead } = await handle.read(chunk, filled, chunk.length - filled, null);
    if (bytesRead === 0) throw becameShorter();
    filled += bytesRead;
  }
}

function assertFrozen(now: BigIntStats, frozen: FrozenFile): void {
  if (now.size !== frozen.size || now.mtimeNs !== frozen.mtimeNs || now.ino !== frozen.ino) {
    throw sourceChanged('the private copy changed while it was sent');
  }
}

function readable<T>(call: () => T): T {
  try {
    return call();
  } catch (error) {
    throw notReadable(error);
  }
}

const notReadable = (error: unknown) => sourceChanged(`the private copy cannot be read (${codeOf(error)})`);
const becameShorter = () => sourceChanged('the private copy became shorter while it was sent');

function sourceChanged(cause: string): ServiceError {
  return new ServiceError({ kind: 'source-changed', cause });
}
