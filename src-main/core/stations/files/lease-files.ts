import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { FileCalls } from '../../share-io/file-calls.ts';
import { errorCode, isMissing, OVERWRITE_FLAGS, WRITE_FLAGS } from '../../share-io/file-identity.ts';
import { CONTROL_FOLDER } from '../../share-io/own-folders.ts';
import type { Belonging } from '../belonging.ts';

// The prefix of the name of a mark file, before the id of the station. The marks show which stations watch the folder.
export const MARK_PREFIX = 'station-';
/** The length to which the text of a lease is padded with spaces, so that a shorter text overwrites a longer text completely. */
const LEASE_BYTES = 1024;
const MAX_BYTES = 4096;
const LEASE_NAME = /^lease-(\d{1,9})$/;
/**
 * The state of a folder that a person moves or has moved to the database. The field `database` is the identity of the database. The stages:
 * - `to-database`: the folder moves to the database, and no station sends from the folder
 * - `database`: the stations of the folder claim documents in the database
 * - `to-files`: the folder moves back to files, and no station sends from the folder
 */
const movedSchema = z.object({
  stage: z.enum(['to-database', 'database', 'to-files']),
  database: z.string(),
});
export type Moved = z.infer<typeof movedSchema>;
const leaseSchema = z.object({
  id: z.string(),
  name: z.string(),
  beat: z.int(),
  released: z.boolean(),
  word: z.string(),
  /** Null in a lease that a move of the folder wrote, which belongs to no station. */
  environment: z.string().nullable(),
  organisation: z.string().nullable(),
  moved: movedSchema.optional(),
});
export type LeaseContent = z.infer<typeof leaseSchema>;

export function leaseText(content: LeaseContent): string {
  return JSON.stringify(content).padEnd(LEASE_BYTES);
}

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

/** The lease files (`lease-<generation>`) and mark files (`station-<id>`) in a shared folder. @throws the system's errors of the folder */
export interface LeaseFiles {
  readonly word: string;
  makeFolder(): Promise<void>;
  /** `highest`: the highest generation; 0 without a lease. `marked`, `others`: whether this station, or another one, has a mark file. */
  list(): Promise<{ readonly highest: number; readonly marked: boolean; readonly others: boolean }>;
  read(generation: number): Promise<string>;
  /** Returns the random word in this station's mark file: '' if a write of the mark file was cut off, null without a mark file. */
  markWord(): Promise<string | null>;
  /**
   * Whether the lease of this generation is the last lease that this station took. Compares the random words in the lease files, because
   * a different folder at the same path may have a lease of the same generation.
   */
  isOwn(generation: number): Promise<boolean>;
  isThis(content: LeaseContent | null): boolean;
  /**
   * Creates the lease of this generation with a new word, removes the leases of earlier generations, and returns null. If another station
   * has already created the lease of this generation, returns that lease as `by`; `by` is null if that lease is unreadable.
   */
  take(generation: number): Promise<{ readonly by: LeaseContent | null } | null>;
  /** Overwrites the lease of this generation with the next value of the heartbeat counter. Rejects if the lease file was deleted. */
  write(generation: number, change: { readonly released: boolean }): Promise<void>;
  /**
   * Writes this station's mark file with the random word `known`, or with a new random word if `known` is null. A different folder at the
   * same path has a mark file with another word.
   */
  writeMark(known: string | null): Promise<void>;
  latest(): Promise<{ readonly generation: number; readonly text: string } | null>;
}

export function createLeaseFiles({ root, station, belonging, calls }: LeaseFilesDependencies): LeaseFiles {
  const dir = join(root, CONTROL_FOLDER);
  const ownMark = MARK_PREFIX + station.id;
  const pathOf = (generation: number) => join(dir, `lease-${generation}`);
  let beat = 0;
  let word = randomUUID();

  const readText = async (path: string): Promise<string> => {
    // The file may be a pipe, which would block. A flag in text, such as 'r', makes `open` use a thread even on a local disk.
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
    // Everybody who has access to the folder can read the file, so only the id and the name of `station` are written (I11).
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

function generationOf(name: string): number | null {
  const digits = LEASE_NAME.exec(name)?.[1];
  return digits === undefined ? null : Number(digits);
}

function highestOf(names: readonly string[]): number {
  return newestLease(names)?.generation ?? 0;
}

export function newestLease(
  names: readonly string[],
): { readonly name: string; readonly generation: number } | null {
  const generation = Math.max(0, ...names.map((name) => generationOf(name) ?? 0));
  const name = names.find((one) => generationOf(one) === generation);
  return name === undefined ? null : { name, generation };
}
