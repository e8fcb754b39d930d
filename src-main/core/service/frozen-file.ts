import { type FileHandle, open, stat } from 'node:fs/promises';
import type { UploadPart } from './service-client.ts';
import { ServiceError } from './service-failure.ts';

const CHUNK_BYTES = 128 * 1024;

/** What a spool file looked like when its request was built. */
export interface FrozenFile {
  readonly size: bigint;
  readonly mtimeNs: bigint;
  readonly ino: bigint;
}

/** Looks at a spool file and compares it with what was frozen (I3). Rejects with `source-changed`. */
export async function freezeCheck(part: UploadPart): Promise<FrozenFile> {
  const seen = await stat(part.spoolPath, { bigint: true }).catch((error: unknown) => {
    throw sourceChanged(`the private copy cannot be read${codeOf(error)}`);
  });
  if (!seen.isFile()) throw sourceChanged('the private copy is not a file');
  if (seen.size !== BigInt(part.size))
    throw sourceChanged('the private copy has another size than the file had');
  return { size: seen.size, mtimeNs: seen.mtimeNs, ino: seen.ino };
}

/** Reads exactly the frozen bytes. Throws `source-changed` as soon as the file is another, shorter, longer or newer. */
export async function* readFrozen(path: string, frozen: FrozenFile): AsyncGenerator<Buffer> {
  const handle = await open(path, 'r').catch((error: unknown) => {
    throw sourceChanged(`the private copy cannot be read${codeOf(error)}`);
  });
  try {
    await mustMatch(handle, frozen);
    let left = Number(frozen.size);
    while (left > 0) {
      const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, left));
      const { bytesRead } = await handle.read(chunk, 0, chunk.length, null);
      if (bytesRead === 0) throw sourceChanged('the private copy became shorter while it was sent');
      left -= bytesRead;
      yield chunk.subarray(0, bytesRead);
    }
    await mustMatch(handle, frozen);
  } finally {
    await handle.close();
  }
}

async function mustMatch(handle: FileHandle, frozen: FrozenFile): Promise<void> {
  const now = await handle.stat({ bigint: true });
  if (now.size !== frozen.size || now.mtimeNs !== frozen.mtimeNs || now.ino !== frozen.ino) {
    throw sourceChanged('the private copy changed while it was sent');
  }
}

function sourceChanged(cause: string): ServiceError {
  return new ServiceError({ kind: 'source-changed', cause });
}

/** The code alone: the message of a file error carries the path. */
function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? ` (${error.code})`
    : '';
}
