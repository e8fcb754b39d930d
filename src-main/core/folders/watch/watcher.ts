import { type FSWatcher, watch } from 'node:fs';
import { realpath } from 'node:fs/promises';
import paths, { basename, join } from 'node:path';
import { directCalls, type FileCalls } from '../../share-io/file-calls.ts';
import { errorCode, isMissing, lstatOrNull } from '../../share-io/file-identity.ts';
import { CONTROL_FOLDER, isOwn } from '../../share-io/own-folders.ts';
import { pagesOf } from '../../share-io/walk.ts';

/** The prefix of the probe file in the control folder. The event of a probe file proves that a watcher works. */
export const PROBE_PREFIX = 'probe-';
/** Milliseconds for which events are collected, because Linux reports several events for each written file. */
const GATHER_MS = 5;

export interface WatchEvents {
  readonly calls: () => FileCalls;
  /** Called with a path that may have changed, relative to the root with `/`; '' is the root itself. */
  readonly onHint: (path: string) => void;
  readonly onProbe: () => void;
  /** Called if events may have been lost. The watcher goes on. */
  readonly onDoubt: () => void;
  /** Called at most once, after a failure. Events may have been lost, and no more events follow. */
  readonly onError: () => void;
  readonly onReady: () => void;
}

/** Watches a folder and all folders below, without following links. Events are not reliable. @throws if the folder cannot be watched */
export type WatchFolder = (root: string, events: WatchEvents) => { close(): void };

/**
 * The number of events in one turn of the event loop that is a flood. Linux keeps 16,384 unread events for all watches of a process
 * together (fs.inotify.max_queued_events), and Node passes over the event by which Linux tells that it dropped the others.
 */
const FLOOD = 4_096;
/** Called after a flood. The queue belongs to the process, so a flood in one folder may lose the events of another folder. */
const afterFlood = new Set<() => void>();
let eventsOfTurn = 0;

function countEvent(): void {
  if (eventsOfTurn === 0)
    setImmediate(() => {
      const isFlood = eventsOfTurn >= FLOOD;
      eventsOfTurn = 0;
      if (isFlood) for (const tell of afterFlood) tell();
    });
  eventsOfTurn += 1;
}

function report(path: string, events: WatchEvents): void {
  if (path.startsWith(`${CONTROL_FOLDER}/${PROBE_PREFIX}`)) events.onProbe();
  else if (!isOwn(path)) events.onHint(path);
}

/** Watches on Windows and macOS, where one watch reports every change below a folder (docs/decisions/009-own-folder-watcher.md). */
export const watchRecursively: WatchFolder = (root, events) => {
  let watcher: FSWatcher | null = null;
  let closed = false;
  const close = () => {
    closed = true;
    afterFlood.delete(events.onDoubt);
    watcher?.close();
  };
  const fail = () => {
    if (closed) return;
    close();
    events.onError();
  };

  // Handles a disk that cannot resolve real paths. Returns `root` unchanged, but refuses a short name of Windows (such as PATIEN~1),
  // because an event with the long name would crash the program.
  const withoutRealPath = (error: unknown) => {
    if (isMissing(error) || root.includes('~')) throw error;
    return root;
  };

  const begin = async () => {
    const real = await events.calls().run(() => realpath(root).catch(withoutRealPath));
    if (closed) return;
    watcher = watch(real, { recursive: true });
    afterFlood.add(events.onDoubt);
    watcher.on('error', fail);
    watcher.on('change', (_kind, name) => {
      if (closed) return;
      countEvent();
      const changed = pathOfEvent(real, name);
      if (changed === null) fail();
      else report(changed, events);
    });
    events.onReady();
  };
  begin().catch(fail);
  return { close };
};

/** Returns the path of an event relative to `root`, with `/`; null if the event has no file name, as after a buffer overflow. */
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
 * Watches the folders below `root` on Linux, where one watch covers only the entries of one folder. Each folder gets its own watch. Files
 * get no watches: 100,000 watches would cost seconds and hundreds of megabytes, and would exceed the limit of many systems.
 */
export const watchDirectories: WatchFolder = (root, events) => {
  const watchers = new Map<string, FSWatcher>();
  /** Paths with events since the last report. The value is true if the entry may have appeared or disappeared. */
  let gathered = new Map<string, boolean>();
  let timer: NodeJS.Timeout | null = null;
  let closed = false;

  const lstatAt = (path: string) => events.calls().run(() => lstatOrNull(join(root, path)));

  const close = () => {
    closed = true;
    afterFlood.delete(events.onDoubt);
    if (timer !== null) clearTimeout(timer);
    for (const watcher of watchers.values()) watcher.close();
    watchers.clear();
  };

  const fail = () => {
    if (closed) return;
    close();
    events.onError();
  };

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
      countEvent();
      if (watchers.get(folder) === watcher) gather(below(folder, String(name)), kind === 'rename');
    });
    // If a folder disappears, the watch of its parent reports the change. Only an error of the root's watch is therefore a failure.
    watcher.on('error', () => {
      if (watchers.get(folder) !== watcher) return;
      if (folder === '') fail();
      else drop(folder);
    });
  };

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
        // A scan notices a missing or forbidden folder. Only the watcher notices that the system allows no more watches (ENOSPC).
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

  /** Watches an entry that appeared, if the entry is a folder, and stops watching a folder that disappeared. */
  const check = async (path: string) => {
    if (isOwn(path) && path !== CONTROL_FOLDER) return;
    try {
      const stats = await lstatAt(path);
      if (closed) return;
      // A new folder may be at this path, so the old watches end.
      drop(path);
      if (stats?.isDirectory()) {
        await watchTree(path);
        // Files that appeared in the folder before `watchTree` caused no event, so the folder itself is reported.
        if (!closed) report(path, events);
      } else if (stats === null) await checkAbove(path);
    } catch (error) {
      if (!isDenied(error)) fail();
    }
  };

  // Handles the removal of a watched folder. When a folder `a/b` is removed, Linux reports a change of `a/b/b`, which does not exist.
  const checkAbove = async (path: string) => {
    const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')));
    if (basename(path) !== basename(join(root, folder)) || !watchers.has(folder)) return;
    const stands = (await lstatAt(folder)) !== null;
    if (closed) return;
    if (stands) {
      // Another folder may be at the root now, perhaps with the same inode, and no watch covers this folder.
      if (folder === '') fail();
      return;
    }
    drop(folder);
    report(folder, events);
  };

  watchOne('');
  afterFlood.add(events.onDoubt);
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

export const watchFolder: WatchFolder = process.platform === 'linux' ? watchDirectories : watchRecursively;

/** Whether events can report every change. On a share, Linux reports no writes of other machines, and a probe file proves nothing. */
export function eventsTellAll(calls: FileCalls, platform: NodeJS.Platform = process.platform): boolean {
  return platform !== 'linux' || calls === directCalls;
}
