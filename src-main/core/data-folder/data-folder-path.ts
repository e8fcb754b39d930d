import { homedir } from 'node:os';
import { dirname, isAbsolute, join, posix, resolve, win32 } from 'node:path';
import { say } from '../../contract/say.ts';
import { PlainError } from '../plain-error.ts';

export interface Surroundings {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
}

export function surroundings(): Surroundings {
  return { platform: process.platform, env: process.env, home: homedir() };
}

/**
 * Returns the absolute path of the data folder: `chosen` (`--data`), or else the default of the operating system. Creates nothing.
 * @throws PlainError `data.unwritable` if a person chose the root of a disk
 */
export function dataPlace(chosen: string | null, { platform, env, home }: Surroundings): string {
  if (chosen !== null) return notARoot(resolve(chosen));
  if (platform === 'win32') {
    return win32.join(env['LOCALAPPDATA'] || win32.join(home, 'AppData', 'Local'), 'Clearfolder');
  }
  if (platform === 'darwin') return posix.join(home, 'Library', 'Application Support', 'Clearfolder');
  // The XDG specification tells programs to ignore a relative path in XDG_DATA_HOME.
  const xdg = env['XDG_DATA_HOME'];
  return join(xdg && isAbsolute(xdg) ? xdg : join(home, '.local', 'share'), 'Clearfolder');
}

// Refuses the root of a disk. Clearfolder removes the rights of other users from its data folder, and without rights to the root, the
// programs of other users could not work.
function notARoot(path: string): string {
  if (dirname(path) !== path) return path;
  throw new PlainError(
    'data.unwritable',
    say('ledger.dataFolderRootDisk', { path }),
    say('ledger.chooseFolderData'),
  );
}

// The names of network file systems, by the `type` that `statfs` returns on Linux. SQLite's locks and fsync are not reliable on these file
// systems.
const NETWORK_FILE_SYSTEMS = new Map<number, string>([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xff534d42, 'CIFS'],
  [0xfe534d42, 'SMB'],
  [0x5346414f, 'AFS'],
  [0x00c36400, 'Ceph'],
  [0x73757245, 'Coda'],
  [0x0bd00bd0, 'Lustre'],
  [0x47504653, 'GPFS'],
]);

/**
 * Returns the kind of network of a folder, such as `NFS`; null if nothing shows a network. `fileSystem`: the type from `statfs`.
 * `name`: the file system in /proc/self/mountinfo. A FUSE mount counts as a network folder, except `fuseblk`, a local disk such as NTFS.
 */
export function networkKind(
  path: string,
  fileSystem: number | null,
  platform: NodeJS.Platform,
  name = '',
): string | null {
  if (platform === 'win32' && /^[\\/]{2}(?![?.][\\/](?!UNC))/i.test(path)) return 'Windows share';
  if (platform !== 'linux' || fileSystem === null) return null;
  if (name.startsWith('fuse.')) return name;
  // Some machines report the type as a signed 32-bit number.
  return NETWORK_FILE_SYSTEMS.get(fileSystem >>> 0) ?? null;
}
