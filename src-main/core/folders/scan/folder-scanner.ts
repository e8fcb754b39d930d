import type { FolderRule } from '../../../contract/settings.ts';
import {
  clearFolderTrouble,
  openFolder,
  setFolderRoot,
  setFolderScanned,
  setFolderTrouble,
  setFolderWatching,
} from '../../ledger/tables/folders.ts';
import type { CallsInto } from '../../share-io/folder-calls.ts';
import type { FolderIdentity } from '../../share-io/folder-identity.ts';
import {
  createResponseMonitor,
  type Monitored,
  type ResponseMonitor,
} from '../../share-io/response-monitor.ts';
import { unlessAborted } from '../../share-io/time-limit.ts';
import type { SharedFolder } from '../../stations/stations.ts';
import type { FileRecorder } from '../file-recorder.ts';
import type { FolderParts } from '../folder-parts.ts';
import type { GroupPlace } from '../group/grouping.ts';
import type { Settler } from '../settler.ts';
import type { GroupSubmitter } from '../submit/group-submitter.ts';
import { takeUp } from '../submit/take-up.ts';
import { VerifiedWatch } from '../watch/verified-watch.ts';
import { type Dated, FolderBacklog } from './backlog.ts';
import { lookAtHints } from './hints.ts';
import { PendingHints } from './pending-hints.ts';
import { releaseBacklog } from './release-backlog.ts';
import { type ScanParts, type ScanResult, scanFolder } from './scan.ts';
import { remarkOf } from './scan-remark.ts';
import { ScanScheduler } from './scan-scheduler.ts';
import { showSilence } from './silent-folder.ts';
import type { UnreadablePaths } from './unreadable-paths.ts';

export interface FolderScannerParts extends FolderParts {
  readonly rule: FolderRule;
  readonly book: FileRecorder;
  readonly settler: Settler;
  readonly sender: GroupSubmitter;
  readonly unseen: UnreadablePaths;
  readonly place: (path: string) => GroupPlace;
  readonly standing: FolderIdentity;
  readonly into: CallsInto;
  readonly marks: Pick<SharedFolder, 'mark' | 'word'>;
  /** What a person should know of a folder that is otherwise well, or null. */
  readonly onRemark: (remark: string | null) => void;
  readonly onFault: (error: unknown) => void;
}

/**
 * Looks at one folder: by walks, which are the truth, and at what events hint at in between
 * (docs/architecture.md 4).
 */
export class FolderScanner {
  readonly #parts: FolderScannerParts;
  readonly #scanParts: ScanParts;
  readonly answers: ResponseMonitor;
  readonly #backlog: FolderBacklog;
  readonly #keeper: VerifiedWatch;
  readonly #named: PendingHints;
  #stop = new AbortController();
  readonly #rounds: ScanScheduler;
  #running: Promise<void> = Promise.resolve();
  #scanning: Promise<void> | null = null;
  #again = false;
  #listed = false;
  #thorough = true;
  #reopen = true;
  #reachable = true;
  /** What was found could not be recorded: a walk must find it again. */
  #unrecorded = false;

