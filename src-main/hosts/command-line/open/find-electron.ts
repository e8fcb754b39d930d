import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { makePrivateFolder } from '../../../core/data-folder/private-folder.ts';

const FETCH_AT_MOST_MS = 120_000;
const DAY_MS = 24 * 3_600_000;

export interface ElectronPorts {
  readonly env: NodeJS.ProcessEnv;
  /** Holds the time of the last download attempt. */
  readonly dataFolder: string;
  readonly now: () => number;
  /** The folder of Electron's package; null if the package is not installed. */
  readonly packageDir: string | null;
  readonly fetchAtMostMs?: number;
  /** Called before a download, so that the person knows the reason for the wait. */
  readonly onFetch: () => void;
}

/**
 * Returns the executable of Electron's runtime. A missing runtime is downloaded, at most once a day and within a time limit. Null is no
 * fault, because the browser shows the same app.
 */
export async function findElectron(ports: ElectronPorts): Promise<string | null> {
  const { packageDir } = ports;
  if (packageDir === null) return null;
  const found = installed(packageDir, ports.env);
  if (found !== null) return found;
  if (!(await mayTry(ports))) return null;
  ports.onFetch();
  await runInstaller(packageDir, ports);
  return installed(packageDir, ports.env);
}

/** Returns the folder of the Electron package beside this program, or null. */
export function electronPackage(): string | null {
  try {
    return dirname(createRequire(import.meta.url).resolve('electron/package.json'));
  } catch {
    return null;
  }
}

function installed(packageDir: string, env: NodeJS.ProcessEnv): string | null {
  const ownDist = env['ELECTRON_OVERRIDE_DIST_PATH'];
  let name = 'electron';
  try {
    // The package records the name of the executable after the download.
    name = readFileSync(join(packageDir, 'path.txt'), 'utf8').trim();
  } catch {
    if (ownDist === undefined) return null;
  }
  const path = join(ownDist ?? join(packageDir, 'dist'), name);
  return existsSync(path) ? path : null;
}

async function mayTry({ dataFolder, now }: ElectronPorts): Promise<boolean> {
  const mark = join(dataFolder, 'electron-fetch');
  try {
    const { mtimeMs } = await stat(mark).catch(() => ({ mtimeMs: 0 }));
    if (now() - mtimeMs < DAY_MS) return false;
    await makePrivateFolder(dataFolder);
    await writeFile(mark, 'Time of the last download attempt of the desktop runtime.\n', { mode: 0o600 });
    return true;
  } catch {
    // Without the record every start would try the download.
    return false;
  }
}

/**
 * Runs the installer of the package without the api_secret, and without the variables that name another server for the runtime or take the
 * checksums from that server (`electron_use_remote_checksums`, `ELECTRON_MIRROR`, `npm_config_electron_...`). The checksums of the package,
 * which the lock file pins, decide which runtime runs.
 */
async function runInstaller(
  packageDir: string,
  { env, fetchAtMostMs = FETCH_AT_MOST_MS }: ElectronPorts,
): Promise<void> {
  const harmless = (name: string) =>
    name !== 'CLEARFOLDER_API_SECRET' &&
    (!/electron/i.test(name) ||
      name === 'ELECTRON_GET_USE_PROXY' ||
      name === 'ELECTRON_SKIP_BINARY_DOWNLOAD');
  const child = spawn(process.execPath, [join(packageDir, 'install.js')], {
    stdio: 'ignore',
    env: Object.fromEntries(Object.entries(env).filter(([name]) => harmless(name))),
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), fetchAtMostMs);
  await once(child, 'exit').catch(() => undefined);
  clearTimeout(timer);
}
