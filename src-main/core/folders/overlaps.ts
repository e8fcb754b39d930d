import { realpathSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { say } from '../../contract/say.ts';
import type { FolderRule } from '../../contract/settings.ts';
import { PlainError } from '../plain-error.ts';

/**
 * Refuses rules whose folders overlap each other or the spool, because documents would be sent twice. `spoolDir`: null if unknown. Links in
 * paths are resolved. @throws PlainError `folder.overlap`
 */
export function refuseOverlaps(
  rules: readonly Pick<FolderRule, 'id' | 'path'>[],
  spoolDir: string | null,
): void {
  const places = rules.map((rule) => ({ ...rule, real: realPlace(rule.path) }));
  const spool = spoolDir === null ? null : realPlace(spoolDir);
  for (const [index, { id, path, real }] of places.entries()) {
    if (spool !== null && (holds(real, spool) || holds(spool, real))) {
      throw inOwnFolder({ id, path });
    }
    const other = places.slice(0, index).find((one) => holds(real, one.real) || holds(one.real, real));
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
  const [a, b] = [realPlace(one), realPlace(other)];
  return holds(a, b) || holds(b, a);
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
