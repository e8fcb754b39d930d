import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Clock } from '../clock.ts';
import {
  type ExactIdentity,
  errorCode,
  identityOf,
  lstatOrNull,
  READ_FLAGS,
  sameVersion,
} from './file-identity.ts';
import { mediaTypeOf } from './media-type.ts';
import { TextProbe } from './text-probe.ts';

const CHUNK = 1024 * 1024;
/** Longer than anybody takes from the copy to its row; many files given at once are all copied before the first row. */
const ORPHAN_AGE_MS = 3_600_000;
const SPOOL_NAME = /^[0-9a-f-]{36}$/;

/** What the system says when the copy, not the source, is the trouble. */
export const SPOOL_FAULTS: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EFBIG']);

/** The source changed, or went away, while it was copied: there is no one version to send. */
export class SourceChanged extends Error {}

export interface FrozenFile {
  readonly spoolName: string;
  readonly size: number;
  readonly sha256: string;
  readonly mediaType: string;
  readonly fileName: string;
  readonly identity: ExactIdentity;
}

export interface SpoolOptions {
  readonly dir: string;
  readonly clock: Clock;
  /** Called after each piece that was read from a source; for tests that change a file while it is read. */
  readonly onChunk?: (sourcePath: string) => void | Promise<void>;
}

/** Frozen private copies of files about to be sent (I3). Files are 0600; names say nothing about the documents (I11). */
export function createSpool({ dir, clock, onChunk }: SpoolOptions) {
  const pathOf = (name: string) => {
    if (!SPOOL_NAME.test(name)) throw new TypeError('not the name of a spool file');
    return join(dir, name);
  };

  async function keep(
    chunks: AsyncIterable<Uint8Array>,
    fileName: string,
    after?: () => Promise<ExactIdentity>,
  ): Promise<FrozenFile> {
    await mkdir(dir, { recursive: true, mode: 0o700 });
    const spoolName = randomUUID();
    const path = pathOf(spoolName);
    const target = await open(path, 'wx', 0o600);
    try {
      const hash = createHash('sha256');
      const probe = new TextProbe();
      let size = 0;
      for await (const piece of chunks) {
        const chunk = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
        hash.update(chunk);
        probe.push(chunk);
        size += chunk.length;
        await writeAll(target, chunk);
      }
      const sha256 = hash.digest('hex');
      const identity = after ? await after() : identityOf(await target.stat({ bigint: true }));
      if (identity.size !== size) throw new SourceChanged('the size is not what was read');
      await target.sync();
      const sniffed = { path, name: fileName, size, isText: probe.isText(), head: probe.head };
      return { spoolName, size, sha256, mediaType: await mediaTypeOf(sniffed), fileName, identity };
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    } finally {
      await target.close();
    }
  }

  return {
    dir,
    pathOf,

    /**
     * Copies one consistent version of a file: stat, open, copy and hash, stat.
     *
     * @throws SourceChanged when any of size, mtime, ctime or inode differs, or the file vanished; system errors as they are
     */
    async freeze(sourcePath: string): Promise<FrozenFile> {
      const before = await versionAt(sourcePath);
      const source = await open(sourcePath, READ_FLAGS).catch((error: unknown) => {
        throw errorCode(error) === 'ENOENT' ? vanished() : error;
      });
      try {
        assertSame(before, identityOf(await source.stat({ bigint: true })));
        const pieces = read(source, before.size, () => onChunk?.(sourcePath));
        return await keep(pieces, basename(sourcePath).normalize('NFC'), async () => {
          assertSame(before, identityOf(await source.stat({ bigint: true })));
          assertSame(before, await versionAt(sourcePath));
          return before;
        });
      } finally {
        await source.close();
      }
    },

    /** Keeps bytes that have no path here, such as a file dropped in a browser. */
    freezeStream: (stream: AsyncIterable<Uint8Array>, name: string): Promise<FrozenFile> =>
      keep(stream, basename(name).normalize('NFC')),

    /** Makes the entries of all copies made so far durable. */
    async sync(): Promise<void> {
      if (process.platform === 'win32') return;
      const handle = await open(dir, 'r').catch(() => null);
      await handle?.sync().catch(() => undefined);
      await handle?.close();
    },

    async remove(names: readonly string[]): Promise<void> {
      await Promise.all(names.map((name) => rm(pathOf(name), { force: true })));
    },

    /** Whether a copy is still there and still the bytes it was. */
    async verify(name: string, size: number, sha256: string): Promise<boolean> {
      try {
        const hash = createHash('sha256');
        let seen = 0;
        for await (const chunk of createReadStream(pathOf(name), { highWaterMark: CHUNK })) {
          hash.update(chunk);
          seen += chunk.length;
        }
        return seen === size && hash.digest('hex') === sha256;
      } catch {
        return false;
      }
    },

    /**
     * Removes copies that no row names: what a crash between copy and commit leaves. One written a short while ago may be
     * another process's that has yet to commit, so it stays for now. Gives how many were removed.
     */
    async removeOrphans(named: () => ReadonlySet<string>): Promise<number> {
      const names = (await readdir(dir).catch(() => [])).filter((name) => SPOOL_NAME.test(name));
      // Read after the directory: a copy that is listed and committed in between is named.
      const inUse = named();
      let removed = 0;
      for (const name of names) {
        if (inUse.has(name)) continue;
        const stats = await lstatOrNull(pathOf(name));
        if (stats === null || clock.now() - identityOf(stats).mtimeMs < ORPHAN_AGE_MS) continue;
        await rm(pathOf(name), { force: true });
        removed += 1;
      }
      return removed;
    },
  };
}
export type Spool = ReturnType<typeof createSpool>;

async function versionAt(path: string): Promise<ExactIdentity> {
  const stats = await lstatOrNull(path);
  if (stats === null || !stats.isFile()) throw vanished();
  return identityOf(stats);
}

const vanished = () => new SourceChanged('the file is not there any more');

function assertSame(before: ExactIdentity, now: ExactIdentity): void {
  if (!sameVersion(before, now) || before.ctimeMs !== now.ctimeMs) {
    throw new SourceChanged('the file changed while it was read');
  }
}

/** Ends where the file ended when it was opened, so that one that keeps growing is not chased. */
async function* read(
  source: FileHandle,
  size: number,
  onPiece: () => void | Promise<void>,
): AsyncGenerator<Buffer> {
  const buffer = Buffer.allocUnsafe(Math.max(1, Math.min(CHUNK, size)));
  for (let left = size; left > 0; ) {
    const { bytesRead } = await source.read(buffer, 0, Math.min(buffer.length, left), null);
    if (bytesRead === 0) return;
    left -= bytesRead;
    await onPiece();
    yield buffer.subarray(0, bytesRead);
  }
}

async function writeAll(target: FileHandle, chunk: Buffer): Promise<void> {
  let written = 0;
  while (written < chunk.length) {
    written += (await target.write(chunk, written, chunk.length - written)).bytesWritten;
  }
}
