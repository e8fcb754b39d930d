import { readdir, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, isAbsolute, join, parse, win32 } from 'node:path';
import pLimit from 'p-limit';
import { type Said, say } from '../../../contract/say.ts';
import { PlainError } from '../../../core/plain-error.ts';
import { errorCode } from '../../../core/share-io/file-identity.ts';

interface Place {
  readonly name: string;
  readonly path: string;
}

const STATS_AT_A_TIME = 16;
const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/**
 * Lists the subfolders of `path`; if null, the home folder, drives and volumes. A path on another computer must be inside a folder of
 * `watched`, because Windows sends the user's credentials to each computer whose folders Windows lists.
 * @throws PlainError `place.unreadable`, or `place.elsewhere` before anything is sent to an unwatched computer
 */
export async function listPlaces(
  path: string | null,
  watched: () => readonly string[],
): Promise<{ path: string | null; parent: string | null; folders: Place[] }> {
  if (path === null) return { path: null, parent: null, folders: await usualPlaces() };
  if (!isAbsolute(path) && !isElsewhere(path)) throw unreadable(say('folders.notWholePath'));
  if (isElsewhere(path) && !watched().some((folder) => isWithin(path, folder))) {
    throw new PlainError(
      'place.elsewhere',
      say('folders.folderAnotherComputer'),
      say('folders.enterWholePathFolder'),
    );
  }
  try {
    return { path, parent: parse(path).root === path ? null : dirname(path), folders: await foldersIn(path) };
  } catch (error) {
    throw unreadable(errorCode(error));
  }
}

async function foldersIn(path: string): Promise<Place[]> {
  const entries = await readdir(path, { withFileTypes: true });
  const limit = pLimit(STATS_AT_A_TIME);
  const folders = await Promise.all(
    entries
      .filter((entry) => !entry.name.startsWith('.') && (entry.isDirectory() || entry.isSymbolicLink()))
      .map(async (entry): Promise<Place[]> => {
        const at = join(path, entry.name);
        const isFolder = entry.isDirectory() || (await limit(() => leadsToFolder(at)));
        return isFolder ? [{ name: entry.name, path: at }] : [];
      }),
  );
  return folders.flat().sort((a, b) => byName.compare(a.name, b.name));
}

async function usualPlaces(): Promise<Place[]> {
  const home = homedir();
  const below = async (path: string) => await foldersIn(path).catch(() => []);
  const named = (path: string) => ({ name: basename(path) || path, path });
  switch (process.platform) {
    case 'win32':
      return await existing([named(home), ...drives()]);
    case 'darwin':
      return await existing([named(home), ...(await below('/Volumes'))]);
    default: {
      const media = await below('/media');
      const inMedia = await Promise.all(media.map(({ path }) => below(path)));
      const mounts = [...media, ...inMedia.flat(), ...(await below('/mnt'))];
      return await existing([named(home), ...mounts, named('/srv'), { name: '/', path: '/' }]);
    }
  }
}

function drives(): Place[] {
  return [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].map((letter) => ({ name: `${letter}:`, path: `${letter}:\\` }));
}

async function existing(places: readonly Place[]): Promise<Place[]> {
  const there = await Promise.all(places.map(({ path }) => leadsToFolder(path)));
  return places.filter((_, index) => there[index]);
}

async function leadsToFolder(path: string): Promise<boolean> {
  return await stat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
}

// Returns true for a path on another computer (`\\host\share`) and for a device path of Windows (`\\?\...`).
function isElsewhere(path: string): boolean {
  return /^[\\/]{2}/.test(path);
}

function isWithin(path: string, folder: string): boolean {
  const [inner, outer] = [path, folder].map((name) =>
    `${win32.normalize(name).toLowerCase()}\\`.replace(/\\+$/, '\\'),
  );
  return inner !== undefined && outer !== undefined && inner.startsWith(outer);
}

function unreadable(why: string | Said): PlainError {
  return new PlainError(
    'place.unreadable',
    say('folders.cannotListFolder', { why }),
    say('folders.chooseAnotherFolder'),
  );
}
