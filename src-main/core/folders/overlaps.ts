import { realpathSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { say } from '../../contract/say.ts';
import type { FolderRule } from '../../contract/settings.ts';
import { PlainError } from '../plain-error.ts';

/**
 * Refuses rules whose folders overlap each other or the spool, because documents would be sent twice. `spoolDir`: null if unknown. Links in
 * paths are resolved, and a folder that is mounted at a second path is recognized. @throws PlainError `folder.overlap`
 */
export function refuseOverlaps(
  rules: readonly Pick<FolderRule, 'id' | 'path'>[],
  spoolDir: string | null,
): void {
  const places = rules.map((rule) => ({ ...rule, place: placeOf(rule.path) }));
  const spool = spoolDir === null ? null : placeOf(spoolDir);
  for (const [index, { id, path, place }] of places.entries()) {
    if (spool !== null && overlapping(place, spool)) throw inOwnFolder({ id, path });
    const other = places.slice(0, index).find((one) => overlapping(place, one.place));
    if (other !== undefined) {
      throw new PlainError(
        'folder.overlap',
        say(
          'The folders "{id}" ({path}) and "{id2}" ({path2}) overlap, so the same documents would be sent twice. Nothing was started.',
          { id: other.id, path: other.path, id2: id, path2: path },
        ),
        say(
          'Change the settings so that no watched folder is the same as another watched folder or inside another watched folder.',
        ),
      );
    }
  }
}

/** Refuses rules with a folder that overlaps Clearfolder's data folder (`isOwnFolder`). @throws PlainError `folder.overlap` */
export function refuseOwnFolder(rules: readonly Pick<FolderRule, 'id' | 'path'>[], own: OwnFolder): void {
  for (const rule of rules) if (isOwnFolder(rule.path, own)) throw inOwnFolder(rule);
}

/** `path`: the data folder of Clearfolder. `practice`: the folder of the practice service, which contains the sample documents. */
export interface OwnFolder {
  readonly path: string;
  readonly practice: string;
}

/** Whether a path overlaps the data folder, after links are resolved. A path inside a folder of sample documents does not count. */
export function isOwnFolder(path: string, own: OwnFolder): boolean {
  const samples = ['folder', 'answers'].map((name) => join(own.practice, name));
  return overlap(path, own.path) && !samples.some((place) => liesIn(path, place));
}

function inOwnFolder({ id, path }: Pick<FolderRule, 'id' | 'path'>): PlainError {
  return new PlainError(
    'folder.overlap',
    say(
      'The folder "{id}" ({path}) contains the data folder of Clearfolder or is inside it, so Clearfolder would send its own copies as documents. Nothing was started.',
      { id, path },
    ),
    say('Watch another folder, or choose another data folder with --data.'),
  );
}

/** Whether two paths are equal or one contains the other, after links are resolved. */
export function overlap(one: string, other: string): boolean {
  return overlapping(placeOf(one), placeOf(other));
}

/** A folder by its path with links resolved, and by device and inode: first its own, then those of the folders above. */
interface FolderPlace {
  readonly path: string;
  readonly identities: readonly (string | null)[];
}

function placeOf(path: string): FolderPlace {
  const real = realPlace(path);
  const above: string[] = [];
  for (let one = real; above.at(-1) !== one; one = dirname(one)) above.push(one);
  return { path: real, identities: above.map(identityAt) };
}

function overlapping(one: FolderPlace, other: FolderPlace): boolean {
  return contains(one, other) || contains(other, one);
}

// A bind mount shows a folder at a second path, with the same device and inode.
function contains(outer: FolderPlace, inner: FolderPlace): boolean {
  const [identity = null] = outer.identities;
  return holds(outer.path, inner.path) || (identity !== null && inner.identities.includes(identity));
}

// Some systems give all folders of a drive the inode 0, which identifies no folder.
function identityAt(path: string): string | null {
  try {
    const { dev, ino } = statSync(path, { bigint: true });
    return ino === 0n ? null : `${dev}:${ino}`;
  } catch {
    return null;
  }
}

function liesIn(inner: string, outer: string): boolean {
  return holds(realPlace(outer), realPlace(inner));
}

function holds(outer: string, inner: string): boolean {
  const way = relative(outer, inner);
  return way === '' || !(way === '..' || way.startsWith(`..${sep}`) || resolve(way) === way);
}

/** Returns the path with links resolved. A part of the path that does not exist yet is kept as given. */
export function realPlace(path: string): string {
  const full = resolve(path);
  try {
    // For a mapped drive of Windows, `realpathSync` would return the drive, but `realpathSync.native` returns the network share.
    return realpathSync.native(full);
  } catch {
    const parent = dirname(full);
    return parent === full ? full : join(realPlace(parent), relative(parent, full));
  }
}
