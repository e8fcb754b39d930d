import { existsSync } from 'node:fs';
import { chmod, readdir, readFile, realpath, rm, rmdir, stat, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { say } from '../../contract/say.ts';
import { codeOf, hasCode } from '../error-code.ts';
import { PlainError } from '../plain-error.ts';
import { createPrivateFile, readText, replaceFile } from '../replace-file.ts';
import { fileSystemOf } from '../share-io/file-calls.ts';
import { networkKind } from './data-folder-path.ts';
import { makePrivateFolder } from './private-folder.ts';

/** An error with the code `data.unwritable`, `data.network`, `data.damaged` or `data.bad-environment`. Nothing was sent or replaced. */
export class DataFolderError extends PlainError {
  override name = 'DataFolderError';
}

export interface EnvironmentPaths {
  readonly dir: string;
  readonly ledger: string;
  readonly spool: string;
  /** The private folder for documents that come from the service. The app empties the folder when it starts. */
  readonly documents: string;
  readonly backups: string;
  /** The private file for the secrets of the environment. Exists only if a person chose the file instead of the keychain. */
  readonly secrets: string;
}

export interface DataFolder {
  readonly path: string;
  readonly station: StationIdentity;
  readonly settings: string;
  readonly logs: string;
  readonly practice: string;
  /** Returns the paths, and creates missing folders (0700). @throws DataFolderError `data.bad-environment` for an unusable name */
  environment(name: string): Promise<EnvironmentPaths>;
  /** Removes the folders that `environment` created, except folders that contain something. */
  removeIfEmpty(name: string): Promise<void>;
  /** Resolves to null if the file is missing or damaged. */
  readLastRun(): Promise<LastRun | null>;
  /** Never rejects. If the file cannot be written, the file of an earlier run stays. */
  writeLastRun(run: LastRun): Promise<void>;
}

/**
 * Creates the data folder (0700) if missing, checks that Clearfolder can write there, and reads or creates the station's id.
 * `randomId` returns 8 to 64 letters, digits or "-". `stationName` is the name for a new station. With `readsOnly`, writes nothing into a
 * data folder that a station used before, because a person must see the state of a station on a full disk. @throws DataFolderError
 */
export async function openDataFolder({
  path,
  randomId,
  stationName,
  readsOnly = false,
}: {
  path: string;
  randomId: () => string;
  stationName: string;
  readsOnly?: boolean;
}): Promise<DataFolder> {
  const isKnown = readsOnly && existsSync(join(path, 'station.json'));
  if (!isKnown) await inDataFolder(path, () => prepare(path, randomId()));
  const station = await inDataFolder(path, () =>
    readOrCreateStation(path, () => ({ id: randomId(), name: stationName })),
  );
  const logs = join(path, 'logs');
  const lastRun = join(path, 'last-run.json');
  if (!isKnown) await inDataFolder(path, () => makePrivate(logs));
  return {
    path,
    station,
    settings: join(path, 'settings.json'),
    logs,
    practice: join(path, 'practice'),
    environment: async (name) => {
      const paths = pathsOf(path, name);
      if (isKnown && existsSync(paths.ledger)) return paths;
      return await inDataFolder(path, () => environmentPaths(path, name));
    },
    removeIfEmpty: async (name) => {
      const { dir, spool, backups } = pathsOf(path, name);
      // `rmdir` removes only an empty folder.
      for (const folder of [spool, backups, dir]) await rmdir(folder).catch(() => undefined);
    },
    readLastRun: () => readLastRun(lastRun),
    writeLastRun: (run) =>
      replaceFile(lastRun, `${JSON.stringify(run)}\n`, { patienceMs: 1_500 }).catch(() => undefined),
  };
}

async function prepare(path: string, suffix: string): Promise<void> {
  refuseNetwork(path, null);
  const created = await makePrivateFolder(path);
  // On Windows, the real path of a mapped drive shows the path of the network share.
  const real = await realpath(path).catch(() => path);
  const mounts = await readFile('/proc/self/mountinfo', 'utf8').catch(() => '');
  refuseNetwork(real, (await statfs(path)).type, fileSystemOf(mounts, real));
  if (!created && process.platform !== 'win32') await closeToOthers(path);
  await checkWritable(path, suffix);
}

/** Writes a file into the data folder and removes the file. `suffix` must be unique. Rejects with the system's error. */
export async function checkWritable(path: string, suffix: string): Promise<void> {
  const probe = join(path, `.probe-${suffix}`);
  await writeFile(probe, 'Clearfolder can write here.', { flag: 'wx', mode: 0o600 });
  await rm(probe);
}

// Clearfolder's own names that can exist before `station.json`. A folder with no other names is new, or has only prepared settings.
const OURS = new Set([
  'settings.json',
  'station.json',
  'last-run.json',
  'logs',
  'practice',
  'engine.lock',
  'electron-fetch',
]);

// Removes the rights of other users from a folder with `station.json` or with no names outside `OURS`. Other folders keep their rights.
// @throws DataFolderError if a folder that keeps its rights lets other users replace files
async function closeToOthers(path: string): Promise<void> {
  const { mode } = await stat(path);
  if ((mode & 0o077) === 0) return;
  const names = await readdir(path);
  if (names.includes('station.json') || names.every((name) => OURS.has(name))) {
    await chmod(path, 0o700);
  } else if ((mode & 0o022) !== 0) {
    throw new DataFolderError(
      'data.unwritable',
      say('ledger.dataFolderFiles', { path }),
      say('ledger.chooseEmptyFolderData'),
    );
  }
}

function refuseNetwork(path: string, fileSystem: number | null, name = ''): void {
  const kind = networkKind(path, fileSystem, process.platform, name);
  if (kind === null) return;
  throw new DataFolderError(
    'data.network',
    say('ledger.dataFolderNetwork', { path, kind }),
    say('ledger.chooseFolderDiskComputer'),
  );
}

/** Names that no environment can have: the name of the log folder, and the names that Windows reserves for devices. */
const RESERVED = /^(logs|con|prn|aux|nul|com\d|lpt\d)$/i;

async function environmentPaths(path: string, name: string): Promise<EnvironmentPaths> {
  const paths = pathsOf(path, name);
  for (const folder of [paths.dir, paths.spool, paths.backups]) await makePrivate(folder);
  return paths;
}

function pathsOf(path: string, name: string): EnvironmentPaths {
  if (!/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/.test(name) || RESERVED.test(name)) {
    throw new DataFolderError(
      'data.bad-environment',
      say('ledger.cannotNameEnvironment', { name }),
      say('ledger.nameEnvironment'),
    );
  }
  const dir = join(path, name);
  return {
    dir,
    ledger: join(dir, 'ledger.db'),
    spool: join(dir, 'spool'),
    documents: join(dir, 'documents'),
    backups: join(dir, 'backups'),
    secrets: join(dir, 'secrets.json'),
  };
}

async function makePrivate(path: string): Promise<void> {
  await makePrivateFolder(path);
  if (process.platform !== 'win32') await chmod(path, 0o700);
}

/** Runs `work`, which writes into the data folder. @throws DataFolderError, whose cause is the error of `work` */
export async function inDataFolder<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DataFolderError) throw error;
    throw new DataFolderError(
      'data.unwritable',
      say('ledger.cannotUseDataFolder', { path, code: codeOf(error) }),
      say('ledger.checkPathFolder'),
      { cause: error },
    );
  }
}

