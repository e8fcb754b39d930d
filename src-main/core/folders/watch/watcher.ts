import { sep } from 'node:path';
import { watch } from 'chokidar';
import { directCalls, type FileCalls } from '../../share-io/file-calls.ts';
import { CONTROL_FOLDER, isOwn } from '../../share-io/own-folders.ts';
import { watchDirectories } from './directory-watcher.ts';
import { isProbe, type WatchFolder } from './watch-events.ts';

/** Watches each file and each folder, for systems where a folder does not tell of the files in it. */
const watchWithChokidar: WatchFolder = (root, events) => {
  const relative = (path: string) => {
    const rest = path.startsWith(root) ? path.slice(root.length) : path;
    return (sep === '/' ? rest : rest.replaceAll(sep, '/')).replace(/^\/+/, '');
  };
  // This variable would turn chokidar to polling, whatever the rule says.
  delete process.env['CHOKIDAR_USEPOLLING'];
  const watcher = watch(root, {
    ignoreInitial: true,
    awaitWriteFinish: false,
    atomic: false,
    followSymlinks: false,
    ignorePermissionErrors: true,
    ignored: (path) => {
      const below = relative(path);
      return isOwn(below) && below !== CONTROL_FOLDER && !isProbe(below);
    },
  });
  watcher.on('all', (_event, path) => {
    const below = relative(path);
    if (isProbe(below)) events.onProbe();
    else if (!isOwn(below)) events.onHint(below);
  });
  watcher.on('error', () => events.onError());
  watcher.on('ready', () => events.onReady());
  return { close: () => watcher.close() };
};

/** The watcher that suits this system. */
export const watchFolder: WatchFolder = process.platform === 'linux' ? watchDirectories : watchWithChokidar;

/**
 * Whether events can tell of all that happens in a folder that is asked by these calls. Linux tells of the writes of this machine only;
 * of what another machine writes to a share it tells nothing, and a probe file of this machine proves nothing.
 */
export function eventsTellAll(calls: FileCalls, platform: NodeJS.Platform = process.platform): boolean {
  return platform !== 'linux' || calls === directCalls;
}
