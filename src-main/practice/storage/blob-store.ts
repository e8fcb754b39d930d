import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { z } from 'zod';
import { renameOverNow } from '../../core/replace-file.ts';

/** Bytes received and hashed, but not yet part of any Task. */
export interface ReceivedBlob {
  readonly uuid: string;
  readonly sha256: string;
  readonly size: number;
}

/**
 * Documents as files. They are received in `incoming/` and move to `blobs/` in the moment their Task is committed, so a stop at any instant
 * leaves either a Task with its documents or neither.
 */
export function createBlobStore(dataDir: string) {
  const incoming = path.join(dataDir, 'incoming');
  const kept = path.join(dataDir, 'blobs');
  mkdirSync(incoming, { recursive: true, mode: 0o700 });
  mkdirSync(kept, { recursive: true, mode: 0o700 });

  /** Keeps or discards the blobs that a stop left in `incoming/`: `isKnown` says whether a committed data item owns the blob. */
  function recover(isKnown: (uuid: string) => boolean): void {
    for (const uuid of readdirSync(incoming)) {
      if (isKnown(uuid)) keep(uuid);
      else discard(uuid);
    }
  }

  /** Streams to disk and hashes on the way; when the stream breaks, nothing stays and the error is thrown. */
  async function receive(source: Readable): Promise<ReceivedBlob> {
    const uuid = randomUUID();
    const hash = createHash('sha256');
    let size = 0;
    const target = await open(path.join(incoming, uuid), 'wx', 0o600);
    try {
      for await (const chunk of source) {
        const bytes = z.instanceof(Buffer).parse(chunk);
        hash.update(bytes);
        size += bytes.length;
        await target.appendFile(bytes);
      }
    } catch (error) {
      discard(uuid);
      throw error;
    } finally {
      await target.close();
    }
    return { uuid, sha256: hash.digest('hex'), size };
  }

  /** Synchronous, so that no other request can see the committed Task without its document. */
  function keep(uuid: string): void {
    renameOverNow(path.join(incoming, uuid), path.join(kept, uuid));
  }

  function discard(uuid: string): void {
    rmSync(path.join(incoming, uuid), { force: true });
  }

  function readIncoming(uuid: string): Promise<Buffer> {
    return readFile(path.join(incoming, uuid));
  }

  function read(uuid: string): Promise<Buffer> {
    return readFile(path.join(kept, uuid));
  }

  function stream(uuid: string): Readable {
    return createReadStream(path.join(kept, uuid));
  }

  return { recover, receive, keep, discard, readIncoming, read, stream };
}

export type BlobStore = ReturnType<typeof createBlobStore>;
