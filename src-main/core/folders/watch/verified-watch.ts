import { rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../clock.ts';
import type { Watching } from '../../ledger/tables/folders.ts';
import type { FileCalls } from '../../share-io/file-calls.ts';
import { CONTROL_FOLDER } from '../../share-io/own-folders.ts';
import { type Belonging, isPractice } from '../../stations/belonging.ts';
import { PROBE_PREFIX, type WatchFolder } from './watch-events.ts';
import { eventsTellAll } from './watcher.ts';

export type WatchNews =
  /** Something happened to this path, relative to the root with `/`. */
  | { readonly kind: 'hint'; readonly path: string }
  /** The folder is watched in another way. Told again with the next finding if this throws. */
  | { readonly kind: 'mode'; readonly mode: Watching }
  /** A watcher was found to work, whether or not the one before it did: what waited for that can be judged. */
  | { readonly kind: 'believed' }
  /** Events come from now on: what happened before has to be scanned for. */
  | { readonly kind: 'ready' }
  /** The watcher failed, so events may have been lost; `worked` says whether it was ever seen to work. */
  | { readonly kind: 'lost'; readonly worked: boolean };

export interface VerifiedWatchDependencies {
  readonly root: string;
  /** How the folder is asked. */
  readonly calls: () => FileCalls;
  readonly stationId: string;
  readonly belonging: () => Belonging;
  readonly clock: Clock;
  readonly probeMs: number;
  readonly watch: WatchFolder;
  readonly emit: (news: WatchNews) => void;
  readonly onFault: (error: unknown) => void;
}

/**
 * A watcher on one folder of which it is found out whether events tell of all that happens there: where they can, and where a probe file
 * is reported. Elsewhere events are hints, and scans find the rest.
 */
export interface VerifiedWatch {
  readonly mode: Watching;
  /** Monotonic time since when events tell of all that happens, or null while they may not. */
  readonly completeSince: number | null;
  /** Whether another watcher may tell more than this one does; not while this one is tried, or each scan would begin it anew. */
  readonly isDead: boolean;
  /** Watches anew and tests the watcher. Resolves when it is known whether it works. */
  open(signal: AbortSignal): Promise<void>;
  /** Writes the probe file and waits for its event. */
  test(signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
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

export function createVerifiedWatch(dependencies: VerifiedWatchDependencies): VerifiedWatch {
  const { root, calls, stationId, belonging, clock, probeMs, watch, emit, onFault } = dependencies;
  const dir = join(root, CONTROL_FOLDER);
  const probe = join(dir, `${PROBE_PREFIX}${stationId}`);
  let current: Begun | null = null;
  let mode: Watching = 'scan';
  let isTold = true;
  let count = 0;

  /** On Linux, only on a disk of this machine. */
  const canTellAll = () => eventsTellAll(calls());

  const setMode = (now: Watching) => {
    if (mode === now && isTold) return;
    mode = now;
    isTold = false;
    try {
      emit({ kind: 'mode', mode: now });
      isTold = true;
    } catch (error) {
      // No caller could take the error: a watcher tells of its end by itself.
      onFault(error);
    }
  };

  /** Where events cannot tell everything, the folder is scanned as if its rule said "poll". */
  const found = (works: Begun['works']) => {
    if (!canTellAll()) setMode('poll');
    else setMode(works === 'yes' ? 'events' : 'scan');
  };

  const close = async () => {
    const begun = current;
    current = null;
    await begun?.close().catch(() => undefined);
  };

  const lost = () => {
    const worked = mode === 'events';
    found('no');
    void close();
    emit({ kind: 'lost', worked });
  };

  const test = async (signal: AbortSignal) => {
    const begun = current;
    if (begun === null || begun.readySince === null || begun.testing || signal.aborted) return;
    if (!canTellAll() || isPractice(belonging().environment)) {
      begun.works = 'untested';
      found('untested');
      return;
    }
    begun.testing = true;
    const done = new AbortController();
    const seen = new Promise<boolean>((resolve) => {
      begun.probed = () => resolve(true);
    });
    const tested = (works: Begun['works']) => {
      begun.works = works;
      if (signal.aborted || current !== begun) return;
      found(works);
      if (works === 'yes') emit({ kind: 'believed' });
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
        tested('untested');
        return;
      }
      count += 1;
      await calls().run(async () => {
        // What stands there may be a link that somebody left, to any file.
        await rm(probe, { force: true });
        await writeFile(probe, String(count), { flag: 'wx' });
      });
      const late = clock.sleep(probeMs, AbortSignal.any([signal, done.signal])).then(() => false);
      tested((await Promise.race([seen, late])) ? 'yes' : 'no');
    } catch {
      tested('no');
    } finally {
      done.abort();
      begun.probed = null;
      begun.testing = false;
      await calls()
        .run(() => rm(probe, { force: true }))
        .catch(() => undefined);
    }
  };

  const open = async (signal: AbortSignal) => {
    await close();
    const ready = Promise.withResolvers<void>();
    const begun: Begun = {
      close: async () => undefined,
      readySince: null,
      testing: false,
      probed: null,
      works: 'unknown',
    };
    current = begun;
    try {
      const watcher = watch(root, {
        calls,
        onHint: (path) => {
          if (current === begun) emit({ kind: 'hint', path });
        },
        onProbe: () => begun.probed?.(),
        onError: () => {
          if (current === begun) lost();
        },
        onReady: ready.resolve,
      });
      begun.close = () => watcher.close();
    } catch {
      lost();
      return;
    }
    const isWatching = () => current === begun && !signal.aborted;
    // Also when it takes long: until then anything may come where nothing is watched yet.
    const tested = ready.promise.then(async () => {
      if (!isWatching()) return;
      begun.readySince = clock.monotonic();
      emit({ kind: 'ready' });
      await test(signal);
    });
    await Promise.race([ready.promise, clock.sleep(probeMs, signal)]);
    if (begun.readySince !== null) await tested;
    else if (isWatching()) {
      begun.works = 'no';
      found('no');
    }
  };

  return {
    get mode() {
      return mode;
    },
    get completeSince() {
      return current?.works === 'yes' ? current.readySince : null;
    },
    get isDead() {
      return canTellAll() && (current === null || current.works === 'no');
    },
    open,
    test,
    close,
  };
}
