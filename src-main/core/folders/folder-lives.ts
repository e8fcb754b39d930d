import { resolve } from 'node:path';
import type { Clock } from '../clock.ts';
import { describeError } from '../log/describe-error.ts';
import type { Log } from '../log/events.ts';
import { inTime } from '../share-io/time-limit.ts';

/** What begins and ends with a folder rule. */
export interface Life {
  readonly rule: { readonly path: string };
  start(): Promise<void>;
  /** While this takes long, the folder does not answer. */
  hear(work: () => Promise<void>): Promise<void>;
  /** `goesOn` is asked once nothing is queued any more: whether this station goes on with the folder in another way. */
  stop(goesOn: () => boolean): Promise<void>;
  /** The folder hangs while it is stopped, and is not waited for: nothing is queued from now on, whatever still comes of its calls. */
  giveUp(goesOn: () => boolean): void;
}

/**
 * Begins and ends folders. A folder on a share that hangs holds up nobody for longer than a while (I8): what takes longer goes on by
 * itself, and what comes to the same path meanwhile begins after it.
 */
export interface FolderLives<Folder extends Life> {
  begin(folders: readonly Folder[]): Promise<void>;
  end(folders: readonly Folder[]): Promise<void>;
}

/**
 * `isWanted`: whether a folder is still to be watched, asked when it comes to that. `goesOnWith`: whether this station goes on with the
 * folder at a path, by this rule or another or none.
 */
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
    // A folder that was only beginning is stopped again when it has begun.
    const ended = all([stop(), beginning.get(folder)?.then(stop, stop), ending.get(path)]);
    const isOver = follow(ending, path, ended).then(() => true);
    if ((await inTime(clock, isOver)) === null) folder.giveUp(goesOn);
  };

  return {
    begin: async (folders) => void (await inTime(clock, all(folders.map(begin)))),
    end: async (folders) => void (await Promise.all(folders.map(end))),
  };
}

/** Keeps what is under way until it is over, or followed by another. */
function follow<K>(underWay: Map<K, Promise<void>>, key: K, work: Promise<void>): Promise<void> {
  const kept = work.finally(() => {
    if (underWay.get(key) === kept) underWay.delete(key);
  });
  underWay.set(key, kept);
  return kept;
}
