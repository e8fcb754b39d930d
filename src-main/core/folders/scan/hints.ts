import { errorCode, identityOf, lstatBelow, lstatOrNull } from '../../share-io/file-identity.ts';
import { rootIdentityOf } from '../../share-io/folder-identity.ts';
import { isOwn } from '../../share-io/own-folders.ts';
import { type WalkedFile, walk } from '../../share-io/walk.ts';
import { recordAll, type ScanParts } from './scan.ts';

const WIDTH = 16;

/**
 * Looks at the paths that events named, and at those only. Gives true when a walk has to judge instead: the folder itself
 * may be away or be another one, everything in it would be gone at once, or something could not be looked at.
 */
export async function lookAtHints(
  parts: ScanParts,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<boolean> {
  const found: WalkedFile[] = [];
  const missing: string[] = [];
  // What could not be looked at before may be whole now, which only a walk says.
  let mayBeIncomplete = paths.some((path) => parts.unseen.touches(path));
  const onUnseen = (path: string, what: 'file' | 'folder') => {
    parts.unseen.add(path, what);
    mayBeIncomplete = true;
  };
  for (let at = 0; at < paths.length; at += WIDTH) {
    if (signal.aborted) return false;
    await Promise.all(
      paths.slice(at, at + WIDTH).map((path) => lookAt(parts, path, { found, missing, onUnseen }, signal)),
    );
  }
  if (found.length > 0 || missing.length > 0) {
    // What lies in a share that was just mounted is not new, and what lay in one that is away is not gone.
    const identity = await parts.calls().run(() => rootIdentityOf(parts.root).catch(() => null));
    if (parts.isExchanged(identity)) return true;
  }
  if (found.length > 0) await recordAll(parts, found);
  return (missing.length > 0 && (await recordMissing(parts, missing))) || mayBeIncomplete;
}

interface Looked {
  readonly found: WalkedFile[];
  readonly missing: string[];
  readonly onUnseen: (path: string, what: 'file' | 'folder') => void;
}

async function lookAt(
  { root, calls: callsNow }: ScanParts,
  path: string,
  { found, missing, onUnseen }: Looked,
  signal: AbortSignal,
): Promise<void> {
  if (isOwn(path)) return;
  const calls = callsNow();
  const { lstat } = calls;
  try {
    const stats = path === '' ? await lstat(root) : await lstatBelow(root, path, lstat);
    if (stats === null) missing.push(path);
    else if (stats.isDirectory()) {
      // The root's own event says nothing that the events of its entries do not say.
      if (path === '') return;
      const onFile = (file: WalkedFile) => void found.push(file);
      await walk({
        root,
        calls,
        from: path,
        signal,
        onFile,
        onTrouble: (one, what) => onUnseen(one.path, what),
      });
    } else {
      const kind = stats.isSymbolicLink() ? 'symlink' : stats.isFile() ? 'file' : 'special-file';
      found.push({ path, identity: identityOf(stats), kind });
    }
  } catch (error) {
    if (errorCode(error) === 'ENOENT') missing.push(path);
    else if (path !== '') onUnseen(path, 'file');
  }
}

async function recordMissing(parts: ScanParts, missing: readonly string[]): Promise<boolean> {
  const { root, files, folderId, book } = parts;
  const calls = parts.calls();
  const rows = missing.flatMap((path) => {
    const row = path === '' ? null : book.find(path);
    const known =
      row !== null && row.path === path && row.gone === 0
        ? [row]
        : files.below(folderId, path.normalize('NFC'));
    return known.filter(({ id }) => !parts.isElsewhere(id));
  });
  const real = rows.filter((row) => row.state !== 'ignored').length;
  if (missing.includes('') || (real > 0 && real >= files.presentCount(folderId))) return true;
  if (rows.length === 0) return false;
  if ((await calls.run(() => lstatOrNull(root)).catch(() => null)) === null) return true;
  for (const row of rows) {
    const now = files.byId(row.id);
    if (now === null || now.current === 0 || now.path !== row.path) continue;
    if ((await calls.run(() => lstatBelow(root, row.path)).catch(() => undefined)) !== null) continue;
    book.vanish(now);
    parts.onVanished(row.id, row.group_key);
  }
  return false;
}
