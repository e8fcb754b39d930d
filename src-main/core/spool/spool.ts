import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, unlink, utimes } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import type { Clock } from '../clock.ts';
import { asDiskFault } from '../disk-full.ts';
import type { NewFile } from '../ledger/tables/outbox-rows.ts';
import { durableEntries } from '../share-io/durable-entries.ts';
import { callsFor, type FileCalls, type OpenFile, threadedCalls } from '../share-io/file-calls.ts';
import {
  errorCode,
  type FileIdentity,
  identityOf,
  lstatBelow,
  lstatOrNull,
  READ_FLAGS,
  sameVersion,
  sha256OfFile,
} from '../share-io/file-identity.ts';
import { createTextProbe, mediaTypeOf } from './media-type.ts';

const CHUNK = 1024 * 1024;
// The age in milliseconds at which a copy without a row is orphaned: longer than a copy needs to get its row, and than `FRESHEN_EVERY_MS`.
const ORPHAN_AGE_MS = 3_600_000;
/** The milliseconds between two refreshes of the file times of the copies of this process. A refreshed copy does not count as orphaned. */
const FRESHEN_EVERY_MS = 600_000;
/** The number of bytes that copies leave free on the disk, because the ledger on the same disk must still be able to grow. */
const LEFT_FREE_BYTES = 256 * 1024 * 1024;
const SPOOL_NAME = /^[0-9a-f-]{36}$/;

/** The error if a file changed or vanished while Clearfolder copied or queued the file, so that no consistent version can be sent (I3). */
export class SourceChanged extends Error {}

/** The error if the disk has too little space for a copy, before anything is written. `code` is the system's error code for a full disk. */
class NoRoom extends Error {
  readonly code = 'ENOSPC';
}

export interface FrozenFile {
  readonly spoolName: string;
  readonly size: number;
  readonly sha256: string;
  readonly mediaType: string;
  readonly fileName: string;
  readonly identity: FileIdentity;
}

export type HashedFile = Pick<FrozenFile, 'identity' | 'sha256'>;

export function toNewFile({ path, frozen }: { path: string; frozen: FrozenFile }): NewFile {
  return {
    path,
    fileName: frozen.fileName,
    mediaType: frozen.mediaType,
    size: frozen.size,
    sha256: frozen.sha256,
    spoolName: frozen.spoolName,
  };
}

export interface SpoolOptions {
  readonly dir: string;
  readonly clock: Clock;
  /** Called after each chunk that is read from a source file. Tests change the source file in this callback, during the copy. */
  readonly onChunk?: (sourcePath: string) => void | Promise<void>;
  readonly freeBytes?: (dir: string) => Promise<number>;
  /** Syncs a folder, so that the names of its files survive a power failure. Tests pass their own function to observe the calls. */
  readonly syncDir?: (dir: string) => Promise<void>;
}

/**
 * Creates the spool: the folder `dir` with private copies of files that are about to be sent. A later change of a source file does not
 * change the sent bytes (I3). The copies have mode 0600 and random names (I11).
 */
