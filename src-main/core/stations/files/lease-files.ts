import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileCalls } from '../../share-io/file-calls.ts';
import { errorCode, isMissing, OVERWRITE_FLAGS, WRITE_FLAGS } from '../../share-io/file-identity.ts';
import { CONTROL_FOLDER } from '../../share-io/own-folders.ts';
import type { Belonging } from '../belonging.ts';
import {
  generationOf,
  type LeaseContent,
  leaseName,
  leaseText,
  MARK_PREFIX,
  parseLease,
} from './lease-content.ts';

/** More than a lease takes. */
const MAX_BYTES = 4096;

export interface LeaseFilesParts {
  readonly root: string;
  readonly station: { readonly id: string; readonly name: string };
  readonly belonging: () => Belonging;
  readonly calls: () => FileCalls;
}

/** What lies in a shared folder about its lease: `lease-<generation>`, and a mark of each station. Every call may reject as the folder does. */
export class LeaseFiles {
  readonly #parts: LeaseFilesParts;
  readonly #dir: string;
  #beat = 0;
  /** Of the lease that was taken last. */
  #word = randomUUID();

  constructor(parts: LeaseFilesParts) {
    this.#parts = parts;
    this.#dir = join(parts.root, CONTROL_FOLDER);
  }

  /** The word of the lease that was taken last. */
  get word(): string {
    return this.#word;
  }

  async make(): Promise<void> {
    await mkdir(this.#dir).catch((error: unknown) => {
      if (errorCode(error) !== 'EEXIST') throw error;
    });
  }

  /** The highest generation, 0 where there is none; whether this station left its mark, and whether another one did. */
  async look(): Promise<{ highest: number; marked: boolean; others: boolean }> {
    const names = await this.#parts.calls().list(this.#dir);
    const own = this.#ownMark();
    return {
      highest: Math.max(0, ...names.map((name) => generationOf(name) ?? 0)),
      marked: names.includes(own),
      others: names.some((name) => name.startsWith(MARK_PREFIX) && name !== own),
    };
  }

  read(generation: number): Promise<string> {
    return this.#read(this.#path(generation));
  }

  /** What this station's mark here says: nothing where an older Clearfolder left it, and null where there is none. */
  markWord(): Promise<string | null> {
    return this.#read(join(this.#dir, this.#ownMark())).catch((error: unknown) => {
      if (isMissing(error)) return null;
      throw error;
    });
  }

  async #read(path: string): Promise<string> {
    // By a thread even on a disk of this machine: what bears a lease's name may be a pipe, which opens when it likes.
    const file = await this.#parts.calls().open(path, 'r');
    try {
      const buffer = Buffer.alloc(MAX_BYTES);
      const { bytesRead } = await file.read(buffer, 0, MAX_BYTES, 0);
      return buffer.toString('utf8', 0, bytesRead);
    } finally {
      await file.close();
    }
  }

  /**
   * Whether the lease of this generation is the one that was taken here last. Another folder that stands at this path may have one
   * of the same generation, and of this station.
   */
  async isOwn(generation: number): Promise<boolean> {
    return this.isThis(parseLease(await this.read(generation)));
  }

  isThis(content: LeaseContent | null): boolean {
    return content?.id === this.#parts.station.id && content.word === this.#word;
  }

  /** Makes the lease of a generation and removes older ones. Gives null, or what stands in it where another station was faster. */
  async take(generation: number): Promise<{ readonly by: LeaseContent | null } | null> {
    this.#word = randomUUID();
    try {
      const handle = await open(this.#path(generation), 'wx');
      try {
        await handle.writeFile(this.#content(false));
        await handle.sync();
      } finally {
        await handle.close();
      }
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error;
      return { by: parseLease(await this.read(generation)) };
    }
    for (const name of await readdir(this.#dir)) {
      const older = (generationOf(name) ?? generation) < generation;
      if (older) await rm(join(this.#dir, name), { force: true });
    }
    return null;
  }

  /** Moves the counter. Never makes a lease that somebody took away. */
  async write(generation: number, { released }: { readonly released: boolean }): Promise<void> {
    await writeFile(this.#path(generation), this.#content(released), { flag: OVERWRITE_FLAGS });
  }

  /** Leaves the mark of this station, with a word by which this folder is told from another at its path: the one that it had, if any. */
  async mark(known: string | null): Promise<void> {
    await writeFile(join(this.#dir, this.#ownMark()), known ?? randomUUID(), { flag: WRITE_FLAGS });
  }

  /** The lease as far as it can be read; null if this station sees none. */
  async latest(): Promise<{ readonly generation: number; readonly text: string } | null> {
    const names = await readdir(this.#dir).catch(() => []);
    const generation = Math.max(0, ...names.map((name) => generationOf(name) ?? 0));
    return generation === 0 ? null : { generation, text: await this.read(generation).catch(() => '') };
  }

  #ownMark(): string {
    return MARK_PREFIX + this.#parts.station.id;
  }

  #path(generation: number): string {
    return join(this.#dir, leaseName(generation));
  }

  #content(released: boolean): string {
    this.#beat += 1;
    // Others read this: nothing else that the station's own object may hold belongs here.
    const { id, name } = this.#parts.station;
    const { environment, organisation } = this.#parts.belonging();
    return leaseText({ id, name, beat: this.#beat, released, word: this.#word, environment, organisation });
  }
}
