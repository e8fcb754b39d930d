import { sep } from 'node:path';
import { watch } from 'chokidar';
import { CONTROL_FOLDER, isOwn } from './own-folders.ts';

/** The name of the file by which a watcher is tested, in our own folder. */
export const PROBE_PREFIX = 'probe-';

export interface WatchEvents {
  /** Something happened to this path, relative to the root with `/`; '' is the root itself. */
  readonly onHint: (path: string) => void;
  readonly onProbe: () => void;
  readonly onError: () => void;
  readonly onReady: () => void;
}

/** Begins to watch a folder; gives how to end it. What it reports is never more than a hint. */
export type WatchFolder = (root: string, events: WatchEvents) => { close(): Promise<void> };

export const watchWithChokidar: WatchFolder = (root, events) => {
  const relative = (path: string) => {
    const rest = path.startsWith(root) ? path.slice(root.length) : path;
    return (sep === '/' ? rest : rest.replaceAll(sep, '/')).replace(/^\/+/, '');
  };
  // Its environment switch would turn every folder to polling behind the rule's back.
  delete process.env['CHOKIDAR_USEPOLLING'];
  const watcher = watch(root, {
    ignoreInitial: true,
    awaitWriteFinish: false,
    atomic: false,
    followSymlinks: false,
    ignorePermissionErrors: true,
    ignored: (path) => {
      const below = relative(path);
      return (
        isOwn(below) && below !== CONTROL_FOLDER && !below.startsWith(`${CONTROL_FOLDER}/${PROBE_PREFIX}`)
      );
    },
  });
  watcher.on('all', (_event, path) => {
    const below = relative(path);
    if (below.startsWith(`${CONTROL_FOLDER}/${PROBE_PREFIX}`)) events.onProbe();
    else if (!isOwn(below)) events.onHint(below);
  });
  watcher.on('error', () => events.onError());
  watcher.on('ready', () => events.onReady());
  return { close: () => watcher.close() };
};
