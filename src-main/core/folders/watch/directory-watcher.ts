import { type BigIntStats, type FSWatcher, watch } from 'node:fs';
import { basename, join } from 'node:path';
import { isMissing, lstatOrNull } from '../../share-io/file-identity.ts';
import { CONTROL_FOLDER, isOwn } from '../../share-io/own-folders.ts';
import { pagesOf } from '../../share-io/walk.ts';
import { isProbe, type WatchFolder } from './watch-events.ts';

/** Events come in bursts, many for each file that is written: so long they are gathered. */
const GATHER_MS = 5;

const below = (folder: string, name: string) => (folder === '' ? name : `${folder}/${name}`);

/**
 * Watches folders, not each file in them: Linux tells of a file by the folder that it lies in. A watch for each file takes
 * seconds, hundreds of megabytes, and more watches than many systems allow, where 100,000 files lie.
 *
 * @throws when the folder itself cannot be watched
 */
export const watchDirectories: WatchFolder = (root, events) => {
  const watchers = new Map<string, FSWatcher>();
  /** Paths that something happened to, and whether they may have come or gone. */
  let gathered = new Map<string, boolean>();
  let timer: NodeJS.Timeout | null = null;
  let closed = false;

  const lstatAt = (path: string): Promise<BigIntStats | null> =>
    events.calls().run(() => lstatOrNull(join(root, path)));

  const tell = (path: string) => {
    if (isProbe(path)) events.onProbe();
    else if (!isOwn(path)) events.onHint(path);
  };

  const close = () => {
    closed = true;
    if (timer !== null) clearTimeout(timer);
    for (const watcher of watchers.values()) watcher.close();
    watchers.clear();
  };

  const fail = () => {
    if (closed) return;
    close();
    events.onError();
  };

  /** Ends watching a folder and those below it. */
  const drop = (folder: string) => {
    if (!watchers.has(folder)) return;
    for (const [path, watcher] of watchers) {
      if (folder !== '' && path !== folder && !path.startsWith(`${folder}/`)) continue;
      watchers.delete(path);
      watcher.close();
    }
  };

  const watchOne = (folder: string) => {
    const watcher = watch(join(root, folder), { persistent: true });
    watchers.set(folder, watcher);
    watcher.on('change', (kind, name) => {
      if (watchers.get(folder) === watcher) happened(folder, String(name), kind === 'rename');
    });
    // Of a folder that went away the folder above tells.
    watcher.on('error', () => {
      if (watchers.get(folder) !== watcher) return;
      if (folder === '') fail();
      else drop(folder);
    });
  };

  /** Watches a folder and those below it. */
  const watchTree = async (folder: string) => {
    const waiting = [folder];
    for (let at = waiting.pop(); at !== undefined && !closed; at = waiting.pop()) {
      try {
        if (!watchers.has(at)) watchOne(at);
        if (at === CONTROL_FOLDER) continue;
        for await (const page of pagesOf(join(root, at), events.calls())) {
          for (const entry of page) {
            const path = below(at, entry.name);
            if (entry.isDirectory() && (!isOwn(path) || path === CONTROL_FOLDER)) waiting.push(path);
          }
        }
      } catch (error) {
        // A scan tells of a folder that went away or may not be read; nobody else tells that the system allows no more watches.
        if (at === '' || !(isMissing(error) || isDenied(error))) throw error;
        drop(at);
      }
    }
  };

  const happened = (folder: string, name: string, cameOrWent: boolean) => {
    const path = below(folder, name);
    gathered.set(path, cameOrWent || (gathered.get(path) ?? false));
    timer ??= setTimeout(tellGathered, GATHER_MS);
  };

  const tellGathered = () => {
    timer = null;
    const now = gathered;
    gathered = new Map();
    for (const [path, cameOrWent] of now) {
      tell(path);
      if (cameOrWent) void check(path);
    }
  };

  /** Something came to stand at this path, or went away: watches it if it is a folder, and what lies in it. */
  const check = async (path: string) => {
    if (isOwn(path) && path !== CONTROL_FOLDER) return;
    try {
      const stats = await lstatAt(path);
      if (closed) return;
      // Perhaps another folder than the one that is watched under this name.
      drop(path);
      if (stats?.isDirectory()) {
        await watchTree(path);
        // What came into the folder before it was watched.
        if (!closed) tell(path);
      } else if (stats === null) await checkAbove(path);
    } catch (error) {
      if (!isDenied(error)) fail();
    }
  };

  /** A folder tells of its own end by its own name, as if something in it had that name. */
  const checkAbove = async (path: string) => {
    const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')));
    if (basename(path) !== basename(join(root, folder)) || !watchers.has(folder)) return;
    const stands = (await lstatAt(folder)) !== null;
    if (closed) return;
    if (stands) {
      // Another folder than was watched, perhaps under its inode, of which nothing will be told.
      if (folder === '') fail();
      return;
    }
    drop(folder);
    tell(folder);
  };

  watchOne('');
  watchTree('')
    .then(() => {
      if (!closed) events.onReady();
    })
    .catch(fail);
  return { close: async () => close() };
};

function isDenied(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && ['EACCES', 'EPERM', 'ELOOP'].includes(String(error.code))
  );
}
