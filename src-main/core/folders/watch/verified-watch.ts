import { rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../clock.ts';
import type { Watching } from '../../ledger/tables/folders.ts';
import type { FileCalls } from '../../share-io/file-calls.ts';
import { CONTROL_FOLDER } from '../../share-io/own-folders.ts';
import { type Belonging, isPractice } from '../../stations/belonging.ts';
import { PROBE_PREFIX, type WatchFolder } from './watch-events.ts';
import { eventsTellAll } from './watcher.ts';

export interface VerifiedWatchParts {
  readonly root: string;
  /** How the folder is asked. */
  readonly calls: () => FileCalls;
  readonly stationId: string;
  readonly belonging: () => Belonging;
  readonly clock: Clock;
  readonly probeMs: number;
  readonly watch: WatchFolder;
  readonly onHint: (path: string) => void;
  /** How it is watched is another; told again with what is found next where this throws. */
  readonly onMode: (mode: Watching) => void;
  readonly onFault: (error: unknown) => void;
  /** A watcher was found to work, whether or not the one before it did: what waited for that can be judged. */
  readonly onTold: () => void;
  /** Events come from now on: what happened before has to be walked for. */
  readonly onReady: () => void;
  /** The watcher failed, so events may have been lost; `worked` says whether it was ever seen to work. */
  readonly onLost: (worked: boolean) => void;
}

/** A watcher that was begun, and what is known of it. */
interface Begun {
  close(): Promise<void>;
  /** Monotonic time since when everything is watched, or null before that. */
  readySince: number | null;
  testing: boolean;
  probed: (() => void) | null;
  /** Whether the last probe was reported; `unknown`: none is due yet, `untested`: none could be written. */
  works: 'unknown' | 'yes' | 'no' | 'untested';
}

/**
 * Keeps a watcher on one folder and finds out whether events tell of all that happens there: where they can, and where a probe file is
 * reported. Elsewhere they are hints, and walks find the rest.
 */
export class VerifiedWatch {
  readonly #parts: VerifiedWatchParts;
  #begun: Begun | null = null;
  #mode: Watching = 'scan';
  #isTold = true;
  #count = 0;

  constructor(parts: VerifiedWatchParts) {
    this.#parts = parts;
  }

  get mode(): Watching {
    return this.#mode;
  }

  /** Since when events tell of all that happens, or null while they may not. */
  get toldSince(): number | null {
    return this.#begun?.works === 'yes' ? this.#begun.readySince : null;
  }

  /** Whether another watcher may tell more than this one does; not while this one is tried, or each walk would begin it anew. */
  get isDead(): boolean {
    return this.#tellsAll && (this.#begun === null || this.#begun.works === 'no');
  }

  /** Watches anew and tests the watcher. Resolves when it is known whether it works. */
  async open(signal: AbortSignal): Promise<void> {
    await this.close();
    const { root, calls, onHint, probeMs, clock } = this.#parts;
    const ready = Promise.withResolvers<void>();
    const begun: Begun = {
      close: async () => undefined,
      readySince: null,
      testing: false,
      probed: null,
      works: 'unknown',
    };
    this.#begun = begun;
    try {
      const watcher = this.#parts.watch(root, {
        calls,
        onHint: (path) => {
          if (this.#begun === begun) onHint(path);
        },
        onProbe: () => begun.probed?.(),
        onError: () => {
          if (this.#begun === begun) this.#lost();
        },
        onReady: ready.resolve,
      });
      begun.close = () => watcher.close();
    } catch {
      this.#lost();
      return;
    }
    const watches = () => this.#begun === begun && !signal.aborted;
    // Also when it takes long: until then anything may come where nothing is watched yet.
    const tested = ready.promise.then(async () => {
      if (!watches()) return;
      begun.readySince = clock.monotonic();
      this.#parts.onReady();
      await this.test(signal);
    });
    await Promise.race([ready.promise, clock.sleep(probeMs, signal)]);
    if (begun.readySince !== null) await tested;
    else if (watches()) {
      begun.works = 'no';
      this.#found('no');
    }
  }

  /** Writes the probe file and waits for its event. */
  async test(signal: AbortSignal): Promise<void> {
    const begun = this.#begun;
    if (begun === null || begun.readySince === null || begun.testing || signal.aborted) return;
    if (!this.#tellsAll || isPractice(this.#parts.belonging().environment)) {
      begun.works = 'untested';
      this.#found('untested');
      return;
    }
    begun.testing = true;
    const { root, calls, stationId, probeMs, clock } = this.#parts;
    const dir = join(root, CONTROL_FOLDER);
    const probe = join(dir, `${PROBE_PREFIX}${stationId}`);
    const done = new AbortController();
    const seen = new Promise<boolean>((resolve) => {
      begun.probed = () => resolve(true);
    });
    const found = (works: Begun['works']) => {
      begun.works = works;
      if (signal.aborted || this.#begun !== begun) return;
      this.#found(works);
      if (works === 'yes') this.#parts.onTold();
    };
    try {
      // A folder without ours cannot be written to, and so cannot be tested.
      const testable = await calls()
        .run(() => stat(dir))
        .then(
          () => true,
          () => false,
        );
      if (!testable) {
        found('untested');
        return;
      }
      await calls().run(async () => {
        // What stands there may be a link that somebody left, to any file.
        await rm(probe, { force: true });
        await writeFile(probe, String(++this.#count), { flag: 'wx' });
      });
      const late = clock.sleep(probeMs, AbortSignal.any([signal, done.signal])).then(() => false);
      found((await Promise.race([seen, late])) ? 'yes' : 'no');
    } catch {
      found('no');
    } finally {
      done.abort();
      begun.probed = null;
      begun.testing = false;
      await calls()
        .run(() => rm(probe, { force: true }))
        .catch(() => undefined);
    }
  }

  async close(): Promise<void> {
    const begun = this.#begun;
    this.#begun = null;
    await begun?.close().catch(() => undefined);
  }

  #lost(): void {
    const worked = this.#mode === 'events';
    this.#found('no');
    void this.close();
    this.#parts.onLost(worked);
  }

  /** On Linux, only on a disk of this machine. */
  get #tellsAll(): boolean {
    return eventsTellAll(this.#parts.calls());
  }

  #found(works: Begun['works']): void {
    // Where events cannot tell everything, the folder is looked at as if its rule said so.
    if (!this.#tellsAll) this.#set('poll');
    else this.#set(works === 'yes' ? 'events' : 'scan');
  }

  #set(mode: Watching): void {
    if (this.#mode === mode && this.#isTold) return;
    this.#mode = mode;
    this.#isTold = false;
    try {
      this.#parts.onMode(mode);
      this.#isTold = true;
    } catch (error) {
      // Nobody calls this who could take it: a watcher tells of its end by itself.
      this.#parts.onFault(error);
    }
  }
}
