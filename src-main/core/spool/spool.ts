import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, rm, unlink } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import type { Clock } from '../clock.ts';
import { asDiskFault } from '../disk-full.ts';
import { durableEntries } from '../share-io/durable-entries.ts';
import { callsFor, type FileCalls, type OpenFile, patientCalls } from '../share-io/file-calls.ts';
import {
  type ExactIdentity,
  errorCode,
  identityOf,
  lstatBelow,
  lstatOrNull,
  READ_FLAGS,
  sameVersion,
} from '../share-io/file-identity.ts';
import { copiesInHand } from './copies-in-hand.ts';
import { fillCopy } from './fill-copy.ts';

const CHUNK = 1024 * 1024;
/** Longer than anybody takes from the copy to its row, or to the next time that it is freshened (see `copiesInHand`). */
const ORPHAN_AGE_MS = 3_600_000;
/** What copies leave free on the disk: the ledger needs room to tell what became of them. */
const LEFT_FREE_BYTES = 256 * 1024 * 1024;
const SPOOL_NAME = /^[0-9a-f-]{36}$/;

/** The source changed, or went away, while it was copied: there is no one version to send. */
export class SourceChanged extends Error {}

/** There is no room for the copy; nothing of it was written. The code is the system's own for that. */
class NoRoom extends Error {
  readonly code = 'ENOSPC';
}

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
  /** Bytes free where the copies are kept; the system's own figure when not given. */
  readonly freeBytes?: (dir: string) => Promise<number>;
  /** Makes the entries of that folder durable; for tests of when that is. */
  readonly syncDir?: (dir: string) => Promise<void>;
}

/** Frozen private copies of files about to be sent (I3). Files are 0600; names say nothing about the documents (I11). */
export function createSpool({ dir, clock, onChunk, freeBytes, syncDir }: SpoolOptions) {
  /** Bytes of copies under way that are still to be written. */
  let promised = 0;
  const entries = durableEntries(dir, syncDir);
  /** Known once the folder is surely there. */
  let calls: FileCalls | null = null;
  const free = () => (freeBytes === undefined ? (calls ?? patientCalls).freeBytes(dir) : freeBytes(dir));

  /** Does what needs the folder, and makes it first where it is not there yet. */
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
    if (!SPOOL_NAME.test(name)) throw new TypeError('not the name of a spool file');
    return join(dir, name);
  };

  const inHand = copiesInHand(clock, pathOf);

  async function keep(
    chunks: AsyncIterable<Uint8Array>,
    fileName: string,
    expected: number,
    after?: () => Promise<ExactIdentity>,
  ): Promise<FrozenFile> {
    let left = expected;
    promised += left;
    try {
      if ((await inFolder(free)) < promised + LEFT_FREE_BYTES) throw new NoRoom('no room for the copy');
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
    after?: () => Promise<ExactIdentity>,
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
      const named = { path, name: fileName };
      const filled = await fillCopy(target, chunks, { ...named, onPiece, after }).finally(() =>
        target.close(),
      );
      if (filled.identity.size !== filled.size) throw new SourceChanged('the size is not what was read');
      return { spoolName, fileName, ...filled };
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
     * Copies one consistent version of a file: stat, open, copy and hash, stat.
     *
     * No folder between `root` and the file may be a link.
     *
     * @throws SourceChanged when any of size, mtime, ctime or inode differs, or the file vanished; system errors as they are
     */
    async freeze(
      sourcePath: string,
      root = dirname(sourcePath),
      { lstat, open: openSource }: FileCalls = patientCalls,
    ): Promise<FrozenFile> {
      const versionNow = () => versionAt(root, relative(root, sourcePath), lstat);
      const before = await versionNow();
      const source = await openSource(sourcePath, READ_FLAGS).catch((error: unknown) => {
        throw errorCode(error) === 'ENOENT' ? vanished() : error;
      });
      try {
        assertSame(before, identityOf(await source.stat({ bigint: true })));
        const pieces = read(source, before.size, () => onChunk?.(sourcePath));
        return await keep(pieces, basename(sourcePath).normalize('NFC'), before.size, async () => {
          assertSame(before, identityOf(await source.stat({ bigint: true })));
          assertSame(before, await versionNow());
          return before;
        });
      } finally {
        // It was only read, and looked at since: what its closing says changes nothing of the copy, which would be nobody's.
        await source.close().catch(() => undefined);
      }
    },

    /** Keeps bytes that have no path here, such as a file dropped in a browser. */
    freezeStream: (stream: AsyncIterable<Uint8Array>, name: string, size = 0): Promise<FrozenFile> =>
      keep(stream, basename(name).normalize('NFC'), size),

    /** Makes the entries of all copies made so far durable: to come before the row that names one. @throws DiskFault */
    sync: async (): Promise<void> => {
      await entries.sync().catch(asDiskFault);
      inHand.settle();
    },

    /** One that the disk refuses to remove is nobody's from now on, and swept up later. */
    async remove(names: readonly string[]): Promise<void> {
      for (const name of names) inHand.remove(name);
      await Promise.all(names.map((name) => unlinkIfThere(pathOf(name))));
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
     * Removes copies that no row names: what a crash between copy and commit leaves. One written or freshened a short while ago
     * may be another process's that has yet to commit, so it stays for now, as do those made here. Gives how many were removed.
     */
    async removeOrphans(named: () => ReadonlySet<string>): Promise<number> {
      const old: string[] = [];
      for (const name of await readdir(dir).catch(() => [])) {
        if (SPOOL_NAME.test(name) && (await isOld(name))) old.push(name);
      }
      // To know which are named every document ever sent is read.
      if (old.length === 0) return 0;
      // Read after the directory: a copy that is listed and committed in between is named.
      const inUse = named();
      let removed = 0;
      for (const name of old) {
        if (inUse.has(name)) {
          // From its row on it is the row's to keep.
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

async function unlinkIfThere(path: string): Promise<void> {
  await unlink(path).catch((error: unknown) => {
    if (errorCode(error) !== 'ENOENT') throw error;
  });
}

async function versionAt(root: string, path: string, lstat: FileCalls['lstat']): Promise<ExactIdentity> {
  const stats = await lstatBelow(root, path, lstat);
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
