import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { errorCode, isMissing } from '../share-io/file-identity.ts';
import { CONTROL_FOLDER } from '../share-io/own-folders.ts';
import { type LeaseContent, leaseText, type Moved, newestLease, parseLease } from './files/lease-files.ts';

/*
 * The newest lease file of a shared folder says how the stations of the folder coordinate. A lease with `moved` belongs to no station, and no
 * station takes such a lease over. Each step of a move creates the next lease file (O_EXCL), so that one of two simultaneous steps fails.
 * docs/operations.md describes the steps.
 */

const ID = 'stations-database';
const DATABASE_PREFIX = 'database-';
const presentSchema = z.object({ name: z.string() });

export interface Coordination {
  readonly generation: number;
  /** Null if the folder has no lease file, or if the newest lease file is unreadable. */
  readonly lease: LeaseContent | null;
  readonly moved: Moved | null;
}

/** Reads the newest lease file of a shared folder. @throws system errors of the folder */
export async function readCoordination(root: string): Promise<Coordination> {
  const dir = join(root, CONTROL_FOLDER);
  const names = await readdir(dir).catch(async (error: unknown) => {
    if (!isMissing(error)) throw error;
    // If the shared folder itself cannot be reached, its control folder is missing too. This call then throws.
    await readdir(root);
    return [];
  });
  const newest = newestLease(names);
  if (newest === null) return { generation: 0, lease: null, moved: null };
  const lease = parseLease(await readFile(join(dir, newest.name), 'utf8'));
  return { generation: newest.generation, lease, moved: lease?.moved ?? null };
}

/**
 * Creates the lease file that follows `generation`. If `moved` is null, stations that use files can take the folder again.
 * @throws EEXIST if another station or another move has created this lease file
 */
export async function nextCoordination(root: string, generation: number, moved: Moved | null): Promise<void> {
  const dir = join(root, CONTROL_FOLDER);
  await mkdir(dir).catch((error: unknown) => {
    if (errorCode(error) !== 'EEXIST') throw error;
  });
  const content: LeaseContent = {
    id: ID,
    name: ID,
    beat: 0,
    word: randomUUID(),
    released: moved === null,
    environment: null,
    organisation: null,
    ...(moved !== null && { moved }),
  };
  await writeFile(join(dir, `lease-${generation + 1}`), leaseText(content), { flag: 'wx', flush: true });
}

/** Writes a file into the shared folder which says that the claims of this station are in the database and not in files. */
export async function notePresent(
  root: string,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<void> {
  await writeFile(join(root, CONTROL_FOLDER, DATABASE_PREFIX + id), JSON.stringify({ name }), {
    flush: true,
  });
}

export async function noteExported(root: string, id: string): Promise<void> {
  await rm(join(root, CONTROL_FOLDER, DATABASE_PREFIX + id), { force: true });
}

/** Returns the names of the stations with a file `database-ID` in the folder. Their claims are in the database and not yet in files. */
export async function presentStations(root: string): Promise<string[]> {
  const dir = join(root, CONTROL_FOLDER);
  const files = (await readdir(dir)).filter((name) => name.startsWith(DATABASE_PREFIX));
  return Promise.all(
    files.map(async (file) => {
      const text = await readFile(join(dir, file), 'utf8').catch(() => '{}');
      const parsed = presentSchema.safeParse(JSON.parse(text || '{}'));
      return parsed.data?.name ?? file.slice(DATABASE_PREFIX.length);
    }),
  );
}
