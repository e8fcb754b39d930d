import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Where the JSON goes unless another place is named: git ignores it, and a build empties only the folders beside it. */
export const RESULTS_FILE = join(import.meta.dirname, '..', '..', 'out', 'bench.json');

/** Writes what was measured so far, in place of what was there. */
export function writeResults(path: string, results: object): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify(results, null, 2)}\n`);
}
