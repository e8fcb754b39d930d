import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/** Builds the program before any test if a source is newer than the last build. */
export function setup(): void {
  const bootstrap = join(import.meta.dirname, '..', '..', 'resources', 'bootstrap.mjs');
  execFileSync(process.execPath, [bootstrap, 'prepare'], { stdio: ['ignore', 'ignore', 'inherit'] });
}
