import type { FileCalls } from '../../share-io/file-calls.ts';
import { CONTROL_FOLDER } from '../../share-io/own-folders.ts';

/** The name of the file by which a watcher is tested, in our own folder. */
export const PROBE_PREFIX = 'probe-';

export interface WatchEvents {
  /** How the watcher asks the folder where it must read itself. */
  readonly calls: () => FileCalls;
  /** Something happened to this path, relative to the root with `/`; '' is the root itself. */
  readonly onHint: (path: string) => void;
  readonly onProbe: () => void;
  readonly onError: () => void;
  readonly onReady: () => void;
}

/** Begins to watch a folder; gives how to end the watching. Each report is a hint only. */
export type WatchFolder = (root: string, events: WatchEvents) => { close(): Promise<void> };

/** Whether a path relative to the root is that of the file by which a watcher is tested. */
export const isProbe = (path: string): boolean => path.startsWith(`${CONTROL_FOLDER}/${PROBE_PREFIX}`);
