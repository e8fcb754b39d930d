import type { Backlog, FolderRule } from '../../contract/settings.ts';
import {
  readFolder,
  setFolderHandledBy,
  setFolderPaused,
  setFolderRemark,
} from '../ledger/tables/folders.ts';
import { describeError } from '../log/describe-error.ts';
import { PlainError } from '../plain-error.ts';
import type { FileCalls } from '../share-io/file-calls.ts';
import { filesAtATime } from '../share-io/folder-calls.ts';
import { type FolderIdentity, openFolderIdentity } from '../share-io/folder-identity.ts';
import { inTime } from '../share-io/time-limit.ts';
import { openSharedFolder } from '../stations/files/shared-folder.ts';
import type { FolderState, SharedFolder, StationQuestion } from '../stations/stations.ts';
import { FileRecorder } from './file-recorder.ts';
import type { FolderParts } from './folder-parts.ts';
import { createGrouping } from './group/grouping.ts';
import { FolderScanner } from './scan/folder-scanner.ts';
import { releaseBacklog } from './scan/release-backlog.ts';
import { createSelection } from './scan/selection.ts';
import { UnreadablePaths } from './scan/unreadable-paths.ts';
import { Settler } from './settler.ts';
import { GroupSubmitter } from './submit/group-submitter.ts';
import { moveDue, unmovedRemark } from './submit/mover.ts';
import { Submitter } from './submit/submitter.ts';

const START_AGAIN_MS = 5_000;

/** One watched folder, from what is found in it to submissions. */
export class WatchedFolder {
  readonly rule: FolderRule;
  readonly submitter: Submitter;
  /** How files of the folder are asked for. */
  readonly calls: () => FileCalls;
  readonly #parts: FolderParts;
  readonly #book: FileRecorder;
  readonly #settler: Settler;
  readonly #sender: GroupSubmitter;
  readonly #looker: FolderScanner;
  /** The other stations of the folder, and whether this station may send. */
  readonly shared: SharedFolder;
  readonly #standing: FolderIdentity;
  readonly #onFault: (error: unknown) => void;
  #paused: boolean;
  #walkRemark: string | null = null;
  #moveRemark: string | null = null;
  #stop = new AbortController();
  #givenUp = false;
  #moving: Promise<void> = Promise.resolve();
  #tending: Promise<void> = Promise.resolve();

