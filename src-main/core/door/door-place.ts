import { randomBytes } from 'node:crypto';
import { lstatSync, mkdtempSync, readFileSync, rmdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { replaceFileNow } from '../replace-file.ts';

// The names of the files and folders of the door. `forgetDoor` removes nothing with another name.
const SOCKET = 'door.sock';
const SHORT_FOLDER = 'clearfolder-door-';
/** The longest path of a Unix socket in bytes: 104 on macOS with the closing zero byte, and 108 on Linux. */
const PATH_BYTES = 103;

const placeSchema = z.object({ path: z.string().min(1) });
const placeFile = (dataFolder: string) => join(dataFolder, 'door.json');

/**
 * Returns the possible places of the door, the best place first: a socket in the private data folder, or in a private folder of the system
 * if the path would be too long or the disk takes no sockets. On Windows, a named pipe with a name that nobody can guess.
 */
export function doorPlaces(dataFolder: string, platform: NodeJS.Platform): readonly (() => string)[] {
  if (platform === 'win32') return [() => `\\\\.\\pipe\\clearfolder-${randomBytes(16).toString('hex')}`];
  const near = join(dataFolder, SOCKET);
  return [
    near,
    join(tmpdir(), `${SHORT_FOLDER}XXXXXX`, SOCKET),
    join('/tmp', `${SHORT_FOLDER}XXXXXX`, SOCKET),
  ]
    .filter((path) => Buffer.byteLength(path) <= PATH_BYTES)
    .map((path) =>
      path === near ? () => near : () => join(mkdtempSync(dirname(path).slice(0, -6)), SOCKET),
    );
}

/** Returns the place of the door of the engine that uses the data folder; null if no engine has opened a door. */
export function readDoorPlace(dataFolder: string): string | null {
  try {
    return placeSchema.parse(JSON.parse(readFileSync(placeFile(dataFolder), 'utf8'))).path;
  } catch {
    return null;
  }
}

export function writeDoorPlace(dataFolder: string, path: string): void {
  replaceFileNow(placeFile(dataFolder), JSON.stringify({ path }));
}

/**
 * Removes the place and the socket of an engine that has ended, perhaps by a kill. The caller must have the lock of the data folder, so
 * that no living engine loses its door. Ignores errors.
 */
export function forgetDoor(dataFolder: string, platform: NodeJS.Platform): void {
  const known = readDoorPlace(dataFolder);
  quietly(() => rmSync(placeFile(dataFolder), { force: true }));
  if (platform === 'win32') return;
  for (const path of new Set([join(dataFolder, SOCKET), ...(known === null ? [] : [known])])) {
    quietly(() => {
      if (basename(path) === SOCKET && lstatSync(path).isSocket()) rmSync(path);
    });
    quietly(() => {
      if (basename(dirname(path)).startsWith(SHORT_FOLDER)) rmdirSync(dirname(path));
    });
  }
}

function quietly(work: () => void): void {
  try {
    work();
  } catch {
    // A file that cannot be removed only takes room: the next engine writes a new place.
  }
}
