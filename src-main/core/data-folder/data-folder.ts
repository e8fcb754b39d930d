import { chmod, readdir, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../error-code.ts';
import { DataFolderError } from './data-folder-error.ts';
import { networkKind } from './data-place.ts';
import { type LastRun, readLastRun, writeLastRun } from './last-run.ts';
import { makePrivateFolder } from './private-folder.ts';
import { readOrCreateStation, type StationIdentity } from './station.ts';

export interface EnvironmentPaths {
  readonly dir: string;
  readonly ledger: string;
  readonly spool: string;
  readonly backups: string;
}

export interface DataFolder {
  readonly path: string;
  readonly station: StationIdentity;
  readonly settings: string;
  readonly logs: string;
  /** Where the embedded service keeps its own. */
  readonly practice: string;
  /** The places of one environment, made (0700) if missing. Rejects a name that cannot be a folder's. */
  environment(name: string): Promise<EnvironmentPaths>;
  readLastRun(): Promise<LastRun | null>;
  writeLastRun(run: LastRun): Promise<void>;
}

/**
 * Makes the data folder ready: creates it (0700), proves that it can be written to, and reads or makes the station's id.
 * `randomId` gives 8 to 64 letters, digits or "-"; `stationName` names a new station. Rejects with a `DataFolderError`.
 */
export async function openDataFolder({
  path,
  randomId,
  stationName,
}: {
  path: string;
  randomId: () => string;
  stationName: string;
}): Promise<DataFolder> {
  await told(path, () => prepare(path, randomId()));
  const station = await told(path, () =>
    readOrCreateStation(path, () => ({ id: randomId(), name: stationName })),
  );
  const logs = join(path, 'logs');
  await told(path, () => makePrivate(logs));
  return {
    path,
    station,
    settings: join(path, 'settings.json'),
    logs,
    practice: join(path, 'practice'),
    environment: (name) => told(path, () => environmentPaths(path, name)),
    readLastRun: () => readLastRun(path),
    writeLastRun: (run) => told(path, () => writeLastRun(path, run, randomId())),
  };
}

async function prepare(path: string, suffix: string): Promise<void> {
  refuseNetwork(path, null);
  const created = await makePrivateFolder(path);
  refuseNetwork(path, (await statfs(path)).type);
  if (!created && process.platform !== 'win32') await closeToOthers(path);
  const probe = join(path, `.probe-${suffix}`);
  await writeFile(probe, 'Clearfolder can write here.', { flag: 'wx', mode: 0o600 });
  await rm(probe);
}

/** What may be in it before `station.json` is: a folder with nothing else is a new one, or was given settings beforehand. */
const OURS = new Set([
  'settings.json',
  'station.json',
  'last-run.json',
  'logs',
  'practice',
  'engine.lock',
  'electron-fetch',
]);

/** Closes a folder that is Clearfolder's alone. One that holds other things keeps its mode, unless others could swap our files. */
async function closeToOthers(path: string): Promise<void> {
  const { mode } = await stat(path);
  if ((mode & 0o077) === 0) return;
  const names = await readdir(path);
  if (names.includes('station.json') || names.every((name) => OURS.has(name))) {
    await chmod(path, 0o700);
  } else if ((mode & 0o022) !== 0) {
    throw new DataFolderError(
      'data.unwritable',
      `The data folder ${path} has other files, and other users of this computer may change them. The folder is not safe for patient documents, so nothing was started.`,
      'Choose an empty folder of your own with --data, such as a new subfolder.',
    );
  }
}

function refuseNetwork(path: string, fileSystem: number | null): void {
  const kind = networkKind(path, fileSystem, process.platform);
  if (kind === null) return;
  throw new DataFolderError(
    'data.network',
    `The data folder ${path} is on the network (${kind}). The record of what was sent could be damaged there, so nothing was started.`,
    'Choose a folder on a disk of this computer with --data. Watched folders may be on the network.',
  );
}

async function environmentPaths(path: string, name: string): Promise<EnvironmentPaths> {
  if (!/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/.test(name) || name.toLowerCase() === 'logs') {
    throw new DataFolderError(
      'data.bad-environment',
      `"${name}" cannot be the name of an environment, because its documents are kept in a folder of that name. Nothing was started.`,
      'In the settings, give the environment a name of letters, digits, "-" or "_" (but not "logs").',
    );
  }
  const dir = join(path, name);
  const spool = join(dir, 'spool');
  const backups = join(dir, 'backups');
  for (const folder of [dir, spool, backups]) await makePrivate(folder);
  return { dir, ledger: join(dir, 'ledger.db'), spool, backups };
}

async function makePrivate(path: string): Promise<void> {
  await makePrivateFolder(path);
  if (process.platform !== 'win32') await chmod(path, 0o700);
}

/** Turns the system's errors into words. */
async function told<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DataFolderError) throw error;
    throw new DataFolderError(
      'data.unwritable',
      `Clearfolder cannot use the data folder ${path} (${codeOf(error)}). Without the data folder Clearfolder cannot remember what was sent, so nothing was started and nothing was sent.`,
      'Check that the path is a folder, that the disk has free space, and that this account may write there. Or choose another folder with --data.',
      { cause: error },
    );
  }
}
