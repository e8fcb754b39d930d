import { homedir } from 'node:os';
import { dirname, isAbsolute, join, posix, resolve, win32 } from 'node:path';
import { PlainError } from '../plain-error.ts';

/** The facts that decide where the data folder is. The caller passes those of the process. */
export interface Surroundings {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
}

export function surroundings(): Surroundings {
  return { platform: process.platform, env: process.env, home: homedir() };
}

/**
 * The absolute path of the data folder: the path that a person chose (`--data`), else that of the operating system. Creates nothing.
 *
 * @throws PlainError `data.unwritable` if a person chose the root of a disk
 */
export function dataPlace(chosen: string | null, { platform, env, home }: Surroundings): string {
  if (chosen !== null) return notARoot(resolve(chosen));
  if (platform === 'win32') {
    return win32.join(env['LOCALAPPDATA'] || win32.join(home, 'AppData', 'Local'), 'Clearfolder');
  }
  if (platform === 'darwin') return posix.join(home, 'Library', 'Application Support', 'Clearfolder');
  // The XDG rule: a relative value is ignored.
  const xdg = env['XDG_DATA_HOME'];
  return join(xdg && isAbsolute(xdg) ? xdg : join(home, '.local', 'share'), 'Clearfolder');
}

/** A data folder is closed to other users. The root of a disk closed to other users would stop every other program. */
function notARoot(path: string): string {
  if (dirname(path) !== path) return path;
  throw new PlainError(
    'data.unwritable',
    `The data folder ${path} is the root of a disk, which other programs need too, so nothing was started.`,
    'Choose a folder of your own with --data, such as a new subfolder.',
  );
}

/** Network file systems by their number in Linux. SQLite's locks and fsync are not reliable there. */
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

/** The kind of network folder, or null if nothing says that the folder is on a network. `fileSystem` is the type from `statfs`. */
export function networkKind(
  path: string,
  fileSystem: number | null,
  platform: NodeJS.Platform,
): string | null {
  if (platform === 'win32' && /^[\\/]{2}(?![?.][\\/](?!UNC))/i.test(path)) return 'Windows share';
  if (platform !== 'linux' || fileSystem === null) return null;
  // Some machines give the number as signed 32 bits.
  return NETWORK_FILE_SYSTEMS.get(fileSystem >>> 0) ?? null;
}
