import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { makePrivateFolder } from '../../../core/data-folder/private-folder.ts';
import { ADDRESS_ATTEMPT_MS } from '../../headless/process.ts';

const FETCH_AT_MOST_MS = 120_000;
const DAY_MS = 24 * 3_600_000;

export interface ElectronPorts {
  readonly env: NodeJS.ProcessEnv;
  /** The data folder, in which a file records the time of the last download attempt. */
  readonly dataFolder: string;
  readonly now: () => number;
  readonly packageDir: string | null;
  readonly fetchAtMostMs?: number;
  /** Called before a download, so that the caller can explain the wait. */
  readonly onFetch: () => void;
}

/** Returns the path of the Electron executable, or null. If the executable is missing, first tries to download it, at most once a day. */
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
    // The npm package `electron` writes the name of the executable into `path.txt` after the download.
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
    // If the time of the attempt cannot be recorded, nothing is downloaded. Otherwise every start would try the download again.
    return false;
  }
}

// The installer gets neither the api_secret nor environment variables that could change the source or the checksums of the download,
// such as `ELECTRON_MIRROR`. The download must therefore match the checksums in the installed package.
async function runInstaller(
  packageDir: string,
  { env, fetchAtMostMs = FETCH_AT_MOST_MS }: ElectronPorts,
): Promise<void> {
  const harmless = (name: string) =>
    name !== 'CLEARFOLDER_API_SECRET' &&
    (!/electron/i.test(name) ||
      name === 'ELECTRON_GET_USE_PROXY' ||
      name === 'ELECTRON_SKIP_BINARY_DOWNLOAD');
  const patience = `--network-family-autoselection-attempt-timeout=${ADDRESS_ATTEMPT_MS}`;
  const child = spawn(process.execPath, [patience, join(packageDir, 'install.js')], {
    stdio: 'ignore',
    env: Object.fromEntries(Object.entries(env).filter(([name]) => harmless(name))),
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), fetchAtMostMs);
  await once(child, 'exit').catch(() => undefined);
  clearTimeout(timer);
}
