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

/** Keeps a watcher on one folder and finds out whether it is alive: a probe file that it does not report means it is not. */
export class WatchKeeper {
  readonly #parts: WatchKeeperParts;
  #watcher: { close(): Promise<void> } | null = null;
  #mode: Watching = 'scan';
  #probed: (() => void) | null = null;
  #ready: (() => void) | null = null;
  #probing = false;
  #count = 0;

  constructor(parts: WatchKeeperParts) {
    this.#parts = parts;
  }

  get mode(): Watching {
    return this.#mode;
  }

  /** Watches anew and tests the watcher. Resolves when it is known whether it works. */
  async open(signal: AbortSignal): Promise<void> {
    await this.close();
    const { root, calls, onHint, probeMs, clock } = this.#parts;
    const ready = new Promise<void>((resolve) => {
      this.#ready = resolve;
    });
    try {
      const watcher = this.#parts.watch(root, {
        calls,
        onHint: (path) => {
          if (this.#watcher === watcher) onHint(path);
        },
        onProbe: () => this.#probed?.(),
        onError: () => {
          if (this.#watcher === watcher) this.#lost();
        },
        onReady: () => this.#ready?.(),
      });
      this.#watcher = watcher;
    } catch {
      this.#lost();
      return;
    }
    await Promise.race([ready, clock.sleep(probeMs, signal)]);
    if (signal.aborted) return;
    this.#parts.onReady();
    await this.test(signal);
  }

  /** Writes the probe file and waits for its event. */
  async test(signal: AbortSignal): Promise<void> {
    if (this.#watcher === null || this.#probing || signal.aborted) return;
    this.#probing = true;
    const { root, calls, stationId, probeMs, clock } = this.#parts;
    const dir = join(root, CONTROL_FOLDER);
    const probe = join(dir, `${PROBE_PREFIX}${stationId}`);
    const done = new AbortController();
    const seen = new Promise<boolean>((resolve) => {
      this.#probed = () => resolve(true);
    });
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
      const alive = !testable || (await Promise.race([seen, late]));
      if (!signal.aborted && this.#watcher !== null) this.#set(alive ? 'events' : 'scan');
    } catch {
      if (!signal.aborted) this.#set('scan');
    } finally {
      done.abort();
      this.#probed = null;
      this.#probing = false;
      await calls()
        .other(() => rm(probe, { force: true }))
        .catch(() => undefined);
    }
  }

  async close(): Promise<void> {
    const watcher = this.#watcher;
    this.#watcher = null;
    await watcher?.close().catch(() => undefined);
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
