import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The executable of Electron's runtime, or null where there is none. */
export async function findElectron(_: {
  env: NodeJS.ProcessEnv;
  dataFolder: string;
}): Promise<string | null> {
  return installedElectron();
}

function installedElectron(): string | null {
  try {
    const dir = dirname(createRequire(import.meta.url).resolve('electron/package.json'));
    const path = join(dir, 'dist', readFileSync(join(dir, 'path.txt'), 'utf8').trim());
    return existsSync(path) ? path : null;
  } catch {
    return null;
  }
}
