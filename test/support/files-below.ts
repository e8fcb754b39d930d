import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Paths of all files below a folder, relative to it. Leaves sockets out, because nobody can read a socket as a file. */
export function filesBelow(folder: string, prefix = ''): string[] {
  return readdirSync(join(folder, prefix)).flatMap((name) => {
    const path = prefix === '' ? name : `${prefix}/${name}`;
    const found = statSync(join(folder, path));
    if (found.isSocket()) return [];
    return found.isDirectory() ? filesBelow(folder, path) : [path];
  });
}
