import { realpath, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import pLimit from 'p-limit';
import { say } from '../../contract/say.ts';
import type { FolderRule } from '../../contract/settings.ts';
import type { Clock } from '../clock.ts';
import { PlainError } from '../plain-error.ts';
import { inTime } from '../share-io/time-limit.ts';

/**
 * Refuses rules whose folders overlap each other or the spool, because documents would be sent twice. `spoolDir`: null if unknown. Links in
 * paths are resolved, and a folder that is mounted at a second path is recognized (`findPlaces`). @throws PlainError `folder.overlap`
 */
export async function refuseOverlaps(
  rules: readonly Pick<FolderRule, 'id' | 'path'>[],
  spoolDir: string | null,
  clock: Clock,
): Promise<void> {
  const paths = rules.map(({ path }) => path);
  const placeOf = await findPlaces(spoolDir === null ? paths : [...paths, spoolDir], clock);
  const places = rules.map((rule) => ({ ...rule, place: placeOf(rule.path) }));
  const spool = spoolDir === null ? null : placeOf(spoolDir);
  for (const [index, { id, path, place }] of places.entries()) {
    if (spool !== null && overlapping(place, spool)) throw inOwnFolder({ id, path });
    const other = places.slice(0, index).find((one) => overlapping(place, one.place));
    if (other !== undefined) {
      throw new PlainError(
        'folder.overlap',
        say('settings.foldersOverlap', { id: other.id, path: other.path, id2: id, path2: path }),
        say('settings.changeSettingsNoWatched'),
      );
    }
  }
}

/** Refuses rules with a folder that overlaps Clearfolder's data folder (`isOwnFolder`). @throws PlainError `folder.overlap` */
export async function refuseOwnFolder(
  rules: readonly Pick<FolderRule, 'id' | 'path'>[],
  own: OwnFolder,
  clock: Clock,
): Promise<void> {
  const areOwn = await Promise.all(rules.map(({ path }) => isOwnFolder(path, own, clock)));
  for (const [index, rule] of rules.entries()) if (areOwn[index] === true) throw inOwnFolder(rule);
}

/** `path`: the data folder of Clearfolder. `practice`: the folder of the practice service, which contains the sample documents. */
export interface OwnFolder {
  readonly path: string;
  readonly practice: string;
}

/** Whether a path overlaps the data folder, after links are resolved. A path inside a folder of sample documents does not count. */
export async function isOwnFolder(path: string, own: OwnFolder, clock: Clock): Promise<boolean> {
  const samples = ['folder', 'answers'].map((name) => join(own.practice, name));
  const placeOf = await findPlaces([path, own.path, ...samples], clock);
  const isSample = samples.some((place) => holds(placeOf(place).path, placeOf(path).path));
  return overlapping(placeOf(path), placeOf(own.path)) && !isSample;
}

function inOwnFolder({ id, path }: Pick<FolderRule, 'id' | 'path'>): PlainError {
  return new PlainError(
    'folder.overlap',
    say('settings.folderContainsDataFolder', { id, path }),
    say('settings.watchAnotherFolder'),
  );
}

/** Whether two paths are equal or one contains the other, after links are resolved. */
export async function overlap(one: string, other: string, clock: Clock): Promise<boolean> {
  const placeOf = await findPlaces([one, other], clock);
  return overlapping(placeOf(one), placeOf(other));
}

/** A folder by its path with links resolved, and by device and inode: first its own, then those of the folders above. */
interface FolderPlace {
  readonly path: string;
  readonly identities: readonly (string | null)[];
}

function overlapping(one: FolderPlace, other: FolderPlace): boolean {
  return contains(one, other) || contains(other, one);
}

// A bind mount shows a folder at a second path, with the same device and inode.
function contains(outer: FolderPlace, inner: FolderPlace): boolean {
  const [identity = null] = outer.identities;
  return holds(outer.path, inner.path) || (identity !== null && inner.identities.includes(identity));
}

function holds(outer: string, inner: string): boolean {
  const way = relative(outer, inner);
  return way === '' || !(way === '..' || way.startsWith(`..${sep}`) || resolve(way) === way);
}

// A hung share keeps a thread for each path. Of the process's 16 threads, calls into shares take up to 13 (`folder-calls.ts`).
const atATime = pLimit(2);
const asked = new Map<string, Promise<FolderPlace>>();

/**
 * Returns a function that gives the place of each of the paths. A part of a path that does not exist yet is kept as given. A path on a share
 * that gives no answer within five seconds is kept as given too, without identities (I8).
 */
export async function findPlaces(
  paths: readonly string[],
  clock: Clock,
): Promise<(path: string) => FolderPlace> {
  const known = new Map<string, FolderPlace>();
  const find = async (path: string) => void known.set(path, await askPlace(resolve(path)));
  await inTime(clock, Promise.all(paths.map(find)));
  return (path) => known.get(path) ?? { path: resolve(path), identities: [] };
}

// A path that was asked for and has no answer yet is not asked for again, so that a share that hangs keeps one thread.
function askPlace(full: string): Promise<FolderPlace> {
  const answer = asked.get(full) ?? atATime(() => placeAt(full)).finally(() => asked.delete(full));
  asked.set(full, answer);
  return answer;
}

async function placeAt(full: string): Promise<FolderPlace> {
  const path = await realPlace(full);
  const identities: (string | null)[] = [];
  for (let one = path, last = ''; one !== last; last = one, one = dirname(one))
    identities.push(await identityAt(one));
  return { path, identities };
}

// Some systems give all folders of a drive the inode 0, which identifies no folder.
async function identityAt(path: string): Promise<string | null> {
  try {
    const { dev, ino } = await stat(path, { bigint: true });
    return ino === 0n ? null : `${dev}:${ino}`;
  } catch {
    return null;
  }
}

async function realPlace(full: string): Promise<string> {
  try {
    // For a mapped drive of Windows, this call returns the network share.
    return await realpath(full);
  } catch {
    const parent = dirname(full);
    return parent === full ? full : join(await realPlace(parent), relative(parent, full));
  }
}
