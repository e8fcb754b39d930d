import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { z } from 'zod';
import { renameOverNow } from '../../core/replace-file.ts';

/**
 * Stores documents as files. A new file is first in the folder `incoming/`. After the database has committed the Task, the file moves to
 * the folder `blobs/`. After a crash, `recover` moves or deletes the files that are still in `incoming/`.
 */
export function createBlobStore(dataDir: string) {
  const incoming = path.join(dataDir, 'incoming');
  const kept = path.join(dataDir, 'blobs');
  mkdirSync(incoming, { recursive: true, mode: 0o700 });
  mkdirSync(kept, { recursive: true, mode: 0o700 });

  // Moves or deletes each file that a crash left in `incoming/`. If a committed data item owns the file (`isKnown`), the file moves to
  // `blobs/`. Otherwise the file is deleted.
  function recover(isKnown: (uuid: string) => boolean): void {
    for (const uuid of readdirSync(incoming)) {
      if (isKnown(uuid)) keep(uuid);
      else discard(uuid);
    }
  }

  // Writes a stream into a new file in `incoming/`. Returns the name, the sha256 and the size of the file. @throws the error of the stream,
  // after deleting the file
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

  // Moves a file from `incoming/` to `blobs/`. The move is synchronous, so that no other request can find the committed Task before its
  // documents.
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
