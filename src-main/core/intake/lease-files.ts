import { mkdir, open, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileCalls } from './file-calls.ts';
import { errorCode, lstatOrNull } from './file-identity.ts';
import {
  generationOf,
  type LeaseContent,
  leaseName,
  leaseText,
  MARK_PREFIX,
  parseLease,
} from './lease-content.ts';
import { CONTROL_FOLDER } from './own-folders.ts';

/** More than a lease takes. */
const MAX_BYTES = 4096;

export interface LeaseFilesParts {
  readonly root: string;
  readonly station: { readonly id: string; readonly name: string };
  readonly calls: () => FileCalls;
}

/** What lies in a shared folder about its lease: `lease-<generation>`, and a mark of each station. Every call may reject as the folder does. */
export class LeaseFiles {
  readonly #parts: LeaseFilesParts;
  readonly #dir: string;
  #beat = 0;

  constructor(parts: LeaseFilesParts) {
    this.#parts = parts;
    this.#dir = join(parts.root, CONTROL_FOLDER);
  }

  async isThere(): Promise<boolean> {
    return (await lstatOrNull(this.#dir)) !== null;
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

  async read(generation: number): Promise<string> {
    // By a thread even on a disk of this machine: what bears a lease's name may be a pipe, which opens when it likes.
    const file = await this.#parts.calls().open(this.#path(generation), 'r');
    try {
      const buffer = Buffer.alloc(MAX_BYTES);
      const { bytesRead } = await file.read(buffer, 0, MAX_BYTES, 0);
      return buffer.toString('utf8', 0, bytesRead);
    } finally {
      await file.close();
    }
  }

  /** Whether the lease of this generation is this station's. Another folder at this path may have one of the same generation. */
  async isOwn(generation: number): Promise<boolean> {
    return parseLease(await this.read(generation))?.id === this.#parts.station.id;
  }

  /** Makes the lease of a generation and removes older ones. Gives null, or what stands in it where another station was faster. */
  async take(generation: number): Promise<{ readonly by: LeaseContent | null } | null> {
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
    await writeFile(this.#path(generation), this.#content(released), { flag: 'r+' });
  }

  async mark(): Promise<void> {
    await writeFile(join(this.#dir, this.#ownMark()), '');
  }

  async isMarked(): Promise<boolean> {
    const mark = join(this.#dir, this.#ownMark());
    return (await lstatOrNull(mark).catch(() => null)) !== null;
  }

  /** Whether there is any lease at all; false too where that cannot be seen. */
  async isLeased(): Promise<boolean> {
    const names = await readdir(this.#dir).catch(() => []);
    return names.some((name) => generationOf(name) !== null);
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
    return leaseText({ id, name, beat: this.#beat, released });
  }
}
