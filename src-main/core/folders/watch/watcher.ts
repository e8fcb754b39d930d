import { type BigIntStats, type FSWatcher, watch } from 'node:fs';
import { realpath } from 'node:fs/promises';
import paths, { basename, join } from 'node:path';
import { directCalls, type FileCalls } from '../../share-io/file-calls.ts';
import { errorCode, isMissing, lstatOrNull } from '../../share-io/file-identity.ts';
import { CONTROL_FOLDER, isOwn } from '../../share-io/own-folders.ts';
import { pagesOf } from '../../share-io/walk.ts';

/** The prefix of the probe file in the control folder. The event of that file shows that a watcher works. */
export const PROBE_PREFIX = 'probe-';
/** Linux reports several events for each written file; events of so many milliseconds are reported together. */
const GATHER_MS = 5;

export interface WatchEvents {
  /** The calls with which a watcher reads the folder. */
  readonly calls: () => FileCalls;
  /** Something happened to this path, relative to the root with `/`; '' is the root itself. */
  readonly onHint: (path: string) => void;
  readonly onProbe: () => void;
  /** Events may have been lost, and no more events follow. Called once at most. */
  readonly onError: () => void;
  readonly onReady: () => void;
}

/**
 * Begins to watch a folder and all folders below it, and returns how to end that. Links are not followed. Each report is a hint only.
 *
 * @throws if the folder itself cannot be watched, unless `onError` tells so later
 */
export type WatchFolder = (root: string, events: WatchEvents) => { close(): void };

function report(path: string, events: WatchEvents): void {
  if (path.startsWith(`${CONTROL_FOLDER}/${PROBE_PREFIX}`)) events.onProbe();
  else if (!isOwn(path)) events.onHint(path);
}

/**
 * The watcher of Windows and macOS, where the system itself reports everything below a folder
 * (docs/decisions/009-own-folder-watcher.md).
 */
export const watchRecursively: WatchFolder = (root, events) => {
  let watcher: FSWatcher | null = null;
  let closed = false;
  const close = () => {
    closed = true;
    watcher?.close();
  };
  const fail = () => {
    if (closed) return;
    close();
    events.onError();
  };

  const begin = async () => {
    // Windows reports long names and stops the whole program if it was given the short name of a folder (PATIEN~1).
    const real = await events.calls().run(() => realpath(root));
    if (closed) return;
    watcher = watch(real, { recursive: true });
    watcher.on('error', fail);
    watcher.on('change', (_kind, name) => {
      if (closed) return;
      const changed = pathOfEvent(real, name);
      if (changed === null) fail();
      else report(changed, events);
    });
    events.onReady();
  };
  begin().catch(fail);
  return { close };
};

/** The path below `root` that an event names, with `/`. Null after more events than the buffer of Windows holds. */
export function pathOfEvent(
  root: string,
  name: string | Buffer | null,
  { isAbsolute, relative, sep }: paths.PlatformPath = paths,
): string | null {
  if (name === null) return null;
  const text = String(name);
  return (isAbsolute(text) ? relative(root, text) : text).replaceAll(sep, '/');
}

/**
 * The watcher of Linux, where an event names the file only if the folder around the file is watched. Watches folders, never files:
 * 100,000 watched files cost seconds, hundreds of megabytes, and more watches than many systems allow.
 */
export const watchDirectories: WatchFolder = (root, events) => {
  const watchers = new Map<string, FSWatcher>();
  /** Paths with events since the last report, and whether the entry may have appeared or disappeared. */
  let gathered = new Map<string, boolean>();
  let timer: NodeJS.Timeout | null = null;
  let closed = false;

  const lstatAt = (path: string): Promise<BigIntStats | null> =>
    events.calls().run(() => lstatOrNull(join(root, path)));

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

  /** Stops watching a folder and the folders below it. */
  const drop = (folder: string) => {
    if (!watchers.has(folder)) return;
    for (const [path, watcher] of watchers) {
      if (folder !== '' && path !== folder && !path.startsWith(`${folder}/`)) continue;
      watchers.delete(path);
      watcher.close();
    }
  };

  const watchOne = (folder: string) => {
    const watcher = watch(join(root, folder));
    watchers.set(folder, watcher);
    watcher.on('change', (kind, name) => {
      if (watchers.get(folder) === watcher) gather(below(folder, String(name)), kind === 'rename');
    });
    // The folder above reports that a folder disappeared.
    watcher.on('error', () => {
      if (watchers.get(folder) !== watcher) return;
      if (folder === '') fail();
      else drop(folder);
    });
  };

  /** Watches a folder and the folders below it. */
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
        // A scan shows a folder that disappeared or is closed to us; only this watcher learns that no more watches are allowed (ENOSPC).
        if (at === '' || !(isMissing(error) || isDenied(error))) throw error;
        drop(at);
      }
    }
  };

  const gather = (path: string, appearedOrDisappeared: boolean) => {
    gathered.set(path, appearedOrDisappeared || (gathered.get(path) ?? false));
    timer ??= setTimeout(reportGathered, GATHER_MS);
  };

  const reportGathered = () => {
    timer = null;
    const now = gathered;
    gathered = new Map();
    for (const [path, appearedOrDisappeared] of now) {
      report(path, events);
      if (appearedOrDisappeared) void check(path);
    }
  };

  /** An entry appeared at this path or disappeared: watches the entry if it is a folder. */
  const check = async (path: string) => {
    if (isOwn(path) && path !== CONTROL_FOLDER) return;
    try {
      const stats = await lstatAt(path);
      if (closed) return;
      // The folder at this path may be another one than the watched one.
      drop(path);
      if (stats?.isDirectory()) {
        await watchTree(path);
        // Nobody reported files that appeared in the folder before the watch.
        if (!closed) report(path, events);
      } else if (stats === null) await checkAbove(path);
    } catch (error) {
      if (!isDenied(error)) fail();
    }
  };

  /** A folder reports its own end under its own name, as if the name were an entry of the folder. */
  const checkAbove = async (path: string) => {
    const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')));
    if (basename(path) !== basename(join(root, folder)) || !watchers.has(folder)) return;
    const stands = (await lstatAt(folder)) !== null;
    if (closed) return;
    if (stands) {
      // Another folder took the place of the watched one, perhaps with the same inode, and has no watch.
      if (folder === '') fail();
      return;
    }
    drop(folder);
    report(folder, events);
  };

  watchOne('');
  watchTree('')
    .then(() => {
      if (!closed) events.onReady();
    })
    .catch(fail);
  return { close };
};

function below(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}

function isDenied(error: unknown): boolean {
  return ['EACCES', 'EPERM', 'ELOOP'].includes(errorCode(error));
}

/** The watcher that suits this system. */
export const watchFolder: WatchFolder = process.platform === 'linux' ? watchDirectories : watchRecursively;

/**
 * Whether events can report every change of a folder that these calls read. Linux reports only the writes of this machine. A share also has
 * writes of other machines, and a probe file of this machine says nothing about those.
 */
export function eventsTellAll(calls: FileCalls, platform: NodeJS.Platform = process.platform): boolean {
  return platform !== 'linux' || calls === directCalls;
}
