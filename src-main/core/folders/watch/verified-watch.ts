import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../clock.ts';
import type { Watching } from '../../ledger/tables/folders.ts';
import type { FileCalls } from '../../share-io/file-calls.ts';
import { isMissing } from '../../share-io/file-identity.ts';
import { CONTROL_FOLDER } from '../../share-io/own-folders.ts';
import { type Belonging, isPractice } from '../../stations/belonging.ts';
import { eventsTellAll, PROBE_PREFIX, type WatchFolder } from './watcher.ts';

export type WatchNews =
  /** Something happened to this path, relative to the root with `/`. */
  | { readonly kind: 'hint'; readonly path: string }
  /** The folder is watched in another way. If the receiver throws, the next finding repeats this news. */
  | { readonly kind: 'mode'; readonly mode: Watching }
  /** A probe showed that the watcher works: groups that waited for this can be judged. */
  | { readonly kind: 'believed' }
  /** The watcher reports events from now on: a scan has to find earlier changes. */
  | { readonly kind: 'ready' }
  /** The watcher failed, so events may be lost; `worked` says whether a probe ever showed that the watcher works. */
  | { readonly kind: 'lost'; readonly worked: boolean };

export interface VerifiedWatchDependencies {
  readonly root: string;
  /** The calls that read the folder. */
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
 * A watcher on one folder that proves with a probe file whether its events report every change. Without that proof, events are hints only,
 * and scans find the rest.
 */
export interface VerifiedWatch {
  readonly mode: Watching;
  /** Monotonic time in milliseconds since when events report every change, or null while changes may go unreported. */
  readonly completeSince: number | null;
  /** Whether a new watcher may report more than this one. False during a test, or each scan would restart the watcher before its proof. */
  readonly isDead: boolean;
  /** Begins a new watcher and tests it. Resolves when the result is known. */
  open(signal: AbortSignal): Promise<void>;
  /** Writes the probe file and waits for the event of that file. */
  test(signal: AbortSignal): Promise<void>;
  close(): void;
}

/** The watcher that is open, and the result of its test. */
interface Begun {
  close(): void;
  /** Monotonic time in milliseconds since when the whole folder is watched, or null before that. */
  readySince: number | null;
  /** Reports the event of the probe file, or null if no test is under way. */
  probed: (() => void) | null;
  /** Whether the last probe was reported; `unknown`: no probe is due yet, `untested`: no probe could be written. */
  works: 'unknown' | 'yes' | 'no' | 'untested';
}

export function createVerifiedWatch(dependencies: VerifiedWatchDependencies): VerifiedWatch {
  const { root, calls, stationId, belonging, clock, probeMs, watch, emit, onFault } = dependencies;
  const probe = join(root, CONTROL_FOLDER, `${PROBE_PREFIX}${stationId}`);
  let current: Begun | null = null;
  let mode: Watching = 'scan';
  let isTold = true;
  let count = 0;

  const canTellAll = () => eventsTellAll(calls());

  /** Sets the mode: a folder whose events cannot report every change is scanned as with `"watch": "poll"`. */
  const found = (works: Begun['works']) => {
    const proved = works === 'yes' ? 'events' : 'scan';
    const now = canTellAll() ? proved : 'poll';
    if (mode === now && isTold) return;
    mode = now;
    isTold = false;
    try {
      emit({ kind: 'mode', mode });
      isTold = true;
    } catch (error) {
      // No caller could handle the error: a watcher reports its failure outside of any call.
      onFault(error);
    }
  };

  const close = () => {
    current?.close();
    current = null;
  };

  const lost = () => {
    const worked = mode === 'events';
    found('no');
    close();
    emit({ kind: 'lost', worked });
  };

  const test = async (signal: AbortSignal) => {
    const begun = current;
    if (begun === null || begun.readySince === null || begun.probed !== null || signal.aborted) return;
    if (!canTellAll() || isPractice(belonging().environment)) {
      begun.works = 'untested';
      found('untested');
      return;
    }
    const done = new AbortController();
    const seen = Promise.withResolvers<boolean>();
    begun.probed = () => seen.resolve(true);
    const tested = (works: Begun['works']) => {
      begun.works = works;
      if (signal.aborted || current !== begun) return;
      found(works);
      if (works === 'yes') emit({ kind: 'believed' });
    };
    try {
      count += 1;
      await calls().run(async () => {
        // An old entry may be a link that somebody left, to any file: it is removed, never written through.
        await rm(probe, { force: true });
        await writeFile(probe, String(count), { flag: 'wx' });
      });
      const late = clock.sleep(probeMs, AbortSignal.any([signal, done.signal])).then(() => false);
      tested((await Promise.race([seen.promise, late])) ? 'yes' : 'no');
    } catch (error) {
      // A folder without our control folder is read-only for us, so no probe can be written.
      tested(isMissing(error) ? 'untested' : 'no');
    } finally {
      done.abort();
      begun.probed = null;
      await calls()
        .run(() => rm(probe, { force: true }))
        .catch(() => undefined);
    }
  };

  const open = async (signal: AbortSignal) => {
    close();
    const ready = Promise.withResolvers<void>();
    const begun: Begun = {
      close: () => undefined,
      readySince: null,
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
    // A watcher that starts late is still tested, and a scan then finds the changes before its start.
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
