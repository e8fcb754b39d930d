import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { z } from 'zod';
import { renameOverNow } from '../../core/replace-file.ts';

/** Stores documents as files: in `incoming/` until the database has committed the Task, and in `blobs/` afterwards. */
export function createBlobStore(dataDir: string) {
  const incoming = path.join(dataDir, 'incoming');
  const kept = path.join(dataDir, 'blobs');
  mkdirSync(incoming, { recursive: true, mode: 0o700 });
  mkdirSync(kept, { recursive: true, mode: 0o700 });

  // After a crash, moves each file of a committed data item (`isKnown`) from `incoming/` to `blobs/`, and deletes the other files.
  function recover(isKnown: (uuid: string) => boolean): void {
    for (const uuid of readdirSync(incoming)) {
      if (isKnown(uuid)) keep(uuid);
      else discard(uuid);
    }
  }

  // Writes a stream into a new file in `incoming/`. If the stream fails, deletes the file and throws the error of the stream.
  async function receive(source: Readable) {
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
    return { blob: uuid, sha256: hash.digest('hex'), size };
  }

  // The move is synchronous, so that no other request can find the committed Task before its documents.
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