  constructor(parts: FolderParts, rule: FolderRule) {
    const { ledger, files, clock, pace, log } = parts;
    this.#parts = parts;
    this.rule = rule;
    this.#paused = readFolder(ledger, rule.id)?.paused === 1;
    this.#onFault = (error) =>
      log('engine.fault', { where: `folder ${rule.id}`, error: describeError(error) });
    const place = createGrouping(rule.group);
    const select = createSelection(rule);
    const unseen = new UnreadablePaths({ place, select });
    const into = parts.callsAt(rule.path);
    const limit = filesAtATime(into);
    const calls = () => into.files;
    this.calls = calls;
    this.#book = new FileRecorder({ folderId: rule.id, files, select, place, clock });
    this.submitter = new Submitter({
      ...parts,
      rule,
      calls,
      shared: () => this.shared,
      isGivenUp: () => this.#givenUp,
    });
    this.#settler = new Settler({
      root: rule.path,
      calls,
      clock,
      quietMs: rule.quietSeconds * 1000,
      unfinishedMs: pace.unfinishedMs,
      limit,
      onSettled: (file) => this.#sender.settled(file),
      onHeld: (file, code, detail) => this.#sender.held(file, code, detail),
      onDirty: (path) => this.#looker.hint(path),
      onFault: this.#onFault,
    });
    this.#sender = new GroupSubmitter({
      ...parts,
      rule,
      book: this.#book,
      settler: this.#settler,
      submitter: this.submitter,
      calls,
      unseen,
      maySubmit: () => !this.#paused && !this.#stop.signal.aborted && this.shared.maySubmit,
      question: () => this.question?.code ?? null,
      limit,
      holdsLease: () => this.shared.mayQueue(),
      onFault: this.#onFault,
    });
    const standing = openFolderIdentity(ledger, rule.path, rule.id);
    this.#standing = standing;
    this.#looker = new FolderScanner({
      ...parts,
      rule,
      standing,
      into,
      marks: { mark: () => this.shared.mark(), word: () => this.shared.word() },
      onRemark: (remark) => {
        this.#walkRemark = remark;
        this.#remark();
      },
      book: this.#book,
      settler: this.#settler,
      sender: this.#sender,
      unseen,
      place,
      onFault: this.#onFault,
    });
    this.shared = openSharedFolder({
      path: rule.path,
      folderId: rule.id,
      station: parts.station,
      belonging: parts.belonging,
      ledger,
      clock,
      pace,
      identity: standing,
      isScanned: true,
      calls,
      leaseCalls: () => into.inTurn,
      turn: into.turn,
      onChange: (state) => this.#stateChanged(state),
      onMarked: parts.onQueued,
      onFault: this.#onFault,
    });
  }

  get lookedThrough(): boolean {
    return this.#looker.lookedThrough;
  }

  get busy(): boolean {
    return this.#looker.busy || this.#settler.busy || this.#sender.busy;
  }

  /** The question that a person must answer before a document of this folder is sent, or null. */
  get question(): { readonly code: StationQuestion; readonly detail: string } | null {
    const { state } = this.shared;
    return state.kind === 'asks' ? state : null;
  }

  get paused(): boolean {
    return this.#paused;
  }

  hear(work: () => Promise<void>): Promise<void> {
    return this.#looker.answers.ask(work);
  }

  /** Resolves when the folder was looked through once, or could not be reached. A fault of the ledger is waited out. */
  async start(): Promise<void> {
    this.#stop = new AbortController();
    this.#givenUp = false;
    const { signal } = this.#stop;
    while (!(await this.#begin(signal))) {
      await this.#parts.clock.sleep(START_AGAIN_MS, signal);
      if (signal.aborted) return;
    }
    this.#tending = this.#keepTending(signal);
    if (this.rule.after === 'move') this.#moving = this.#keepMoving(signal);
  }

  async #begin(signal: AbortSignal): Promise<boolean> {
    try {
      this.#looker.open();
      await this.hear(() => this.shared.start());
      if (signal.aborted) return true;
      await this.#looker.start();
      if (signal.aborted) return true;
      // Whether the folder is the one that is meant is known only now.
      if (this.shared.state.kind === 'unknown') await this.shared.check();
      this.#stateChanged(this.shared.state);
      return true;
    } catch (error) {
      this.#onFault(error);
      await this.#looker.stop();
      // It is begun again; what came from here before may be on its way meanwhile.
      await this.shared.stop(() => true);
      return false;
    }
  }

  /** `goesOn` is asked once nothing is queued any more: whether this station goes on with the folder in another way. */
  async stop(goesOn: () => boolean): Promise<void> {
    this.#stop.abort();
    await this.#looker.stop();
    this.#settler.clear();
    await this.#sender.stop();
    await this.#moving;
    await this.#tending;
    await this.shared.tellWithdrawals();
    await this.shared.stop(goesOn);
  }

  /** It hangs while it is stopped, and is not waited for: nothing is queued from now on, whatever it still comes to. */
  giveUp(goesOn: () => boolean): void {
    this.#givenUp = true;
    void this.shared.stop(goesOn).catch(this.#onFault);
  }

  rescan(): Promise<void> {
    return this.#walk();
  }

  /** After the machine slept: the watcher may be dead, and anything may have happened. */
  wake(): Promise<void> {
    return this.#walk({ reopen: true });
  }

  /** `kept` is called in the transaction that keeps it: where that fails, the folder goes on as it did. */
  setPaused(paused: boolean, kept: () => void): void {
    const { ledger } = this.#parts;
    ledger.transaction(() => {
      setFolderPaused(ledger, this.rule.id, paused);
      kept();
    });
    this.#paused = paused;
    if (!paused) this.#sender.reconsider();
  }

  holdsLease(): Promise<boolean> {
    return this.shared.holds();
  }

  /** Decides about the files that were there before the rule. `kept` is called in the transaction that keeps it. */
  async decideBacklog(decision: Backlog, kept: () => void): Promise<void> {
    const { ledger, files } = this.#parts;
    const { signal } = this.#stop;
    if (decision === 'ask') ledger.transaction(kept);
    else await releaseBacklog({ ledger, files, signal }, this.rule.id, decision, kept);
    await this.#walk({ thorough: true });
    // Files that a person left out no longer hold the other files of their group back.
    this.#sender.reconsider();
  }

  /** A person answers `question`. `kept` is called in the transaction that keeps it. @throws PlainError where nothing is asked */
  async noOtherStation(kept: () => void): Promise<void> {
    const { clock, ledger } = this.#parts;
    await inTime(clock, this.shared.check());
    const identity = await inTime(clock, this.#standing.identity());
    if (this.question === null || identity === null) throw notAsked(this.rule.id);
    ledger.transaction(() => {
      this.#standing.saySoleUser(identity);
      kept();
    });
    await inTime(clock, this.shared.check());
  }

  /** One that takes long goes on by itself: on a share that hangs, nothing else that was asked for may wait for it. */
  async #walk(options: { reopen?: boolean; thorough?: boolean } = {}): Promise<void> {
    await inTime(this.#parts.clock, this.#looker.rescan(options));
  }

  /** A person decided about a file: it is not to be waited for here any more. */
  released(id: number, groupKey: string | null): void {
    this.#settler.forget(id);
    if (groupKey !== null) this.#sender.touch(groupKey);
  }

  #stateChanged(state: FolderState): void {
    const { ledger, log } = this.#parts;
    if (state.kind !== 'unknown') {
      setFolderHandledBy(ledger, this.rule.id, state.kind === 'other' ? state.name : null);
      this.#remark();
    }
    log('lease.changed', { folder: this.rule.id, mine: this.shared.maySubmit });
    if (state.kind !== 'unknown') this.#sender.reconsider();
  }

  #remark(): void {
    const { question } = this;
    const { state } = this.shared;
    const copied = state.kind === 'other' && state.isCopy ? COPIED : null;
    const words = [question?.detail, copied, this.#walkRemark, this.#moveRemark].filter((one) => one != null);
    const detail = words.length === 0 ? null : words.join(' ');
    setFolderRemark(this.#parts.ledger, this.rule.id, { code: question?.code ?? null, detail });
  }

  #remarkMoves(remark: string | null): void {
    if (remark === this.#moveRemark) return;
    this.#moveRemark = remark;
    this.#remark();
  }

  async #keepTending(signal: AbortSignal): Promise<void> {
    const { clock, pace } = this.#parts;
    for (;;) {
      await clock.sleep(pace.heartbeatMs * pace.missedBeats, signal);
      if (signal.aborted) return;
      try {
        this.shared.tend();
      } catch (error) {
        this.#onFault(error);
      }
    }
  }

  async #keepMoving(signal: AbortSignal): Promise<void> {
    const { clock, pace, ledger, files } = this.#parts;
    const { path: root, id: folderId } = this.rule;
    while (!signal.aborted) {
      await moveDue({ root, calls: this.calls(), folderId, ledger, files, clock })
        .then(() => this.#remarkMoves(unmovedRemark(ledger, folderId)))
        .catch(() => undefined);
      await clock.sleep(pace.moveMs, signal);
    }
  }
}

const COPIED =
  'Another computer uses this folder with the same station id, probably because a disk was copied. This computer treats the other computer as another station, so nothing is sent twice. Do not use both computers: set up Clearfolder again on one of them, with a new data folder.';

function notAsked(id: string): PlainError {
  return new PlainError(
    'folder.not-asked',
    `The folder "${id}" needs no confirmation about other stations. Nothing was changed.`,
    'Refresh the folder: Clearfolder can now write into the folder, another station handles the folder, or the folder cannot be reached.',
  );
}
