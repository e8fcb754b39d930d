import { resolve } from 'node:path';
import type { Clock } from '../clock.ts';
import { describeError } from '../log/describe-error.ts';
import type { Log } from '../log/events.ts';
import { inTime } from '../share-io/time-limit.ts';

interface Life {
  readonly rule: { readonly path: string };
  start(): Promise<void>;
  /** While this takes long, the folder does not answer. */
  hear(work: () => Promise<void>): Promise<void>;
  stop(goesOn: () => boolean): Promise<void>;
  /** It hangs while it is stopped, and is not waited for. */
  giveUp(goesOn: () => boolean): void;
}

export interface FolderLivesParts<Folder> {
  readonly clock: Clock;
  readonly log: Log;
  /** Whether the folder is still to be watched; asked when it comes to that. */
  readonly isWanted: (folder: Folder) => boolean;
  /** Whether this station goes on with the folder at a path, by this rule or another or none. */
  readonly goesOnWith: (path: string) => boolean;
}

/**
 * Begins and ends folders. One on a share that hangs holds up nobody for longer than a while (I8): what takes longer goes on by
 * itself, and what comes to the same path meanwhile begins after it.
 */
export class FolderLives<Folder extends Life> {
  readonly #parts: FolderLivesParts<Folder>;
  readonly #beginning = new Map<Folder, Promise<void>>();
  readonly #ending = new Map<string, Promise<void>>();

  constructor(parts: FolderLivesParts<Folder>) {
    this.#parts = parts;
  }

  async begin(folders: readonly Folder[]): Promise<void> {
    await inTime(this.#parts.clock, this.#all(folders.map((folder) => this.#begin(folder))));
  }

  async end(folders: readonly Folder[]): Promise<void> {
    await Promise.all(folders.map((folder) => this.#end(folder)));
  }

  #begin(folder: Folder): Promise<void> {
    const { isWanted } = this.#parts;
    const before = this.#ending.get(resolve(folder.rule.path));
    const over = before === undefined ? Promise.resolve() : folder.hear(() => before);
    const begun = over.then(() => (isWanted(folder) ? folder.start() : undefined));
    return follow(this.#beginning, folder, begun);
  }

  async #end(folder: Folder): Promise<void> {
    const { clock, goesOnWith } = this.#parts;
    const path = resolve(folder.rule.path);
    const goesOn = () => goesOnWith(path);
    const stop = () => folder.stop(goesOn);
    // What was only beginning is stopped again when it has begun.
    const ended = this.#all([stop(), this.#beginning.get(folder)?.then(stop, stop), this.#ending.get(path)]);
    const isOver = follow(this.#ending, path, ended).then(() => true);
    if ((await inTime(clock, isOver)) === null) folder.giveUp(goesOn);
  }

  async #all(work: readonly (Promise<void> | undefined)[]): Promise<void> {
    for (const outcome of await Promise.allSettled(work)) {
      if (outcome.status === 'fulfilled') continue;
      this.#parts.log('engine.fault', { where: 'intake', error: describeError(outcome.reason) });
    }
  }
}

/** Keeps what is under way until it is over, or followed by another. */
function follow<K>(underWay: Map<K, Promise<void>>, key: K, work: Promise<void>): Promise<void> {
  const kept = work.finally(() => {
    if (underWay.get(key) === kept) underWay.delete(key);
  });
  underWay.set(key, kept);
  return kept;
}