export function createSpool({ dir, clock, onChunk, freeBytes, syncDir }: SpoolOptions) {
  /** The total number of bytes that the copies in progress still have to write. */
  let promised = 0;
  const entries = durableEntries(dir, syncDir);
  /** The file-system calls for the spool's disk; null before the first copy. */
  let calls: FileCalls | null = null;
  const free = () => (freeBytes === undefined ? (calls ?? threadedCalls).freeBytes(dir) : freeBytes(dir));

  const inFolder = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') throw error;
      await mkdir(dir, { recursive: true, mode: 0o700 });
      return await work();
    }
  };

  const pathOf = (name: string) => {
    if (!SPOOL_NAME.test(name)) throw new TypeError('the name is not the name of a spool file');
    return join(dir, name);
  };

  const inHand = copiesInHand(clock, pathOf);

  /**
   * Reads one consistent version of a file. `use` gets the bytes, the size, and a function that must be called after the last byte: it
   * returns the identity of the version, or throws `SourceChanged`.
   */
  async function readVersion<T>(
    sourcePath: string,
    root = dirname(sourcePath),
    { lstat, open: openSource }: FileCalls = threadedCalls,
    use: (pieces: AsyncIterable<Buffer>, size: number, after: () => Promise<FileIdentity>) => Promise<T>,
  ): Promise<T> {
    const versionNow = () => versionAt(root, relative(root, sourcePath), lstat);
    const before = await versionNow();
    const source = await openSource(sourcePath, READ_FLAGS).catch((error: unknown) => {
      throw errorCode(error) === 'ENOENT' ? vanished() : error;
    });
    try {
      assertSame(before, identityOf(await source.stat({ bigint: true })));
      const pieces = read(source, before.size, () => onChunk?.(sourcePath));
      return await use(pieces, before.size, async () => {
        assertSame(before, identityOf(await source.stat({ bigint: true })));
        assertSame(before, await versionNow());
        return before;
      });
    } finally {
      // Nothing more is needed from the source file, so an error of closing the source file is ignored.
      await source.close().catch(() => undefined);
    }
  }

  async function keep(
    chunks: AsyncIterable<Uint8Array>,
    fileName: string,
    expected: number,
    after?: () => Promise<FileIdentity>,
  ): Promise<FrozenFile> {
    let left = expected;
    promised += left;
    try {
      if ((await inFolder(free)) < promised + LEFT_FREE_BYTES)
        throw new NoRoom('the disk has no room for the copy');
      return await copy(
        chunks,
        fileName,
        (written) => {
          const less = Math.min(left, written);
          left -= less;
          promised -= less;
        },
        after,
      );
    } finally {
      promised -= left;
    }
  }

  async function copy(
    chunks: AsyncIterable<Uint8Array>,
    fileName: string,
    onWritten: (bytes: number) => void,
    after?: () => Promise<FileIdentity>,
  ): Promise<FrozenFile> {
    const spoolName = randomUUID();
    const path = pathOf(spoolName);
    calls ??= await callsFor(dir);
    const { open: make } = calls;
    const target = await inFolder(() => make(path, 'wx', 0o600)).catch(asDiskFault);
    entries.add();
    inHand.add(spoolName);
    try {
      const onPiece = async (bytes: number) => {
        onWritten(bytes);
        await inHand.freshen();
      };
      const filled = await fillCopy(target, chunks, onPiece, after).finally(() => target.close());
      const { size, sha256, text, head, identity } = filled;
      if (identity.size !== size) throw new SourceChanged('the size differs from the number of bytes read');
      const mediaType = await mediaTypeOf({ path, name: fileName, size, text, head });
      return { spoolName, fileName, size, sha256, mediaType, identity };
    } catch (error) {
      inHand.remove(spoolName);
      await rm(path, { force: true });
      throw error;
    }
  }

  const isOld = async (name: string): Promise<boolean> => {
    const stats = await lstatOrNull(pathOf(name));
    return stats !== null && clock.now() - identityOf(stats).mtimeMs >= ORPHAN_AGE_MS;
  };

  return {
    dir,
    pathOf,

    /**
     * Copies one consistent version of a file into the spool. The stat results before and after the copy must be equal.
     * @throws SourceChanged if the file vanished, changed during the copy, or has a link between `root` and the file; system errors
     */
    freeze: (sourcePath: string, root?: string, from?: FileCalls): Promise<FrozenFile> =>
      readVersion(sourcePath, root, from, (pieces, size, after) =>
        keep(pieces, basename(sourcePath).normalize('NFC'), size, after),
      ),

    /** Returns the identity and the hash of one consistent version of a file, without a copy. Parameters and errors as for `freeze`. */
    hash: (sourcePath: string, root?: string, from?: FileCalls): Promise<HashedFile> =>
      readVersion(sourcePath, root, from, async (pieces, _size, after) => {
        const hash = createHash('sha256');
        for await (const piece of pieces) hash.update(piece);
        return { identity: await after(), sha256: hash.digest('hex') };
      }),

    /** Returns the sha256 of the first `bytes` bytes of a copy. */
    hashOfStart: (name: string, bytes: number): Promise<string> => sha256OfFile(pathOf(name), bytes),

    /** Copies a stream of bytes, such as a file on a browser page, into the spool. `size`: the bytes for which the disk must have space. */
    freezeStream: (stream: AsyncIterable<Uint8Array>, name: string, size = 0): Promise<FrozenFile> =>
      keep(stream, basename(name).normalize('NFC'), size),

    /** Makes the names of all copies durable. Must be called before the commit of a row that names a copy. @throws DiskFault */
    sync: async (): Promise<void> => {
      await entries.sync().catch(asDiskFault);
    },

    /** Removes copies. Rejects if the disk refuses to remove a copy. `removeOrphans` then removes the copy later. */
    async remove(names: readonly string[]): Promise<void> {
      for (const name of names) inHand.remove(name);
      await Promise.all(names.map((name) => unlinkIfThere(pathOf(name))));
    },

    /**
     * Removes the copies that no row of the ledger names, as after a crash. `named` returns the names of the copies that are still needed.
     * A copy with a recent file time stays, because another process may be about to commit its row. A copy that this process made and still
     * needs stays too. Returns the number of removed copies.
     */
    async removeOrphans(named: () => ReadonlySet<string>): Promise<number> {
      const old: string[] = [];
      for (const name of await readdir(dir).catch(() => [])) {
        if (SPOOL_NAME.test(name) && (await isOld(name))) old.push(name);
      }
      // Without an old copy, `named` is not called, because its query reads the rows of all documents ever sent.
      if (old.length === 0) return 0;
      // `named` is called after the directory was read, so that `inUse` contains every listed copy whose row was committed in the meantime.
      const inUse = named();
      let removed = 0;
      for (const name of old) {
        if (inUse.has(name)) {
          inHand.remove(name);
          continue;
        }
        if (inHand.has(name) || !(await isOld(name))) continue;
        await rm(pathOf(name), { force: true });
        removed += 1;
      }
      return removed;
    },
  };
}
export type Spool = ReturnType<typeof createSpool>;

