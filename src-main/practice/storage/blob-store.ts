import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Bytes received and hashed, but not yet part of any Task. */
export interface ReceivedBlob {
  readonly uuid: string;
  readonly sha256: string;
  readonly size: number;
}

/**
 * Documents as files. They are received in `incoming/` and move to `blobs/` in the moment their Task is committed,
 * so a stop at any instant leaves either a Task with its documents or neither.
 */
export class BlobStore {
  readonly #incoming: string;
  readonly #kept: string;

  constructor(dataDir: string) {
    this.#incoming = path.join(dataDir, 'incoming');
    this.#kept = path.join(dataDir, 'blobs');
    mkdirSync(this.#incoming, { recursive: true, mode: 0o700 });
    mkdirSync(this.#kept, { recursive: true, mode: 0o700 });
  }

  /** Puts what a stop left behind in order: `isKnown` tells whether a committed data item owns the blob. */
  recover(isKnown: (uuid: string) => boolean): void {
    for (const uuid of readdirSync(this.#incoming)) {
      if (isKnown(uuid)) this.keep(uuid);
      else this.discard(uuid);
    }
  }

  /** Streams to disk and hashes on the way; when the stream breaks, nothing stays and the error is thrown. */
  async receive(source: Readable): Promise<ReceivedBlob> {
    const uuid = randomUUID();
    const hash = createHash('sha256');
    let size = 0;
    const target = createWriteStream(path.join(this.#incoming, uuid), { flags: 'wx', mode: 0o600 });
    try {
      await pipeline(
        source,
        async function* (chunks: AsyncIterable<Buffer>) {
          for await (const chunk of chunks) {
            hash.update(chunk);
            size += chunk.length;
            yield chunk;
          }
        },
        target,
      );
    } catch (error) {
      // The file may still be on its way to being opened; removing it earlier would leave it behind.
      if (!target.closed) await once(target, 'close');
      this.discard(uuid);
      throw error;
    }
    return { uuid, sha256: hash.digest('hex'), size };
  }

  /** Synchronous, so that no other request can see the committed Task without its document. */
  keep(uuid: string): void {
    renameSync(path.join(this.#incoming, uuid), path.join(this.#kept, uuid));
  }

  discard(uuid: string): void {
    rmSync(path.join(this.#incoming, uuid), { force: true });
  }

  readIncoming(uuid: string): Promise<Buffer> {
    return readFile(path.join(this.#incoming, uuid));
  }

  read(uuid: string): Promise<Buffer> {
    return readFile(path.join(this.#kept, uuid));
  }

  stream(uuid: string): Readable {
    return createReadStream(path.join(this.#kept, uuid));
  }
}
