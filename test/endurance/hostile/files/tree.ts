import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** Kind, size, time and content of everything below a folder by the bytes of its path, without the control folder. */
export function treeOf(root: string): Map<string, string> {
  const tree = new Map<string, string>();
  const look = (folder: Buffer) => {
    for (const name of readdirSync(folder, { encoding: 'buffer' })) {
      if (name.toString() === '.clearfolder') continue;
      const path = Buffer.concat([folder, Buffer.from('/'), name]);
      const stats = lstatSync(path, { bigint: true });
      const key = path.subarray(Buffer.byteLength(root) + 1).toString('latin1');
      if (stats.isDirectory()) look(path);
      else tree.set(key, `${stats.mode} ${stats.size} ${stats.mtimeNs} ${contentOf(path, stats)}`);
    }
  };
  look(Buffer.from(root));
  return tree;
}

function contentOf(path: Buffer, stats: { isFile(): boolean; isSymbolicLink(): boolean }): string {
  if (stats.isSymbolicLink()) return readlinkSync(path);
  return stats.isFile() ? createHash('sha256').update(readFileSync(path)).digest('hex') : 'special';
}

/** @throws when a file was removed, added or changed (I4) */
export function assertUntouched(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): void {
  for (const [path, look] of before)
    if (after.get(path) !== look)
      throw new Error(`${JSON.stringify(path)} was ${look}, is ${after.get(path)}`);
  if (after.size !== before.size) throw new Error(`${after.size} files where ${before.size} were`);
}