// Writes the chunks into the empty file `target`, syncs `target`, and returns the facts about the copy. `after` then returns the identity
// of the source file, or throws if the source file has changed; without `after`, the identity is that of `target`. Throws DiskFault and the
// errors of `chunks` and `after`.
async function fillCopy(
  target: OpenFile,
  chunks: AsyncIterable<Uint8Array>,
  onPiece: (bytes: number) => Promise<void>,
  after?: () => Promise<FileIdentity>,
) {
  const hash = createHash('sha256');
  const probe = createTextProbe();
  let size = 0;
  for await (const piece of chunks) {
    const chunk = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
    hash.update(chunk);
    probe.push(chunk);
    size += chunk.length;
    await writeAll(target, chunk).catch(asDiskFault);
    await onPiece(chunk.length);
  }
  const identity = after ? await after() : identityOf(await target.stat({ bigint: true }));
  await target.sync().catch(asDiskFault);
  return { size, sha256: hash.digest('hex'), identity, text: probe.result(), head: probe.head };
}

async function writeAll(target: OpenFile, chunk: Buffer): Promise<void> {
  let written = 0;
  while (written < chunk.length) {
    written += (await target.write(chunk, written, chunk.length - written)).bytesWritten;
  }
}

async function unlinkIfThere(path: string): Promise<void> {
  await unlink(path).catch((error: unknown) => {
    if (errorCode(error) !== 'ENOENT') throw error;
  });
}

async function versionAt(root: string, path: string, lstat: FileCalls['lstat']): Promise<FileIdentity> {
  const stats = await lstatBelow(root, path, lstat);
  if (stats === null || !stats.isFile()) throw vanished();
  return identityOf(stats);
}

const vanished = () => new SourceChanged('the file no longer exists');

function assertSame(before: FileIdentity, now: FileIdentity): void {
  if (!sameVersion(before, now)) {
    throw new SourceChanged('the file changed while it was read');
  }
}

/** Yields at most `size` bytes of a file. Without this limit, the copy of a file that another program keeps extending would never end. */
async function* read(
  source: OpenFile,
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

// Remembers the copies that this process made and still needs, and refreshes the file times of these copies. Another process on this
// computer, such as the engine, would otherwise remove a copy as orphaned if the copy has no row and an old file time.
function copiesInHand(clock: Pick<Clock, 'now'>, pathOf: (name: string) => string) {
  const made = new Set<string>();
  let freshenedAt = clock.now();
  return {
    has: (name: string) => made.has(name),
    add(name: string): void {
      if (made.size === 0) freshenedAt = clock.now();
      made.add(name);
    },
    remove: (name: string): void => void made.delete(name),
    /** Refreshes the file times, at most every `FRESHEN_EVERY_MS`, by the wall clock. Must be called often during a copy. */
    async freshen(): Promise<void> {
      const now = clock.now();
      if (Math.abs(now - freshenedAt) < FRESHEN_EVERY_MS) return;
      freshenedAt = now;
      const at = new Date(now);
      // An error is ignored here. If a copy is missing, the attempt to send the copy reports the problem.
      for (const name of [...made]) await utimes(pathOf(name), at, at).catch(() => undefined);
    },
  };
}