  constructor(parts: FolderScannerParts) {
    this.#parts = parts;
    const { rule, settler, sender, ledger, commit, files, book, clock, unseen, into } = parts;
    this.#backlog = new FolderBacklog(parts);
    this.#scanParts = {
      root: rule.path,
      folderId: rule.id,
      commit,
      files,
      book,
      clock,
      unseen,
      calls: () => into.files,
      isTracked: (id) => settler.has(id),
      ...parts.marks,
      fates: () => ({ ...this.#backlog.fates(), strange: parts.standing.lastRowBefore !== null }),
      onUnlisted: () => this.#backlog.beginAnew(),
      isExchanged: (identity) => parts.standing.exchangedFor(identity),
      isElsewhere: (id) => id <= (parts.standing.lastRowBefore ?? 0),
      onRecorded: (recorded) => takeUp(parts, recorded),
      onVanished: (id, groupKey) => {
        settler.forget(id);
        if (groupKey !== null) sender.touch(groupKey);
      },
    };
    this.#named = new PendingHints({
      clock,
      looks: sender.looks,
      isStopped: () => this.#stop.signal.aborted,
      look: (paths) => this.#lookAt(paths),
      onFault: (error) => {
        this.#unrecorded = true;
        parts.onFault(error);
      },
      onLooked: () => {
        sender.looked();
        this.#rounds.pace();
      },
    });
    this.answers = createResponseMonitor({ ...parts, tell: (since) => this.#silence(since) });
    this.#keeper = new VerifiedWatch({
      ...parts,
      root: rule.path,
      calls: () => into.files,
      stationId: parts.station.id,
      probeMs: parts.pace.probeMs,
      onHint: (path) => this.hint(path),
      onMode: (mode) => {
        this.#rounds.waitAnew();
        sender.looked();
        setFolderWatching(ledger, rule.id, mode);
        parts.log('folder.watching', { folder: rule.id, mode });
      },
      onTold: () => sender.looked(),
      onReady: () => void this.rescan(),
      // One that never worked would fail again at once: it is opened anew when the next walk is due.
      onLost: (worked) => void this.rescan({ reopen: worked }),
    });
    this.#rounds = new ScanScheduler({
      ...parts,
      turn: this.answers.through(into.turn),
      keeper: this.#keeper,
      isIncomplete: () => this.#unrecorded || this.#parts.unseen.any,
      reachable: () => this.#reachable,
      looks: sender.looks,
      rescan: (options) => this.rescan(options),
    });
    sender.looks.follow({
      // A watcher that may be dead tells of nothing: not before a walk has ended and another watches.
      toldSince: () => (this.#unrecorded || this.#reopen ? null : this.#keeper.toldSince),
      onAwaited: () => this.#rounds.awaited(),
    });
  }

  /** Whether a look at everything has ended since the start. */
  get lookedThrough(): boolean {
    return this.#listed;
  }

  get busy(): boolean {
    return this.#scanning !== null || this.#named.looking !== null || (this.#listed && this.#named.any);
  }

  /** Reads what is known of the folder; touches nothing in it. */
  open(): void {
    const { ledger, rule, clock } = this.#parts;
    if (this.#stop.signal.aborted) this.#stop = new AbortController();
    const row = openFolder(ledger, rule.id, rule.path, clock.now());
    this.#parts.standing.open(row.root_identity);
    this.#reachable = row.reachable === 1;
    setFolderWatching(ledger, rule.id, rule.watch === 'poll' ? 'poll' : this.#keeper.mode);
  }

  async start(): Promise<void> {
    await this.rescan({ reopen: true });
    this.#running = this.#rounds.keep(this.#stop.signal);
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#keeper.close();
    await Promise.all([this.#running, this.#scanning, this.#named.looking]);
  }

  /** Something may have happened at this path. */
  hint(path: string): void {
    this.#named.add(path);
    if (this.#listed) this.#named.look();
  }

  /** Walks the folder; a walk under way is followed by another. Resolves when that is done, or when it is stopped. */
  async rescan(options: { reopen?: boolean; thorough?: boolean } = {}): Promise<void> {
    if (options.reopen) this.#reopen = true;
    if (options.thorough) this.#thorough = true;
    this.#again = true;
    while (this.#again && !this.#stop.signal.aborted) {
      this.#scanning ??= this.#scanOnce().finally(() => {
        this.#scanning = null;
      });
      await unlessAborted(this.#scanning, this.#stop.signal);
    }
  }

  async #lookAt(paths: readonly string[]): Promise<void> {
    const walkMustJudge = await this.answers.during((monitored) =>
      lookAtHints(this.#heard(monitored), paths, this.#stop.signal),
    );
    if (walkMustJudge) void this.rescan();
  }

  async #scanOnce(): Promise<void> {
    this.#again = false;
    const { clock, rule, log, sender } = this.#parts;
    const began = clock.monotonic();
    let whole = false;
    try {
      const result = await this.#scan();
      if (result.kind === 'done') {
        const ms = Math.round(clock.monotonic() - began);
        log('folder.scanned', { folder: rule.id, files: result.files, changed: result.changed, ms });
        this.#unrecorded = false;
        whole = true;
        this.#watch();
      }
    } catch (error) {
      // What it did not come to, the next walk must not pass over.
      this.#thorough = true;
      this.#unrecorded = true;
      this.#parts.onFault(error);
    }
    sender.walked({ began, ended: clock.monotonic(), whole });
    this.#rounds.pace();
  }

  /** Not before the walk, which it would slow, and not waited for: another walk follows once it is ready. */
  #watch(): void {
    if (!this.#reopen || this.#parts.rule.watch !== 'auto') return;
    this.#reopen = false;
    void this.#keeper.open(this.#stop.signal).catch(this.#parts.onFault);
  }

  async #scan(): Promise<ScanResult> {
    const { ledger, rule, clock, standing, unseen } = this.#parts;
    openFolder(ledger, rule.id, rule.path, clock.now());
    await this.answers.ask(() => this.#parts.into.look());
    const options = {
      thorough: this.#thorough,
      rootIdentity: standing.proved,
      word: standing.word,
      lastRowBefore: standing.lastRowBefore,
      signal: this.#stop.signal,
    };
    this.#thorough = false;
    const result = await this.answers.during((monitored) => scanFolder(this.#heard(monitored), options));
    // On a share that hangs it may be long since anybody waited for this, and the rule may be of another folder by now.
    if (this.#stop.signal.aborted) return { kind: 'stopped' };
    switch (result.kind) {
      case 'done': {
        const dated = ledger.transaction(() => {
          clearFolderTrouble(ledger, rule.id);
          showSilence(ledger, rule.id, this.answers.silentSince);
          setFolderRoot(ledger, rule.id, standing.walked(result));
          return this.#backlog.walked(result.strange, unseen.lately);
        });
        if (dated !== null) await this.#release(dated);
        setFolderScanned(ledger, rule.id, clock.now());
        this.#setReachable(true);
        this.#parts.onRemark(remarkOf(result));
        this.#listed = true;
        if (unseen.end()) this.#parts.sender.reconsider();
        this.#named.look();
        break;
      }
      case 'missing':
        this.#trouble('folder.missing', `(${result.code})`);
        break;
      case 'emptied':
        standing.emptied(result);
        this.#trouble('folder.emptied', null);
        break;
      case 'stopped':
        this.#thorough = true;
        this.#again = true;
    }
    return result;
  }

  /** The next walk takes up what goes. What a fall in the middle leaves waits for a person. */
  async #release(decision: Dated): Promise<void> {
    const { ledger, files, rule } = this.#parts;
    const { signal } = this.#stop;
    this.#thorough = true;
    this.#again = true;
    await releaseBacklog({ ledger, files, signal }, rule.id, decision, () => undefined).catch(
      (error: unknown) => {
        if (!signal.aborted) throw error;
      },
    );
  }

  /** The calls of one look are heard apart from those of others. */
  #heard(monitored: Monitored): ScanParts {
    return { ...this.#scanParts, calls: () => monitored(this.#parts.into.files) };
  }

  #silence(since: number | null): void {
    if (this.#stop.signal.aborted) return;
    showSilence(this.#parts.ledger, this.#parts.rule.id, since);
    // Nothing came from it meanwhile, or too little: what is there now is looked for. Before the first walk that one does.
    if (since === null && this.#listed) void this.rescan();
  }

  #trouble(code: 'folder.missing' | 'folder.emptied', detail: string | null): void {
    const { ledger, rule, clock, settler, sender } = this.#parts;
    setFolderTrouble(ledger, rule.id, { code, detail }, clock.now());
    settler.clear();
    sender.forgetAll();
    this.#thorough = true;
    this.#reopen = true;
    this.#parts.standing.lost();
    this.#setReachable(false);
  }

  #setReachable(reachable: boolean): void {
    if (this.#reachable === reachable) return;
    this.#reachable = reachable;
    this.#parts.log('folder.reachable', { folder: this.#parts.rule.id, reachable });
  }
}
