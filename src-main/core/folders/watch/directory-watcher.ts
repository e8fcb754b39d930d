import { type BigIntStats, type FSWatcher, watch } from 'node:fs';
import { basename, join } from 'node:path';
import { isMissing, lstatOrNull } from '../../share-io/file-identity.ts';
import { CONTROL_FOLDER, isOwn } from '../../share-io/own-folders.ts';
import { pagesOf } from '../../share-io/walk.ts';
import { isProbe, type WatchEvents, type WatchFolder } from './watch-events.ts';

/** Events come in swarms, many for each file that is written: so long they are gathered. */
const GATHER_MS = 5;

const below = (folder: string, name: string) => (folder === '' ? name : `${folder}/${name}`);

/**
 * Watches folders, not each file in them: Linux tells of a file by the folder that it lies in. A watch for each file takes
 * seconds, hundreds of megabytes, and more watches than many systems allow, where 100,000 files lie.
 */
export const watchDirectories: WatchFolder = (root, events) => {
  const watcher = new DirectoryWatcher(root, events);
  watcher.open();
  return { close: async () => watcher.close() };
};

class DirectoryWatcher {
  readonly #root: string;
  readonly #events: WatchEvents;
  readonly #watchers = new Map<string, FSWatcher>();
  /** Paths that something happened to, and whether they may have come or gone. */
  #gathered = new Map<string, boolean>();
  #timer: NodeJS.Timeout | null = null;
  #closed = false;

  constructor(root: string, events: WatchEvents) {
    this.#root = root;
    this.#events = events;
  }

  /** @throws when the folder itself cannot be watched */
  open(): void {
    this.#watch('');
    this.#watchTree('', { told: true })
      .then(() => {
        if (!this.#closed) this.#events.onReady();
      })
      .catch(() => this.#fail());
  }

  close(): void {
    this.#closed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    for (const watcher of this.#watchers.values()) watcher.close();
    this.#watchers.clear();
  }

  #fail(): void {
    if (this.#closed) return;
    this.close();
    this.#events.onError();
  }

  #watch(folder: string): void {
    const watcher = watch(join(this.#root, folder), { persistent: true });
    this.#watchers.set(folder, watcher);
    watcher.on('change', (kind, name) => {
      if (this.#watchers.get(folder) === watcher) this.#happened(folder, String(name), kind === 'rename');
    });
    // Of a folder that went away the folder above tells.
    watcher.on('error', () => {
      if (this.#watchers.get(folder) !== watcher) return;
      if (folder === '') this.#fail();
      else this.#drop(folder);
    });
  }

  /** Watches a folder and those below it. `told`: whoever looks through everything when this is ready. */
  async #watchTree(folder: string, { told }: { told: boolean }): Promise<void> {
    const waiting = [folder];
    for (let at = waiting.pop(); at !== undefined && !this.#closed; at = waiting.pop()) {
      try {
        if (!this.#watchers.has(at)) this.#watch(at);
        if (at === CONTROL_FOLDER) continue;
        for await (const page of pagesOf(join(this.#root, at), this.#events.calls())) {
          for (const entry of page) {
            const path = below(at, entry.name);
            if (entry.isDirectory() && (!isOwn(path) || path === CONTROL_FOLDER)) waiting.push(path);
          }
        }
      } catch (error) {
        // What went away or may not be read is for the walks to tell; that the system allows no more watches is not.
        if (at === '' || !(isMissing(error) || isDenied(error))) throw error;
        this.#drop(at);
      }
    }
    // What came into it before it was watched.
    if (!told && !this.#closed) this.#tell(folder);
  }

  #happened(folder: string, name: string, cameOrWent: boolean): void {
    const path = below(folder, name);
    this.#gathered.set(path, cameOrWent || (this.#gathered.get(path) ?? false));
    this.#timer ??= setTimeout(() => this.#tellGathered(), GATHER_MS);
  }

  #tellGathered(): void {
    this.#timer = null;
    const gathered = this.#gathered;
    this.#gathered = new Map();
    for (const [path, cameOrWent] of gathered) {
      this.#tell(path);
      if (cameOrWent) void this.#check(path);
    }
  }

  #tell(path: string): void {
    if (isProbe(path)) this.#events.onProbe();
    else if (!isOwn(path)) this.#events.onHint(path);
  }

  /** Something came to stand at this path, or went away: watches it if it is a folder, and what lies in it. */
  async #check(path: string): Promise<void> {
    if (isOwn(path) && path !== CONTROL_FOLDER) return;
    try {
      const stats = await this.#lstat(path);
      if (this.#closed) return;
      // Perhaps another folder than the one that is watched under this name.
      this.#drop(path);
      if (stats?.isDirectory()) await this.#watchTree(path, { told: false });
      else if (stats === null) await this.#checkAbove(path);
    } catch (error) {
      if (!isDenied(error)) this.#fail();
    }
  }

  /** A folder tells of its own end by its own name, as if something in it had that name. */
  async #checkAbove(path: string): Promise<void> {
    const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')));
    if (basename(path) !== basename(join(this.#root, folder)) || !this.#watchers.has(folder)) return;
    const stands = (await this.#lstat(folder)) !== null;
    if (this.#closed) return;
    if (stands) {
      // Another one than was watched, perhaps under its number, of which nothing will be told.
      if (folder === '') this.#fail();
      return;
    }
    this.#drop(folder);
    this.#tell(folder);
  }

  #lstat(path: string): Promise<BigIntStats | null> {
    return this.#events.calls().run(() => lstatOrNull(join(this.#root, path)));
  }

  /** Ends watching a folder and those below it. */
  #drop(folder: string): void {
    if (!this.#watchers.has(folder)) return;
    for (const [path, watcher] of this.#watchers) {
      if (folder !== '' && path !== folder && !path.startsWith(`${folder}/`)) continue;
      this.#watchers.delete(path);
      watcher.close();
    }
  }
}

function isDenied(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && ['EACCES', 'EPERM', 'ELOOP'].includes(String(error.code))
  );
}
