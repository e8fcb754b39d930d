import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';

export interface BuiltFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly type: string;
}

/** The built renderer, by the path of its URL (`/assets/index-1a2b.js`; `/` is the page). Whatever is not in it is not served. */
export type BuiltFiles = ReadonlyMap<string, BuiltFile>;

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
};

/**
 * Reads the built renderer once. Files are found by an exact look-up in this map, never on the disk, so no path of a request
 * can lead elsewhere. Rejects where the program was not built.
 */
export async function readBuiltFiles(dir: string): Promise<BuiltFiles> {
  const files = new Map<string, BuiltFile>();
  for (const entry of await readdir(dir, { withFileTypes: true, recursive: true })) {
    const type = TYPES[extname(entry.name)];
    if (!entry.isFile() || type === undefined) continue;
    const path = join(entry.parentPath, entry.name);
    const url = path.slice(dir.length).replaceAll('\\', '/');
    files.set(url, { bytes: new Uint8Array(await readFile(path)), type });
  }
  const page = files.get('/index.html');
  if (page === undefined) throw new Error('the built renderer has no page');
  return files.set('/', page);
}
