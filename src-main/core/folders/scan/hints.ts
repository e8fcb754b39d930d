import type { Clock } from '../../clock.ts';
import { errorCode, identityOf, lstatBelow, lstatOrNull } from '../../share-io/file-identity.ts';
import { rootIdentityOf } from '../../share-io/folder-identity.ts';
import { isOwn } from '../../share-io/own-folders.ts';
import { type WalkedFile, walk } from '../../share-io/walk.ts';
import { recordAll, type ScanDependencies } from './scan.ts';
import type { ScanCoverage } from './scan-coverage.ts';

const WIDTH = 16;

/** The paths that events named and that must be scanned. One scan at a time handles all pending paths. */
export interface PendingHints {
  readonly any: boolean;
  /** The running scan, or null. */
  readonly scanning: Promise<void> | null;
  add(path: string): void;
  /** Scans the pending paths, if any. If a scan is running, another scan follows. */
  scan(): void;
}

/** `onDone` is called after each scan, even a failed scan. No scan starts while `isStopped` returns true. */
export function createPendingHints(
  clock: Clock,
  coverage: Pick<ScanCoverage, 'named' | 'hints'>,
  isStopped: () => boolean,
  scanPaths: (paths: readonly string[]) => Promise<void>,
  onFault: (error: unknown) => void,
  onDone: () => void,
): PendingHints {
  const pending = new Set<string>();
  let scanning: Promise<void> | null = null;

  const scanAll = async () => {
    // Events come in bursts, so the paths of one turn of the event loop are scanned together.
    await new Promise((resolve) => setImmediate(resolve));
    const paths = [...pending];
    pending.clear();
    coverage.hints('begun');
    await scanPaths(paths);
  };

  const scan = () => {
    if (pending.size === 0 || scanning !== null || isStopped()) return;
    scanning = scanAll()
      .catch(onFault)
      .finally(() => {
        scanning = null;
        coverage.hints('done');
        onDone();
        scan();
      });
  };

  return {
    get any() {
      return pending.size > 0;
    },
    get scanning() {
      return scanning;
    },
    add: (path) => {
      pending.add(path);
      coverage.named(clock.monotonic());
    },
    scan,
  };
}

/**
 * Scans only the paths that events named. Returns true if a scan of the whole folder must decide: the folder may be unreachable or
 * replaced, everything in the folder would be gone at once, or a path could not be read.
 */
export async function scanHints(
  dependencies: ScanDependencies,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<boolean> {
  const { calls, root, standing, unreadable } = dependencies;
  const found: WalkedFile[] = [];
  const missing: string[] = [];
  // Only a scan of the whole folder proves that an unreadable path is complete now.
  let mayBeIncomplete = paths.some((path) => unreadable.touches(path));
  const onUnreadable = (path: string, what: 'file' | 'folder') => {
    unreadable.add(path, what);
    mayBeIncomplete = true;
  };
  for (let at = 0; at < paths.length; at += WIDTH) {
    if (signal.aborted) return false;
    await Promise.all(
      paths
        .slice(at, at + WIDTH)
        .map((path) => readPath(dependencies, path, { found, missing, onUnreadable }, signal)),
    );
  }
  if (found.length > 0 || missing.length > 0) {
    // The files of a newly mounted share are not new, and the files of an unmounted share are not gone.
    const identity = await calls().run(() => rootIdentityOf(root).catch(() => null));
    if (standing.exchangedFor(identity)) return true;
  }
  if (found.length > 0) await recordAll(dependencies, found, () => standing.lastRowBefore !== null);
  return (missing.length > 0 && (await recordMissing(dependencies, missing))) || mayBeIncomplete;
}

interface Read {
  readonly found: WalkedFile[];
  readonly missing: string[];
  readonly onUnreadable: (path: string, what: 'file' | 'folder') => void;
}

async function readPath(
  dependencies: ScanDependencies,
  path: string,
  { found, missing, onUnreadable }: Read,
  signal: AbortSignal,
): Promise<void> {
  if (isOwn(path)) return;
  const { root } = dependencies;
  const calls = dependencies.calls();
  const { lstat } = calls;
  try {
    const stats = path === '' ? await lstat(root) : await lstatBelow(root, path, lstat);
    if (stats === null) missing.push(path);
    else if (stats.isDirectory()) {
      // The event of the root adds nothing to the events of its entries.
      if (path === '') return;
      const onFile = (file: WalkedFile) => void found.push(file);
      const onTrouble = (one: { readonly path: string }, what: 'file' | 'folder') =>
        onUnreadable(one.path, what);
      await walk({ root, calls, from: path, signal, onFile, onTrouble });
    } else {
      const kind = stats.isSymbolicLink() ? 'symlink' : stats.isFile() ? 'file' : 'special-file';
      found.push({ path, identity: identityOf(stats), kind });
    }
  } catch (error) {
    if (errorCode(error) === 'ENOENT') missing.push(path);
    else if (path !== '') onUnreadable(path, 'file');
  }
}

async function recordMissing(
  { root, files, folderId, recorder, standing, calls: callsNow, emit }: ScanDependencies,
  missing: readonly string[],
): Promise<boolean> {
  const calls = callsNow();
  // While a strange folder stands at the path, the rows of the known folder do not describe files here.
  const lastElsewhere = standing.lastRowBefore ?? 0;
  const rows = missing.flatMap((path) => {
    const row = path === '' ? null : recorder.find(path);
    const known =
      row !== null && row.path === path && row.gone === 0
        ? [row]
        : files.below(folderId, path.normalize('NFC'));
    return known.filter(({ id }) => id > lastElsewhere);
  });
  const real = rows.filter((row) => row.state !== 'ignored').length;
  if (missing.includes('') || (real > 0 && real >= files.presentCount(folderId))) return true;
  if (rows.length === 0) return false;
  if ((await calls.run(() => lstatOrNull(root)).catch(() => null)) === null) return true;
  for (const row of rows) {
    const now = files.byId(row.id);
    if (now === null || now.current === 0 || now.path !== row.path) continue;
    if ((await calls.run(() => lstatBelow(root, row.path)).catch(() => undefined)) !== null) continue;
    recorder.vanish(now);
    emit({ kind: 'vanished', id: row.id, groupKey: row.group_key });
  }
  return false;
}
