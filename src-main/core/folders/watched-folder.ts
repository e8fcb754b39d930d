import { isDeepStrictEqual } from 'node:util';
import { joined, type Language, type Said, say } from '../../contract/say.ts';
import type { Backlog, FolderRule } from '../../contract/settings.ts';
import type { Clock, Random } from '../clock.ts';
import type { Committer } from '../ledger/db/group-commit.ts';
import type { Ledger } from '../ledger/db/ledger.ts';
import type { Files } from '../ledger/tables/files.ts';
import {
  readFolder,
  setAnswersUnkept,
  setFolderHandledBy,
  setFolderPaused,
  setFolderRemark,
} from '../ledger/tables/folders.ts';
import { describeError } from '../log/describe-error.ts';
import type { Log } from '../log/events.ts';
import { PlainError } from '../plain-error.ts';
import type { FileCalls } from '../share-io/file-calls.ts';
import { errorCode } from '../share-io/file-identity.ts';
import { type FolderCalls, filesAtATime } from '../share-io/folder-calls.ts';
import { openFolderIdentity } from '../share-io/folder-identity.ts';
import { inTime } from '../share-io/time-limit.ts';
import type { Spool } from '../spool/spool.ts';
import { type Belonging, isPractice } from '../stations/belonging.ts';
import { openSharedFolder } from '../stations/files/shared-folder.ts';
import {
  CONFIRMED_HERE,
  type Coordinator,
  type FolderState,
  type SharedFolder,
  type StationQuestion,
} from '../stations/stations.ts';
import { createAnswerFolders } from './answers/answer-folders.ts';
import { answersFolderOf, createAnswerPlaces, isInAnswers } from './answers/answer-places.ts';
import { createFileRecorder } from './file-row.ts';
import { createFolder } from './folder.ts';
import type { Life } from './folder-lives.ts';
import { createGrouping, type GroupPlace } from './group/grouping.ts';
import type { IntakePace } from './pace.ts';
import { releaseBacklog } from './scan/backlog.ts';
import { createFolderScanner, type ScanRequest } from './scan/folder-scanner.ts';
import { createDocumentCheck, createSelection } from './scan/selection.ts';
import { createUnreadablePaths } from './scan/unreadable-paths.ts';
import { lookAtMoved, moveDue, unmovedRemark } from './submit/mover.ts';
import { createSubmitter, type Submitter } from './submit/submitter.ts';
import type { WatchFolder } from './watch/watcher.ts';

const START_AGAIN_MS = 5_000;

export interface WatchedFolderDependencies {
  readonly ledger: Ledger;
  readonly files: Files;
  readonly spool: Spool;
  readonly commit: Committer;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly station: { readonly id: string; readonly name: string };
  readonly belonging: () => Belonging;
  /** If present, the coordinator decides whether this station may send. Otherwise the lease in the shared folder decides. */
  readonly coordinator?: Coordinator;
  /** Whether the ledger was lost. Existing files then wait for a person, even if the rule would send them. */
  readonly forceBacklogAsk: boolean;
  /** Whether the ledger was compared with the list of the service in this run. Before, no file is submitted. */
  readonly isCompared?: () => boolean;
  readonly pace: IntakePace;
  readonly watch: WatchFolder;
  readonly callsAt: FolderCalls;
  readonly onQueued: () => void;
  /** The language of the texts in files for people. */
  readonly language: () => Language;
}

