import { rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../clock.ts';
import type { Watching } from '../ledger/folders.ts';
import type { FileCalls } from './file-calls.ts';
import { CONTROL_FOLDER } from './own-folders.ts';
import { PROBE_PREFIX, type WatchFolder } from './watch-events.ts';

export interface WatchKeeperParts {
  readonly root: string;
  /** How the folder is asked. */
  readonly calls: () => FileCalls;
  readonly stationId: string;
  readonly clock: Clock;
  readonly probeMs: number;
  readonly watch: WatchFolder;
  readonly onHint: (path: string) => void;
  readonly onMode: (mode: Watching) => void;
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
  /** The last probe was reported. */
  proven: boolean;
}

/** Keeps a watcher on one folder and finds out whether it is alive: a probe file that it does not report means it is not. */
export class WatchKeeper {
  readonly #parts: WatchKeeperParts;
  #begun: Begun | null = null;
  #mode: Watching = 'scan';
  #count = 0;

  constructor(parts: WatchKeeperParts) {
    this.#parts = parts;
  }

  get mode(): Watching {
    return this.#mode;
  }

  /** Since when events tell of all that happens, or null while they may not. */
  get toldSince(): number | null {
    return this.#begun?.proven ? this.#begun.readySince : null;
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
      proven: false,
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
    await Promise.race([tested, clock.sleep(probeMs, signal)]);
    if (watches() && begun.readySince === null) this.#set('scan');
  }

  /** Writes the probe file and waits for its event. */
  async test(signal: AbortSignal): Promise<void> {
    const begun = this.#begun;
    if (begun === null || begun.readySince === null || begun.testing || signal.aborted) return;
    begun.testing = true;
    const { root, calls, stationId, probeMs, clock } = this.#parts;
    const dir = join(root, CONTROL_FOLDER);
    const probe = join(dir, `${PROBE_PREFIX}${stationId}`);
    const done = new AbortController();
    const seen = new Promise<boolean>((resolve) => {
      begun.probed = () => resolve(true);
    });
    const found = (alive: boolean) => {
      begun.proven = alive;
      if (!signal.aborted && this.#begun === begun) this.#set(alive ? 'events' : 'scan');
    };
    try {
      // A folder without ours cannot be written to, and so cannot be tested.
      const testable = await calls()
        .other(() => stat(dir))
        .then(
          () => true,
          () => false,
        );
      if (testable) await calls().other(() => writeFile(probe, String(++this.#count)));
      const late = clock.sleep(probeMs, AbortSignal.any([signal, done.signal])).then(() => false);
      found(!testable || (await Promise.race([seen, late])));
    } catch {
      found(false);
    } finally {
      done.abort();
      begun.probed = null;
      begun.testing = false;
      await calls()
        .other(() => rm(probe, { force: true }))
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
    this.#set('scan');
    void this.close();
    this.#parts.onLost(worked);
  }

  #set(mode: Watching): void {
    if (this.#mode !== mode) {
      this.#mode = mode;
      this.#parts.onMode(mode);
    }
  }
}
