import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Said } from '../../../contract/say.ts';
import type { FolderRule } from '../../../contract/settings.ts';
import type { Clock, Random } from '../../clock.ts';
import type { Committer } from '../../ledger/db/group-commit.ts';
import type { Ledger } from '../../ledger/db/ledger.ts';
import type { Files } from '../../ledger/tables/files.ts';
import {
  clearFolderTrouble,
  openFolder,
  setFolderRoot,
  setFolderScanned,
  setFolderTrouble,
  setFolderUnreadable,
  setFolderWatching,
} from '../../ledger/tables/folders.ts';
import type { Log } from '../../log/events.ts';
import type { CallsInto } from '../../share-io/folder-calls.ts';
import type { FolderIdentity } from '../../share-io/folder-identity.ts';
import {
  createResponseMonitor,
  type Monitored,
  type ResponseMonitor,
} from '../../share-io/response-monitor.ts';
import { unlessAborted } from '../../share-io/time-limit.ts';
import type { Belonging } from '../../stations/belonging.ts';
import type { SharedFolder } from '../../stations/stations.ts';
import type { FileRecorder } from '../file-row.ts';
import type { IntakePace } from '../pace.ts';
import { createVerifiedWatch, type WatchNews } from '../watch/verified-watch.ts';
import type { WatchFolder } from '../watch/watcher.ts';
import { createFolderBacklog, type Dated, releaseBacklog } from './backlog.ts';
import { remarkOf, showSilence } from './folder-health.ts';
import { type ScanDependencies, type ScanFinding, type ScanResult, scanFolder, scanHints } from './scan.ts';
import { createScanCoverage, type ScanCoverage } from './scan-coverage.ts';
import { createScanScheduler } from './scan-scheduler.ts';
import type { UnreadablePaths } from './unreadable-paths.ts';

export type ScanEvent =
  | ScanFinding
  /** A scan or a test of the watcher has ended, so groups that wait for a scan can be judged. */
  | { readonly kind: 'scanned' }
  /** An unreadable path has become readable, so a group may be complete now. */
  | { readonly kind: 'readable' }
  /** The folder cannot be reached, or is suddenly empty. */
  | { readonly kind: 'away' };

export interface FolderScannerDependencies {
  readonly rule: FolderRule;
  readonly stationId: string;
  readonly ledger: Ledger;
  readonly files: Files;
  readonly commit: Committer;
  readonly recorder: FileRecorder;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly pace: IntakePace;
  readonly belonging: () => Belonging;
  readonly watch: WatchFolder;
  /** Whether the ledger was lost. Existing files then wait for a person, even if the rule would send them. */
  readonly forceBacklogAsk: boolean;
  readonly into: CallsInto;
  readonly standing: FolderIdentity;
  readonly marks: Pick<SharedFolder, 'mark' | 'word'>;
  readonly unreadable: UnreadablePaths;
  readonly isOpen: (fileId: number) => boolean;
  readonly emit: (event: ScanEvent) => void;
  /** Called after each complete scan. `remark`: a text for people about the folder, or null. */
  readonly onRemark: (remark: Said | null) => void;
  readonly onFault: (error: unknown) => void;
}

export interface ScanRequest {
  /** Whether to open a new watcher after the scan. */
  readonly reopen?: boolean;
  /** Whether to decide again about held and ignored files, even if the files are unchanged. */
  readonly thorough?: boolean;
}

/** Scans one folder. A scan of the whole folder finds every file; in between, the scanner reads the paths that events name. */
export interface FolderScanner {
  readonly coverage: ScanCoverage;
  readonly monitor: ResponseMonitor;
  /** Whether a scan of the whole folder has completed since the rule started. */
  readonly lookedThrough: boolean;
  /** The number of files that the folder had at the last scan and that a failed write kept out of the ledger. */
  readonly unrecorded: number;
  readonly busy: boolean;
  /** Loads the state of the folder from the ledger, without access to the folder. */
  open(): void;
  start(): Promise<void>;
  stop(): Promise<void>;
  hint(path: string): void;
  /** Scans the whole folder. If a scan is already running, another scan follows. Resolves after the last scan, or when `stop` is called. */
  rescan(request?: ScanRequest): Promise<void>;
}

