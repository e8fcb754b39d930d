import type { BigIntStats, StatsFs } from 'node:fs';
import {
  closeSync,
  open as fsOpen,
  fstatSync,
  fsync,
  lstatSync,
  openSync,
  read,
  readdirSync,
  readSync,
  statfsSync,
  write,
  writeSync,
} from 'node:fs';
import { open, readdir, statfs } from 'node:fs/promises';
import { promisify } from 'node:util';
import { isMissing, lstatOrNull } from './file-identity.ts';
import { isOnLocalDisk } from './local-disk.ts';

/** An open file; a FileHandle is one. */
export interface OpenFile {
  read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number | null,
  ): Promise<{ bytesRead: number }>;
  write(buffer: Buffer, offset: number, length: number): Promise<{ bytesWritten: number }>;
  stat(options: { bigint: true }): Promise<BigIntStats>;
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** How files of one place are asked for. */
export interface FileCalls {
  /** The stats of what stands at `path` itself, or null when nothing does. */
  lstat(path: string): Promise<BigIntStats | null>;
  list(folder: string): Promise<string[]>;
  open(path: string, flags: string | number, mode?: number): Promise<OpenFile>;
  /** Bytes that this user may still write to the disk of a folder. */
  freeBytes(folder: string): Promise<number>;
  /** Any other work there, as long as it makes one call after another. */
  run<T>(work: () => Promise<T>): Promise<T>;
}

/** More than this is read and written in a thread, wherever it lies: it takes longer than to ask one. */
export const LONG_BYTES = 128 * 1024;
const openLater = promisify(fsOpen);
const readLater = promisify(read);
const writeLater = promisify(write);
const syncLater = promisify(fsync);

/** For what may hang, such as a share: every call is a thread's. */
export const patientCalls: FileCalls = {
  lstat: lstatOrNull,
  list: readdir,
  open,
  freeBytes: async (folder) => bytesIn(await statfs(folder)),
  run: (work) => work(),
};

/** For a disk of this machine, where a call takes microseconds, and a thread many times that. Only what waits for the disk itself is a thread's. */
export const directCalls: FileCalls = {
  lstat: async (path) => {
    try {
      return lstatSync(path, { bigint: true, throwIfNoEntry: false }) ?? null;
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  },
  list: async (folder) => readdirSync(folder),
  // A new file waits for the disk's own books; one that is there does not.
  open: async (path, flags, mode) =>
    new DirectFile(typeof flags === 'number' ? openSync(path, flags) : await openLater(path, flags, mode)),
  freeBytes: async (folder) => bytesIn(statfsSync(folder)),
  run: (work) => work(),
};

/** The calls that suit where a folder lies. */
export async function callsFor(folder: string): Promise<FileCalls> {
  return (await isOnLocalDisk(folder)) ? directCalls : patientCalls;
}

function bytesIn({ bavail, bsize }: StatsFs): number {
  return bavail * bsize;
}

class DirectFile implements OpenFile {
  readonly #fd: number;

  constructor(fd: number) {
    this.#fd = fd;
  }

  async read(buffer: Buffer, offset: number, length: number, position: number | null) {
    if (length > LONG_BYTES) return await readLater(this.#fd, buffer, offset, length, position);
    return { bytesRead: readSync(this.#fd, buffer, offset, length, position) };
  }

  async write(buffer: Buffer, offset: number, length: number) {
    if (length > LONG_BYTES) return await writeLater(this.#fd, buffer, offset, length, null);
    return { bytesWritten: writeSync(this.#fd, buffer, offset, length) };
  }

  async stat({ bigint }: { bigint: true }) {
    return fstatSync(this.#fd, { bigint });
  }

  sync() {
    return syncLater(this.#fd);
  }

  async close() {
    closeSync(this.#fd);
  }
}
