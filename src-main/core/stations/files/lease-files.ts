import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { FileCalls } from '../../share-io/file-calls.ts';
import { errorCode, isMissing, OVERWRITE_FLAGS, WRITE_FLAGS } from '../../share-io/file-identity.ts';
import { CONTROL_FOLDER } from '../../share-io/own-folders.ts';
import { type Belonging, belongingSchema } from '../belonging.ts';

/** Each station that watches the folder leaves its mark there, so that the holder knows of stations that only wait. */
const MARK_PREFIX = 'station-';
/** A lease is padded to this length, so that a shorter lease never leaves the end of a longer one in the file. */
const LEASE_BYTES = 1024;
const MAX_BYTES = 4096;
const LEASE_NAME = /^lease-(\d{1,9})$/;
const leaseSchema = belongingSchema.extend({
  id: z.string(),
  name: z.string(),
  beat: z.int(),
  released: z.boolean(),
  /** Differs each time that a lease is taken; null from an older Clearfolder. */
  word: z.string().nullable().default(null),
});
export type LeaseContent = z.infer<typeof leaseSchema>;

export function leaseText(content: LeaseContent): string {
  return JSON.stringify(content).padEnd(LEASE_BYTES);
}

/** The content of a lease file, or null if it cannot be parsed. */
export function parseLease(text: string): LeaseContent | null {
  try {
    return leaseSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

export interface LeaseFilesDependencies {
  readonly root: string;
  readonly station: { readonly id: string; readonly name: string };
  readonly belonging: () => Belonging;
  readonly calls: () => FileCalls;
}

/** The lease files and station marks of a shared folder: `lease-<generation>` and `station-<id>`. Every call rejects with the folder's errors. */
export interface LeaseFiles {
  /** The word of the lease that this station took last. */
  readonly word: string;
  makeFolder(): Promise<void>;
  /** The highest generation, 0 if there is none; whether this station's mark is there; whether another station's mark is. */
  list(): Promise<{ readonly highest: number; readonly marked: boolean; readonly others: boolean }>;
  read(generation: number): Promise<string>;
  /** The word in this station's mark; empty if an older Clearfolder left the mark, and null if there is none. */
  markWord(): Promise<string | null>;
  /** Whether this is the lease that this station took last. Another folder at this path may have a lease of the same generation and station. */
  isOwn(generation: number): Promise<boolean>;
  isThis(content: LeaseContent | null): boolean;
  /** Creates the lease of a generation and removes older ones. Gives null, or the content of the lease of a station that was faster. */
  take(generation: number): Promise<{ readonly by: LeaseContent | null } | null>;
  /** Increments the counter. Never creates a lease that somebody removed. */
  write(generation: number, change: { readonly released: boolean }): Promise<void>;
  /** Writes this station's mark with a word that tells this folder from another at its path: the known word, or a new one. */
  writeMark(known: string | null): Promise<void>;
  /** The newest lease, as far as it can be read; null if this station sees none. */
  latest(): Promise<{ readonly generation: number; readonly text: string } | null>;
}

export function createLeaseFiles({ root, station, belonging, calls }: LeaseFilesDependencies): LeaseFiles {
  const dir = join(root, CONTROL_FOLDER);
  const ownMark = MARK_PREFIX + station.id;
  const pathOf = (generation: number) => join(dir, `lease-${generation}`);
  let beat = 0;
  let word = randomUUID();

  const readText = async (path: string): Promise<string> => {
    // In a thread even on a local disk: a file with a lease's name may be a pipe, and to open a pipe may hang.
    const file = await calls().open(path, 'r');
    try {
      const buffer = Buffer.alloc(MAX_BYTES);
      const { bytesRead } = await file.read(buffer, 0, MAX_BYTES, 0);
      return buffer.toString('utf8', 0, bytesRead);
    } finally {
      await file.close();
    }
  };
  const read = (generation: number) => readText(pathOf(generation));

  const nextContent = (released: boolean): string => {
    beat += 1;
    // Other stations read this: nothing else of the station's own object belongs here.
    const { id, name } = station;
    const { environment, organisation } = belonging();
    return leaseText({ id, name, beat, released, word, environment, organisation });
  };
  const isThis = (content: LeaseContent | null) => content?.id === station.id && content.word === word;

  return {
    get word() {
      return word;
    },
    makeFolder: async () => {
      await mkdir(dir).catch((error: unknown) => {
        if (errorCode(error) !== 'EEXIST') throw error;
      });
    },
    list: async () => {
      const names = await calls().list(dir);
      return {
        highest: highestOf(names),
        marked: names.includes(ownMark),
        others: names.some((name) => name.startsWith(MARK_PREFIX) && name !== ownMark),
      };
    },
    read,
    markWord: () =>
      readText(join(dir, ownMark)).catch((error: unknown) => {
        if (isMissing(error)) return null;
        throw error;
      }),
    isOwn: async (generation) => isThis(parseLease(await read(generation))),
    isThis,
    take: async (generation) => {
      word = randomUUID();
      try {
        await writeFile(pathOf(generation), nextContent(false), { flag: 'wx', flush: true });
      } catch (error) {
        if (errorCode(error) !== 'EEXIST') throw error;
        return { by: parseLease(await read(generation)) };
      }
      for (const name of await readdir(dir)) {
        if ((generationOf(name) ?? generation) < generation) await rm(join(dir, name), { force: true });
      }
      return null;
    },
    write: async (generation, { released }) => {
      await writeFile(pathOf(generation), nextContent(released), { flag: OVERWRITE_FLAGS });
    },
    writeMark: async (known) => {
      await writeFile(join(dir, ownMark), known ?? randomUUID(), { flag: WRITE_FLAGS });
    },
    latest: async () => {
      const generation = highestOf(await readdir(dir).catch(() => []));
      return generation === 0 ? null : { generation, text: await read(generation).catch(() => '') };
    },
  };
}

/** The generation of a lease by the name of its file, or null if the file is no lease. */
function generationOf(name: string): number | null {
  const digits = LEASE_NAME.exec(name)?.[1];
  return digits === undefined ? null : Number(digits);
}

function highestOf(names: readonly string[]): number {
  return Math.max(0, ...names.map((name) => generationOf(name) ?? 0));
}
