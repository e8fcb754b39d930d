import { createHash, hash } from 'node:crypto';
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { codeOf } from '../error-code.ts';
import type { UploadPart } from './service-client.ts';
import { ServiceError } from './service-failure.ts';

const CHUNK_BYTES = 128 * 1024;

// The number of buffers into which the chunks of one file are read in turn. With a new buffer for each chunk, the process would grow by
// about 70 MiB before V8 frees the buffers. A chunk is larger than the buffer of a socket, so at most one chunk is in the socket and two
// chunks are in the stream of undici. If a buffer is filled again too early, large-uploads.test.ts fails.
const RING_SIZE = 4;

/** Checks the size of a spool file without reading the file. @throws ServiceError `source-changed` if the file is gone or has another size */
export function checkSize({ spoolPath, size }: UploadPart): void {
  const seen = readable(() => statSync(spoolPath));
  if (!seen.isFile()) throw sourceChanged('the private copy is not a file');
  if (seen.size !== size) throw sourceChanged('the private copy has another size than the file had');
}

/** Reads all bytes of a small spool file. @throws ServiceError `source-changed` if the bytes do not have the recorded SHA-256 (I3) */
export function readFrozenWhole({ spoolPath, size, sha256 }: UploadPart): Buffer {
  const fd = readable(() => openSync(spoolPath, 'r'));
  try {
    const bytes = Buffer.allocUnsafe(size);
    for (let filled = 0; filled < bytes.length; ) {
      const bytesRead = readable(() => readSync(fd, bytes, filled, bytes.length - filled, null));
      if (bytesRead === 0) throw becameShorter();
      filled += bytesRead;
    }
    if (hash('sha256', bytes) !== sha256) throw otherBytes();
    return bytes;
  } finally {
    closeSync(fd);
  }
}

/**
 * Yields the bytes of a spool file in chunks. The hash is complete before the last chunk is yielded, so that other bytes than the recorded
 * bytes never make a complete request (I3). @throws ServiceError `source-changed` if the bytes do not have the recorded SHA-256
 */
export async function* readFrozen({ spoolPath, size, sha256 }: UploadPart): AsyncGenerator<Buffer> {
  const handle = await open(spoolPath, 'r').catch((error: unknown) => {
    throw notReadable(error);
  });
  try {
    const sum = createHash('sha256');
    const ring: Buffer[] = [];
    let left = size;
    for (let turn = 0; left > 0; turn = (turn + 1) % RING_SIZE) {
      // `fill` fills a whole buffer, so a shorter last chunk gets a buffer of its own outside the ring.
      const chunk = left < CHUNK_BYTES ? Buffer.allocUnsafe(left) : slotOf(ring, turn);
      await fill(handle, chunk);
      sum.update(chunk);
      left -= chunk.length;
      if (left === 0 && sum.digest('hex') !== sha256) throw otherBytes();
      yield chunk;
    }
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
    const { bytesRead } = await handle
      .read(chunk, filled, chunk.length - filled, null)
      .catch((error: unknown) => {
        throw notReadable(error);
      });
    if (bytesRead === 0) throw becameShorter();
    filled += bytesRead;
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
const otherBytes = () => sourceChanged('the private copy has other bytes than the file had');
const becameShorter = () => sourceChanged('the private copy became shorter while it was sent');

function sourceChanged(cause: string): ServiceError {
  return new ServiceError({ kind: 'source-changed', cause });
}
