import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../clock.ts';
import type { Watching } from '../../ledger/tables/folders.ts';
import { type FileCalls, mountsBelow } from '../../share-io/file-calls.ts';
import { isMissing } from '../../share-io/file-identity.ts';
import { CONTROL_FOLDER } from '../../share-io/own-folders.ts';
import { type Belonging, isPractice } from '../../stations/belonging.ts';
import { eventsTellAll, PROBE_PREFIX, type WatchFolder } from './watcher.ts';

export type WatchNews =
  /** The file at this path may have changed. The path is relative to the root, with `/`. */
  | { readonly kind: 'hint'; readonly path: string }
  /** The folder is now watched in another way (`Watching`), such as by events. If `emit` throws, the next test emits this news again. */
  | { readonly kind: 'mode'; readonly mode: Watching }
  /** A probe file proved that the watcher works, so groups that wait for a scan can be judged. */
  | { readonly kind: 'believed' }
  /** The watcher reports events from now on. A scan must find earlier changes. */
  | { readonly kind: 'ready' }
  /** Events may have been lost, and the watcher goes on. A scan must find the changes. */
  | { readonly kind: 'doubt' }
  /** The watcher failed, so events may be lost. `worked`: whether the last probe file proved that the watcher works. */
  | { readonly kind: 'lost'; readonly worked: boolean };

export interface VerifiedWatchDependencies {
  readonly root: string;
  readonly calls: () => FileCalls;
  readonly stationId: string;
  readonly belonging: () => Belonging;
  readonly clock: Clock;
  readonly probeMs: number;
  readonly watch: WatchFolder;
  readonly emit: (news: WatchNews) => void;
  readonly onFault: (error: unknown) => void;
}

/** A watcher of one folder. A probe file in the folder tests whether events report every change. Until then, scans find missed changes. */
export interface VerifiedWatch {
  readonly mode: Watching;
  /** The monotonic time in milliseconds since which events report every change; null while events may miss changes. */
  readonly completeSince: number | null;
  /** Whether a new watcher should replace this watcher. False during the first test, because a replacement would end the test. */
  readonly isDead: boolean;
  /** Opens a new watcher and tests the watcher. Resolves after the test, or after `probeMs` if the watcher is not ready by then. */
  open(signal: AbortSignal): Promise<void>;
  test(signal: AbortSignal): Promise<void>;
  /** Whether a disk was mounted or unmounted below the folder after the watcher was opened: the watcher stays on the hidden folders. */
  isOutdated(): Promise<boolean>;
  close(): void;
}

interface Begun {
  close(): void;
  /** The mounts below the folder when the watcher was opened; null if unknown. */
  readonly mounts: Promise<string | null>;
  /** The monotonic time in milliseconds since which the whole folder is watched; null before the watcher is ready. */
  readySince: number | null;
  /** Called when the event of the probe file arrives; null if no test is running. */
  probed: (() => void) | null;
  /**
   * The result of the last test.
   * - `unknown`: No test has ended.
   * - `yes`: The watcher reported the probe file in time.
   * - `no`: The watcher did not report the probe file in time, or the test failed.
   * - `untested`: The probe file could not be written, or would prove nothing.
   */
  works: 'unknown' | 'yes' | 'no' | 'untested';
}

export function createVerifiedWatch(dependencies: VerifiedWatchDependencies): VerifiedWatch {
  const { root, calls, stationId, belonging, clock, probeMs, watch, emit, onFault } = dependencies;
  const probe = join(root, CONTROL_FOLDER, `${PROBE_PREFIX}${stationId}`);
  let current: Begun | null = null;
  let mode: Watching = 'scan';
  let isTold = true;
  let count = 0;

  const mounts = () =>
    calls()
      .run(() => mountsBelow(root))
      .catch(() => null);

  const canTellAll = () => eventsTellAll(calls());

  /** Sets the mode after a test. If the events of a folder cannot report every change, the folder is scanned as with `"watch": "poll"`. */
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
      // No caller waits for `emit`, so `onFault` gets the error.
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
      if (works === 'no' && mode === 'events') {
        // The watcher worked before, so events were lost since its last test.
        lost();
        return;
      }
      found(works);
      if (works === 'yes') emit({ kind: 'believed' });
    };
    try {
      count += 1;
      await calls().run(async () => {
        // An existing entry may be a link to any file. The program therefore removes the entry and never writes through the entry.
        await rm(probe, { force: true });
        await writeFile(probe, String(count), { flag: 'wx' });
      });
      const late = clock.sleep(probeMs, AbortSignal.any([signal, done.signal])).then(() => false);
      tested((await Promise.race([seen.promise, late])) ? 'yes' : 'no');
    } catch (error) {
      // A read-only folder has no control folder, where the probe file would be written, so no test is possible.
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
      mounts: mounts(),
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
        onDoubt: () => {
          if (current === begun) emit({ kind: 'doubt' });
        },
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
    // A watcher that becomes ready after the time limit is still tested, and the news `ready` causes a scan for earlier changes.
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
    isOutdated: async () => {
      const begun = current;
      const [before, now] = [await begun?.mounts, await mounts()];
      return current === begun && typeof before === 'string' && now !== null && before !== now;
    },
    close,
  };
}