/** Runs one folder rule: scans the folder, takes and renews the lease, submits and moves the files, and carries out the actions of people. */
export interface WatchedFolder extends Life {
  readonly rule: FolderRule;
  readonly submitter: Submitter;
  readonly calls: () => FileCalls;
  readonly shared: SharedFolder;
  readonly lookedThrough: boolean;
  /** The number of found files that a failed write kept out of the ledger. */
  readonly unrecorded: number;
  readonly busy: boolean;
  /** The question that a person must answer before documents of this folder are sent, or null. */
  readonly question: { readonly code: StationQuestion; readonly detail: string } | null;
  /** Resolves after the first scan, or after the folder was found unreachable. If the ledger fails, the start is tried again. */
  start(): Promise<void>;
  rescan(): Promise<void>;
  /** Scans the folder and opens a new watcher. Must be called when the machine wakes, because the watcher may have failed. */
  wake(): Promise<void>;
  /** Pauses the folder or ends the pause. `kept` is called in the transaction of the change. If the transaction fails, nothing changes. */
  setPaused(paused: boolean, kept: () => void): void;
  decideBacklog(decision: Backlog, kept: () => void): Promise<void>;
  /** Records the answer that no other station uses the folder, in one transaction with `kept`. @throws PlainError if `question` is null */
  noOtherStation(kept: () => void): Promise<void>;
  /** Submits waiting files. Must be called when `isCompared` becomes true. */
  reconsider(): void;
  /** Must be called after a person decided about a file, so that the folder ends its work on the file. */
  decided(fileId: number, groupKey: string | null): void;
}

