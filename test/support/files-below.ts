import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Paths of all files below a folder, relative to it. */
export function filesBelow(folder: string, prefix = ''): string[] {
  return readdirSync(join(folder, prefix)).flatMap((name) => {
    const path = prefix === '' ? name : `${prefix}/${name}`;
    return statSync(join(folder, path)).isDirectory() ? filesBelow(folder, path) : [path];
  });
}