export function createFolderScanner(dependencies: FolderScannerDependencies): FolderScanner {
  const { rule, stationId, ledger, files, commit, recorder, clock, random, log, pace } = dependencies;
  const { belonging, into, standing, marks, unreadable, isOpen, emit, onRemark, onFault } = dependencies;
  const backlog = createFolderBacklog(ledger, rule, clock, dependencies.forceBacklogAsk);
  const monitor = createResponseMonitor({ clock, tell: (since) => silence(since), onFault });
  let stopping = new AbortController();
  let running: Promise<void> = Promise.resolve();
  let scanning: Promise<void> | null = null;
  let again = false;
  /** The paths that events named and that no scan has begun to read. */
  const hinted = new Set<string>();
  let scanningHinted: Promise<void> | null = null;
  let listed = false;
  let thorough = true;
  let reopen = true;
  /** The root identity of the folder that the last scan before the opening of the watcher found; null without a watcher. */
  let watchedRoot: string | null = null;
  let reachable = true;
  /** Whether the result of a scan is not in the ledger. A scan of the whole folder must then find the result. */
  let unrecorded = false;
  /** The paths of the files that a failed write kept out of the ledger, until a scan of the whole folder is recorded. */
  const unrecordedPaths = new Set<string>();

  const watch = createVerifiedWatch({
    root: rule.path,
    calls: () => into.files,
    stationId,
    belonging,
    clock,
    probeMs: pace.probeMs,
    watch: dependencies.watch,
    emit: (news) => watched(news),
    onFault,
  });
  const coverage = createScanCoverage(
    // Events prove nothing while a result of a scan is not recorded, or while a failed watcher is not yet replaced.
    () => (unrecorded || reopen ? null : watch.completeSince),
    () => scheduler.awaited(),
  );
  const scheduler = createScanScheduler({
    rule,
    clock,
    random,
    pace,
    standing,
    turn: monitor.through(into.turn),
    watch,
    isIncomplete: () => unrecorded || unreadable.any,
    isReachable: () => reachable,
    coverage,
    scan: (request) => rescan(request),
  });
  const scanWith = (monitored: Monitored): ScanDependencies => ({
    root: rule.path,
    folderId: rule.id,
    commit,
    files,
    recorder,
    calls: () => monitored(into.files),
    marks,
    standing,
    backlog,
    unreadable,
    isOpen,
    emit,
    onUnrecorded: (found) => {
      for (const { path } of found) unrecordedPaths.add(path);
    },
  });

  const watched = (news: WatchNews) => {
    switch (news.kind) {
      case 'hint':
        hint(news.path);
        break;
      case 'mode':
        scheduler.waitAnew();
        emit({ kind: 'scanned' });
        setFolderWatching(ledger, rule.id, news.mode);
        log('folder.watching', { folder: rule.id, mode: news.mode });
        break;
      case 'believed':
        emit({ kind: 'scanned' });
        break;
      case 'ready':
        void rescan();
        break;
      case 'doubt':
        coverage.doubt(clock.monotonic());
        break;
      case 'lost':
        // A watcher that never worked would fail again at once, so the scanner opens a new watcher at the next regular scan.
        void rescan({ reopen: news.worked });
        break;
    }
  };

  const hint = (path: string) => {
    hinted.add(path);
    coverage.named(clock.monotonic());
    scanHinted();
  };

  /** Scans the paths in `hinted`, one scan at a time. If paths arrive during a scan, the end of that scan starts the next scan. */
  const scanHinted = () => {
    if (!listed || hinted.size === 0 || scanningHinted !== null || stopping.signal.aborted) return;
    scanningHinted = scanAllHinted()
      .catch((error: unknown) => {
        unrecorded = true;
        onFault(error);
      })
      .finally(() => {
        scanningHinted = null;
        coverage.hints('done');
        emit({ kind: 'scanned' });
        scheduler.adapt();
        scanHinted();
      });
  };

  const scanAllHinted = async () => {
    // Events come in bursts, so one scan reads all paths of one turn of the event loop.
    await nextTurn();
    const paths = [...hinted];
    hinted.clear();
    coverage.hints('begun');
    const wholeMustJudge = await monitor.during((monitored) =>
      scanHints(scanWith(monitored), paths, stopping.signal),
    );
    if (!wholeMustJudge) return;
    // The groups of these paths wait for the scan of the whole folder.
    unrecorded = true;
    void rescan();
  };

  const rescan = async (request: ScanRequest = {}) => {
    if (request.reopen) reopen = true;
    if (request.thorough) thorough = true;
    again = true;
    while (again && !stopping.signal.aborted) {
      scanning ??= scanOnce().finally(() => {
        scanning = null;
      });
      await unlessAborted(scanning, stopping.signal);
    }
  };

  const scanOnce = async () => {
    again = false;
    const began = clock.monotonic();
    let whole = false;
    try {
      const result = await scanWhole();
      if (result.kind === 'done') {
        const ms = Math.round(clock.monotonic() - began);
        log('folder.scanned', { folder: rule.id, files: result.files, changed: result.changed, ms });
        unrecorded = false;
        unrecordedPaths.clear();
        whole = true;
        watchAnew(result.identity);
      }
    } catch (error) {
      // The failed scan may not have decided about every held or ignored file. The next scan must therefore be thorough.
      thorough = true;
      unrecorded = true;
      onFault(error);
    }
    coverage.walked({ began, ended: clock.monotonic(), whole });
    emit({ kind: 'scanned' });
    scheduler.adapt();
  };

  // Opens a new watcher if `reopen` is true, or if another folder than the watched one is at the path: a watcher stays on the folder that
  // the watcher was opened on. Must be called after a scan, because opening a watcher would slow the scan.
  const watchAnew = (identity: string) => {
    if (rule.watch !== 'auto' || (!reopen && identity === watchedRoot)) return;
    reopen = false;
    watchedRoot = identity;
    void watch.open(stopping.signal).catch(onFault);
  };

  const scanWhole = async (): Promise<ScanResult> => {
    openFolder(ledger, rule.id, rule.path, clock.now());
    await monitor.ask(() => into.look());
    const options = {
      thorough,
      rootIdentity: standing.proved,
      word: standing.word,
      lastRowBefore: standing.lastRowBefore,
      signal: stopping.signal,
    };
    thorough = false;
    const result = await monitor.during((monitored) => scanFolder(scanWith(monitored), options));
    // If the share hangs, the scan may end long after `stop`, when the rule may have another path.
    if (stopping.signal.aborted) return { kind: 'stopped' };
    switch (result.kind) {
      case 'done': {
        const dated = ledger.transaction(() => {
          clearFolderTrouble(ledger, rule.id);
          showSilence(ledger, rule.id, monitor.silentSince);
          setFolderRoot(ledger, rule.id, standing.walked(result));
          setFolderUnreadable(ledger, rule.id, unreadable.lately.size);
          return backlog.scanned(result.strange, unreadable.lately);
        });
        if (dated !== null) await release(dated);
        setFolderScanned(ledger, rule.id, clock.now());
        setReachable(true);
        onRemark(remarkOf(result));
        listed = true;
        if (unreadable.end()) emit({ kind: 'readable' });
        scanHinted();
        break;
      }
      case 'missing':
        trouble('folder.missing', `(${result.code})`);
        break;
      case 'emptied':
        standing.emptied(result);
        trouble('folder.emptied', null);
        break;
      case 'stopped':
        thorough = true;
        again = true;
    }
    return result;
  };

  /** Applies a backlog decision with a date to the groups that the first scan found. The next scan submits the released files. */
  const release = async (decision: Dated) => {
    const { signal } = stopping;
    thorough = true;
    again = true;
    await releaseBacklog({ ledger, files, signal }, rule.id, decision, () => undefined).catch(
      (error: unknown) => {
        if (!signal.aborted) throw error;
      },
    );
  };

  const silence = (since: number | null) => {
    if (stopping.signal.aborted) return;
    showSilence(ledger, rule.id, since);
    // The scanner may have lost results during the silence, so a new scan starts, unless the first scan is still running.
    if (since === null && listed) void rescan();
  };

  const trouble = (code: 'folder.missing' | 'folder.emptied', detail: string | null) => {
    setFolderTrouble(ledger, rule.id, { code, detail }, clock.now());
    emit({ kind: 'away' });
    thorough = true;
    reopen = true;
    standing.lost();
    setReachable(false);
  };

  const setReachable = (now: boolean) => {
    if (reachable === now) return;
    reachable = now;
    log('folder.reachable', { folder: rule.id, reachable: now });
  };

  return {
    coverage,
    monitor,
    get lookedThrough() {
      return listed;
    },
    get unrecorded() {
      return unrecordedPaths.size;
    },
    get busy() {
      return scanning !== null || scanningHinted !== null || (listed && hinted.size > 0);
    },
    open: () => {
      if (stopping.signal.aborted) stopping = new AbortController();
      const row = openFolder(ledger, rule.id, rule.path, clock.now());
      standing.open(row.root_identity);
      reachable = row.reachable === 1;
      setFolderWatching(ledger, rule.id, rule.watch === 'poll' ? 'poll' : watch.mode);
    },
    start: async () => {
      await rescan({ reopen: true });
      running = scheduler.run(stopping.signal);
    },
    stop: async () => {
      stopping.abort();
      watch.close();
      await Promise.all([running, scanning, scanningHinted]);
    },
    hint,
    rescan,
  };
}