export function createWatchedFolder(
  dependencies: WatchedFolderDependencies,
  rule: FolderRule,
): WatchedFolder {
  const { ledger, files, spool, commit, clock, random, log, station, pace } = dependencies;
  const { belonging, watch, forceBacklogAsk, callsAt, onQueued, language } = dependencies;
  const onFault = (error: unknown) => {
    ledger.trouble.note(error);
    log('engine.fault', { where: `folder ${rule.id}`, error: describeError(error) });
  };
  let paused = readFolder(ledger, rule.id)?.paused === 1;
  let scanRemark: Said | null = null;
  let moveRemark: Said | null = null;
  let answerRemark: Said | null = null;
  let stopping = new AbortController();
  let givenUp = false;
  let moving: Promise<void> = Promise.resolve();
  let tending: Promise<void> = Promise.resolve();
  let answering: Promise<void> = Promise.resolve();

  const into = callsAt(rule.path);
  const calls = () => into.files;
  const answers = createAnswerPlaces(ledger, rule);
  const byRule = createGrouping(rule.group);
  // All files of an answer folder become one answer, even if the rule sends each file as a Task of its own.
  const place = (path: string): GroupPlace => {
    const answer = answers.placeOf(path);
    if (answer !== null) return { kind: 'group', key: answer.key };
    const isOutside = isInAnswers(rule, path) || answers.isAstray(path);
    return isOutside ? { kind: 'held', code: 'file.outside-answers' } : byRule(path);
  };
  // Practice mode knows no Task of the answer folders that lie in a real folder.
  const isLeftAlone = isPractice(belonging().environment);
  const select = createSelection(rule, (path) =>
    isLeftAlone ? answers.placeOf(path) !== null : !answers.isOfOther(path),
  );
  const isDocument = createDocumentCheck(rule);
  const unreadable = createUnreadablePaths(place, select);
  const standing = openFolderIdentity(ledger, rule.path, rule.id);
  const coordinated = dependencies.coordinator?.open({
    folderId: rule.id,
    path: rule.path,
    onChange: (state) => stateChanged(state),
    onFreed: () => void scan().catch(onFault),
  });
  const inFiles = () =>
    openSharedFolder({
      path: rule.path,
      folderId: rule.id,
      station,
      belonging,
      ledger,
      clock,
      pace,
      identity: standing,
      isScanned: true,
      calls,
      leaseCalls: () => into.inTurn,
      turn: into.turn,
      onChange: (state) => stateChanged(state),
      onMarked: onQueued,
      onFault,
    });
  const shared: SharedFolder = coordinated ?? inFiles();
  const question: () => WatchedFolder['question'] = () =>
    shared.state.kind === 'asks' ? shared.state : null;

  const scanner = createFolderScanner({
    rule,
    stationId: station.id,
    ledger,
    files,
    commit,
    recorder: createFileRecorder(rule.id, files, select, place, isDocument, clock),
    clock,
    random,
    log,
    pace,
    belonging,
    watch,
    forceBacklogAsk,
    into,
    standing,
    marks: shared,
    unreadable,
    isOpen: (fileId) => folder.has(fileId),
    emit: (event) => folder.scanEvent(event),
    onRemark: (remark) => {
      scanRemark = remark;
      writeRemark();
    },
    onFault,
  });
  const submitter = createSubmitter({
    ledger,
    files,
    spool,
    commit,
    rule,
    calls,
    clock,
    random,
    log,
    shared,
    answers,
    isGivenUp: () => givenUp,
  });
  const folder = createFolder({
    rule,
    ledger,
    files,
    clock,
    log,
    unfinishedMs: pace.unfinishedMs,
    changingMs: pace.changingMs,
    calls,
    limit: filesAtATime(into),
    place,
    isDocument,
    submitter,
    coverage: scanner.coverage,
    unreadable,
    maySubmit: () =>
      !paused && !stopping.signal.aborted && shared.maySubmit && dependencies.isCompared?.() !== false,
    question: () => question()?.code ?? null,
    holdsLease: () => shared.mayQueue(),
    scan: scanner.hint,
    distrustInodes: () => into.distrustInodes(),
    onQueued,
    onFault,
  });

  const stateChanged = (state: FolderState) => {
    if (state.kind !== 'unknown') {
      setFolderHandledBy(ledger, rule.id, state.kind === 'other' ? state.name : null);
      writeRemark();
    }
    log('lease.changed', { folder: rule.id, mine: shared.maySubmit });
    if (state.kind !== 'unknown') folder.reconsider();
  };

  const writeRemark = () => {
    const { state } = shared;
    const copied = state.kind === 'other' && state.isCopy ? COPIED : null;
    const remarks = [copied, scanRemark, moveRemark, answerRemark].filter((one) => one !== null);
    const remark = remarks.length === 0 ? null : joined(remarks, ' ');
    setFolderRemark(ledger, rule.id, question() ?? remark);
  };

  // Waits at most five seconds for a scan. A longer scan continues in the background, so that a share that hangs delays no other request.
  const scan = async (request: ScanRequest = {}) => void (await inTime(clock, scanner.rescan(request)));

  const begin = async (signal: AbortSignal): Promise<boolean> => {
    try {
      scanner.open();
      await scanner.monitor.ask(() => shared.start());
      if (signal.aborted) return true;
      await scanner.start();
      if (signal.aborted) return true;
      // The scan has found out whether the folder at the path is the rule's own folder. Before the scan, the lease could not be checked.
      if (shared.state.kind === 'unknown') await shared.check();
      stateChanged(shared.state);
      return true;
    } catch (error) {
      onFault(error);
      await scanner.stop();
      // The station keeps the lease, because the folder starts again later, and because files of an earlier start may still be queued.
      await shared.stop(() => true);
      return false;
    }
  };

  const keepTending = async (signal: AbortSignal) => {
    for (;;) {
      await clock.sleep(pace.heartbeatMs * pace.missedBeats, signal);
      if (signal.aborted) return;
      try {
        shared.tend();
      } catch (error) {
        onFault(error);
      }
    }
  };

  const keepMoving = async (signal: AbortSignal) => {
    const quietMs = rule.quietSeconds * 1000;
    const move = {
      root: rule.path,
      folderId: rule.id,
      quietMs,
      ledger,
      files,
      clock,
      onReturned: scanner.hint,
    };
    while (!signal.aborted) {
      const now = { ...move, calls: calls() };
      await moveDue(now)
        .then(() => lookAtMoved(now))
        .then(() => {
          const remark = unmovedRemark(ledger, rule.id);
          if (isDeepStrictEqual(remark, moveRemark)) return;
          moveRemark = remark;
          writeRemark();
        })
        .catch(() => undefined);
      await clock.sleep(pace.moveMs, signal);
    }
  };

  // Whether this station may write answer folders. Another station may be the sender of the folder, and another folder may now be at the
  // path.
  const mayWriteAnswers = async () =>
    scanner.lookedThrough &&
    !isPractice(belonging().environment) &&
    (await standing.now()) === 'known' &&
    (await shared.mayQueue());

  const keepAnswering = async (signal: AbortSignal) => {
    const againMs = 10 * pace.moveMs;
    const kept = createAnswerFolders({ rule, ledger, places: answers, calls, clock, againMs, language });
    while (!signal.aborted) {
      try {
        if (await mayWriteAnswers()) await kept.tend();
        sayUnanswerable(null);
      } catch (error) {
        sayUnanswerable(errorCode(error));
      }
      await clock.sleep(pace.moveMs, signal);
    }
  };

  const sayUnanswerable = (code: string | null) => {
    const remark =
      code === null
        ? null
        : say('folders.cannotKeepAnswerFolders', { folder: answersFolderOf(rule) ?? '', code });
    if (isDeepStrictEqual(remark, answerRemark)) return;
    setAnswersUnkept(ledger, rule.id, code);
    answerRemark = remark;
    writeRemark();
  };

  return {
    rule,
    submitter,
    calls,
    shared,
    get lookedThrough() {
      return scanner.lookedThrough;
    },
    get unrecorded() {
      return scanner.unrecorded;
    },
    get busy() {
      return scanner.busy || folder.busy;
    },
    get question() {
      return question();
    },
    hear: (work) => scanner.monitor.ask(work),
    start: async () => {
      stopping = new AbortController();
      givenUp = false;
      const { signal } = stopping;
      while (!(await begin(signal))) {
        await clock.sleep(START_AGAIN_MS, signal);
        if (signal.aborted) return;
      }
      tending = keepTending(signal);
      if (rule.after === 'move') moving = keepMoving(signal);
      if (answersFolderOf(rule) !== null) answering = keepAnswering(signal);
      else setAnswersUnkept(ledger, rule.id, null);
    },
    stop: async (goesOn) => {
      stopping.abort();
      await scanner.stop();
      await folder.stop();
      await moving;
      await answering;
      await tending;
      await shared.tellWithdrawals();
      await shared.stop(goesOn);
    },
    giveUp: (goesOn) => {
      givenUp = true;
      void shared.stop(goesOn).catch(onFault);
    },
    rescan: () => scan(),
    wake: () => scan({ reopen: true }),
    setPaused: (now, kept) => {
      ledger.transaction(() => {
        setFolderPaused(ledger, rule.id, now);
        kept();
      });
      paused = now;
      if (!paused) folder.reconsider();
    },
    decideBacklog: async (decision, kept) => {
      const { signal } = stopping;
      if (decision === 'ask') ledger.transaction(kept);
      else await releaseBacklog({ ledger, files, signal }, rule.id, decision, kept);
      await scan({ thorough: true });
      // Files that a person left out no longer delay the other files of their group.
      folder.reconsider();
    },
    noOtherStation: async (kept) => {
      await inTime(clock, shared.check());
      const identity = await inTime(clock, standing.identity());
      const code = question()?.code;
      if (!CONFIRMED_HERE.some((one) => one === code) || identity === null) throw notAsked(rule.id);
      ledger.transaction(() => {
        standing.saySoleUser(identity);
        kept();
      });
      await inTime(clock, shared.check());
    },
    reconsider: folder.reconsider,
    decided: (fileId, groupKey) => folder.ended(fileId, groupKey),
  };
}

const COPIED = say('folders.sameStationId');

function notAsked(id: string): PlainError {
  return new PlainError(
    'folder.not-asked',
    say('folders.folderNeedsNoConfirmation', { id }),
    say('folders.refreshFolderSeeState'),
  );
}
