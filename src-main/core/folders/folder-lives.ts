import { resolve } from 'node:path';
import type { Clock } from '../clock.ts';
import { describeError } from '../log/describe-error.ts';
import type { Log } from '../log/events.ts';
import { inTime } from '../share-io/time-limit.ts';

/** A running folder rule, with the methods that start and stop the folder. */
export interface Life {
  readonly rule: { readonly path: string };
  start(): Promise<void>;
  /** Waits for `work`. While `work` hangs, the folder is reported as not answering. */
  hear(work: () => Promise<void>): Promise<void>;
  /** Stops the folder. After the last file was queued, calls `goesOn`; if true, this station keeps the lease of the folder. */
  stop(goesOn: () => boolean): Promise<void>;
  /** Gives up the folder. Must be called if `stop` hangs. From then on, the folder queues nothing, even if a hung call returns. */
  giveUp(goesOn: () => boolean): void;
}

/**
 * Starts and stops folders. The caller waits at most a few seconds for a share that hangs (I8). The start or stop then continues in the
 * background. A new folder at the same path starts only after the stop of the old folder has ended.
 */
export interface FolderLives<Folder extends Life> {
  begin(folders: readonly Folder[]): Promise<void>;
  end(folders: readonly Folder[]): Promise<void>;
}

/** `isWanted`: whether a folder should still start. `goesOnWith`: whether this station still needs the lease of the folder at a path. */
export function createFolderLives<Folder extends Life>(
  clock: Clock,
  log: Log,
  isWanted: (folder: Folder) => boolean,
  goesOnWith: (path: string) => boolean,
): FolderLives<Folder> {
  const beginning = new Map<Folder, Promise<void>>();
  const ending = new Map<string, Promise<void>>();

  const all = async (work: readonly (Promise<void> | undefined)[]) => {
    for (const outcome of await Promise.allSettled(work)) {
      if (outcome.status === 'fulfilled') continue;
      log('engine.fault', { where: 'intake', error: describeError(outcome.reason) });
    }
  };

  const begin = (folder: Folder): Promise<void> => {
    const before = ending.get(resolve(folder.rule.path));
    const over = before === undefined ? Promise.resolve() : folder.hear(() => before);
    const begun = over.then(() => (isWanted(folder) ? folder.start() : undefined));
    return follow(beginning, folder, begun);
  };

  const end = async (folder: Folder): Promise<void> => {
    const path = resolve(folder.rule.path);
    const goesOn = () => goesOnWith(path);
    const stop = () => folder.stop(goesOn);
    // If the folder is still starting, `stop` is called again after the start has ended.
    const ended = all([stop(), beginning.get(folder)?.then(stop, stop), ending.get(path)]);
    const isOver = follow(ending, path, ended).then(() => true);
    if ((await inTime(clock, isOver)) === null) folder.giveUp(goesOn);
  };

  return {
    begin: async (folders) => void (await inTime(clock, all(folders.map(begin)))),
    end: async (folders) => void (await Promise.all(folders.map(end))),
  };
}

function follow<K>(underWay: Map<K, Promise<void>>, key: K, work: Promise<void>): Promise<void> {
  const kept = work.finally(() => {
    if (underWay.get(key) === kept) underWay.delete(key);
  });
  underWay.set(key, kept);
  return kept;
}