const stationSchema = z.object({
  id: z.string().regex(/^[A-Za-z0-9-]{8,64}$/),
  name: z.string().min(1).max(200),
});

/** `id` is random and permanent. The names of keychain entries contain `id`, so that the entries of two data folders differ. */
export type StationIdentity = z.infer<typeof stationSchema>;

/**
 * Reads `station.json`, or creates the file at the first start. @throws DataFolderError `data.damaged`
 * A damaged file is never replaced: the name of the ledger's key in the keychain contains the id.
 */
export async function readOrCreateStation(
  dir: string,
  fresh: () => StationIdentity,
): Promise<StationIdentity> {
  const path = join(dir, 'station.json');
  const existing = await readStation(path);
  if (existing !== null) return existing;
  const station = fresh();
  // If two processes make the first start at the same time, both use the file of the faster process.
  if (await createPrivateFile(path, `${JSON.stringify(station)}\n`)) return station;
  return (await readStation(path)) ?? station;
}

async function readStation(path: string): Promise<StationIdentity | null> {
  let text: string;
  try {
    text = await readText(path);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
  try {
    return stationSchema.parse(JSON.parse(text));
  } catch (error) {
    throw new DataFolderError(
      'data.damaged',
      say('ledger.fileDamaged', { path }),
      say('ledger.restoreStationJsonBackup'),
      { cause: error },
    );
  }
}

const lastRunSchema = z.object({
  environment: z.string(),
  settingsFile: z.string().nullable(),
  secrets: z.string().nullable(),
});

/** The options of the last engine, used by a verb without these options. `secrets` has the form of `--secrets`; null without a choice. */
export type LastRun = z.infer<typeof lastRunSchema>;

async function readLastRun(file: string): Promise<LastRun | null> {
  try {
    return lastRunSchema.parse(JSON.parse(await readText(file)));
  } catch {
    return null;
  }
}
