import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { assertNever } from '../../contract/assert-never.ts';
import type { FolderRule } from '../../contract/settings.ts';
import type { Clock } from '../clock.ts';
import { FolderFault, isDiskFault } from '../disk-full.ts';
import type { Ledger } from '../ledger/db/ledger.ts';
import type { Files } from '../ledger/tables/files.ts';
import { groupBefore } from '../ledger/tables/submissions.ts';
import type { Log } from '../log/events.ts';
import type { FileCalls } from '../share-io/file-calls.ts';
import { errorCode, lstatOrNull } from '../share-io/file-identity.ts';
import type { Limit } from '../share-io/folder-calls.ts';
import { READY_MARKER } from '../share-io/own-folders.ts';
import type { DocumentCheck } from '../spool/document-type.ts';
import { SourceChanged } from '../spool/spool.ts';
import type { StationQuestion } from '../stations/stations.ts';
import { createDelayQueue } from './delay-queue.ts';
import { isSentAnyway, type Recorded } from './file-row.ts';
import {
  type Circumstances,
  type FileEffect,
  type FileEvent,
  fileState,
  IDLE,
  type Late,
  type OpenFile,
  type SubmitFailure,
} from './file-state.ts';
import { type GroupEffect, type GroupState, groupState, memberOf, NEW_GROUP } from './group/group-state.ts';
import type { GroupPlace } from './group/grouping.ts';
import { inspectFile } from './inspect-file.ts';
import type { ScanEvent } from './scan/folder-scanner.ts';
import type { ScanCoverage } from './scan/scan-coverage.ts';
import type { UnreadablePaths } from './scan/unreadable-paths.ts';
import type { Submitter } from './submit/submitter.ts';

// The maximum number of files that are being checked or wait for a slot of `limit`. The other files wait as ids, to save memory.
const CHECKS_AT_A_TIME = 64;
/** The number of quiet times after which a file is sent whose format cannot tell whether the end of the file is there. */
const ENDLESS_QUIET_TIMES = 3;
/** The maximum number of files handled in one turn of the event loop. More files would delay the heartbeat of the lease. */
const TURN = 256;

export interface FolderDependencies {
  readonly rule: FolderRule;
  readonly ledger: Ledger;
  readonly files: Files;
  readonly clock: Clock;
  readonly log: Log;
  /**
   * The milliseconds after which an unchanged file is held if the file is empty or lacks the end marker of its format. If six times
   * `rule.quietSeconds` is longer, this longer time applies.
   */
  readonly unfinishedMs: number;
  /** The milliseconds after which a file that still changes is held; at least six times `rule.quietSeconds`. */
  readonly changingMs: number;
  readonly calls: () => FileCalls;
  readonly limit: Limit;
  readonly place: (path: string) => GroupPlace;
  readonly isDocument: DocumentCheck;
  readonly submitter: Submitter;
  readonly coverage: Pick<ScanCoverage, 'scannedUntil' | 'setAwaiting' | 'awaiting' | 'clear'>;
  readonly unreadable: Pick<UnreadablePaths, 'mayBeOf'>;
  readonly maySubmit: () => boolean;
  readonly question: () => StationQuestion | null;
  readonly holdsLease: () => Promise<boolean>;
  readonly scan: (path: string) => void;
  /** Called if the disk changes inodes or change times of unchanged files. */
  readonly distrustInodes: () => void;
  readonly onQueued: () => void;
  readonly onFault: (error: unknown) => void;
}

/** The files of one watched folder that are on their way to a submission (docs/architecture.md 4). */
export interface Folder {
  /** Whether any file or group settles, is being judged or submitted, or waits for a scan. */
  readonly busy: boolean;
  has(fileId: number): boolean;
  scanEvent(event: ScanEvent): void;
  /** Ends the work on a file. Must be called after the file vanished or a person decided about the file. */
  ended(fileId: number, groupKey: string | null): void;
  /** Submits waiting files. Must be called when a pause, a question to a person or another station's lease may have ended. */
  reconsider(): void;
  /** Forgets all files. Resolves after the running submissions and comparisons have ended. */
  stop(): Promise<void>;
}

/**
 * Creates the object that leads the files of a folder to a submission. `fileState` and `groupState` decide about each file and group, and
 * `createFolder` carries out the effects. The numbered sections below are in the order in which a file passes them.
 */
export function createFolder(dependencies: FolderDependencies): Folder {
  const { rule, ledger, files, clock, log, calls, limit, submitter, coverage, onFault } = dependencies;
  const quietMs = rule.quietSeconds * 1000;
  const groupQuietMs = rule.groupQuietSeconds * 1000;
  const retryMs = Math.max(6 * quietMs, dependencies.unfinishedMs);
  const changingMs = Math.max(6 * quietMs, dependencies.changingMs);
  const moment = () => ({ now: clock.monotonic(), changingMs });
  const open = new Map<number, OpenFile>();
  const groups = new Map<string, GroupState>();
  const submitting = new Set<Promise<void>>();
  let rounds = 0;
  let checking = 0;
  let judging = 0;
  let room: PromiseWithResolvers<void> | null = null;

  const due = (id: number) => {
    happened(id, { kind: 'due' });
    if (checking < CHECKS_AT_A_TIME) return;
    room ??= Promise.withResolvers<void>();
    return room.promise;
  };
  const quiet = createDelayQueue(quietMs, clock, due);
  const retry = createDelayQueue(retryMs, clock, due);
  const groupQuiet = createDelayQueue(groupQuietMs, clock, (key: string) => judge(key));

  /** Applies an event to a file, and carries out the effects. Returns false if the ledger could not store an effect. */
  function happened(id: number, event: FileEvent): boolean {
    const before = open.get(id) ?? IDLE;
    const { state, effects } = fileState(before, event);
    const keep = (now: typeof state) => (now.phase === 'idle' ? forget(id) : void open.set(id, now));
    keep(state);
    const file = state.phase === 'idle' ? before : state;
    if (file.phase === 'idle') return true;
    try {
      for (const effect of effects) carryOut(file, effect);
      return true;
    } catch (error) {
      onFault(error);
      const unkept = fileState(before, { kind: 'unkept' });
      keep(unkept.state);
      if (unkept.state.phase !== 'idle') for (const effect of unkept.effects) carryOut(unkept.state, effect);
      return false;
    }
  }

  function carryOut(file: OpenFile, effect: FileEffect): void {
    const { id, path, groupKey } = file.file;
    switch (effect.kind) {
      case 'wait':
        quiet.delete(id);
        retry.delete(id);
        (effect.until === 'quiet' ? quiet : retry).put(id);
        break;
      case 'check':
        void check(file);
        break;
      case 'scan':
        dependencies.scan(path);
        break;
      case 'distrust-inodes':
        dependencies.distrustInodes();
        break;
      case 'hold':
        files.setFate(id, { state: 'held', problem: { code: effect.code, detail: effect.detail } });
        if (effect.logged) log('file.held', { folder: rule.id, code: effect.code });
        break;
      case 'release':
        files.setFate(id, { state: 'settling' });
        break;
      case 'touch-group':
        if (groupKey !== null) touch(groupKey);
        break;
      case 'judge-group':
        if (groupKey !== null) judge(groupKey);
        break;
      case 'compare':
        follow(effect.late === null ? compare(file) : compareLate(file, effect.late));
        break;
      case 'submit':
        follow(limit(() => submit([file], null)));
        break;
      default:
        assertNever(effect);
    }
  }

  function forget(id: number): void {
    open.delete(id);
    quiet.delete(id);
    retry.delete(id);
  }

  /** Returns the `Circumstances` of a file. Queries the ledger if the file is held. Never throws. */
  function circumstances(id: number): Circumstances {
    const isHeld = (open.get(id)?.heldFor ?? null) !== null;
    return {
      ofWithdrawn: isHeld && isOfWithdrawn(id),
      question: dependencies.question(),
      maySubmit: dependencies.maySubmit(),
    };
  }

  function isOfWithdrawn(id: number): boolean {
    try {
      return files.byId(id)?.problem_code === 'file.duplicate-withdrawn';
    } catch (error) {
      onFault(error);
      // If the ledger fails, `true` is the safe result: Clearfolder compares the bytes of the file and does not overwrite the row.
      return true;
    }
  }

  /* 1. After the quiet time, the file is checked for completeness. */

  async function check({ file, round }: OpenFile): Promise<void> {
    const { id, path, identity } = file;
    const endlessMs = (ENDLESS_QUIET_TIMES - 1) * quietMs;
    const checked = { kind: 'checked', round, patienceMs: retryMs - quietMs, endlessMs } as const;
    checking += 1;
    try {
      await limit(async () => {
        const found = await inspectFile(calls(), rule.path, { path, identity }, dependencies.isDocument);
        const isOpposed = found.kind === 'not-a-document' || found.kind === 'incomplete';
        const row = isOpposed ? files.byId(id) : null;
        const as = { at: moment(), as: circumstances(id) };
        happened(id, { ...checked, ...as, found: row && isSentAnyway(row) ? { kind: 'complete' } : found });
      });
    } catch (error) {
      onFault(error);
      happened(id, { ...checked, found: { kind: 'fault' }, at: moment(), as: circumstances(id) });
    } finally {
      checking -= 1;
      room?.resolve();
      room = null;
    }
  }

  /* 2. If a complete file is late for its group, or held as a withdrawn document, its bytes are compared with an earlier document. */

  async function compare({ file, round }: OpenFile): Promise<void> {
    const { id } = file;
    const isWanted = () => open.get(id)?.round === round;
    try {
      const same = await limit(() => submitter.equalsWithdrawn(file, isWanted));
      happened(id, { kind: 'compared', round, same, as: circumstances(id) });
    } catch (error) {
      const changed = error instanceof SourceChanged;
      if (!changed && errorCode(error) === 'unknown') onFault(error);
      happened(id, { kind: 'compare-failed', round, changed });
    }
  }

  function compareLate({ file, round }: OpenFile, code: Late): Promise<void> {
    const { id } = file;
    return limit(async () => {
      // If the file changed while this comparison waited for its turn, the new version has a newer `round` and settles by itself.
      if (open.get(id)?.round !== round) return;
      try {
        const found = await submitter.compareBefore(file);
        const problem = found === 'other' ? { code, detail: null } : found;
        happened(id, { kind: 'compared-late', round, problem: problem === 'same' ? null : problem });
      } catch (error) {
        happened(id, {
          kind: 'submit-failed',
          round,
          why: failureOf(error),
          at: moment(),
          as: circumstances(id),
        });
      }
    });
  }

  /* 3. The group of the file is checked for completeness. */

  function touch(key: string): void {
    happenedTo(key, groupState(groups.get(key) ?? NEW_GROUP, { kind: 'touched', now: clock.monotonic() }));
  }

  function judge(key: string): void {
    judging += 1;
    void judgeNow(key)
      .catch((error: unknown) => {
        onFault(error);
        // No other event would judge the group again, so the judgment is repeated. A stopped folder has no groups.
        if (groups.has(key)) groupQuiet.put(key);
      })
      .finally(() => {
        judging -= 1;
      });
  }

  async function judgeNow(key: string): Promise<void> {
    const marked = await isMarked(key);
    const rows = files.openOfGroup(rule.id, key);
    const step = groupState(groups.get(key) ?? NEW_GROUP, {
      kind: 'judged',
      now: clock.monotonic(),
      quietMs: groupQuietMs,
      members: rows.map((row) => memberOf(row, open.get(row.id) ?? null)),
      marked,
      mayBeUnread: rows.length > 0 && dependencies.unreadable.mayBeOf(key),
      before: groupBefore(ledger, rule.id, key),
      scannedUntil: coverage.scannedUntil,
      question: dependencies.question(),
      maySubmit: dependencies.maySubmit(),
    });
    happenedTo(key, step);
  }

  function happenedTo(
    key: string,
    { state, effects }: { readonly state: GroupState; readonly effects: readonly GroupEffect[] },
  ): void {
    if (state.changedAt === null) groups.delete(key);
    else groups.set(key, state);
    for (const effect of effects) {
      switch (effect.kind) {
        case 'wait':
          groupQuiet.put(key);
          break;
        case 'member':
          // The ledger could not store the effect. The file settles again, and the group is judged again, so the other effects are dropped.
          if (!happened(effect.id, effect.event)) return;
          break;
        case 'await-scan':
          coverage.setAwaiting(key, effect.awaited);
          break;
        case 'submit':
          submitGroup(key, effect.ids);
          break;
        case 'forget':
          groups.delete(key);
          groupQuiet.delete(key);
          break;
        default:
          assertNever(effect);
      }
    }
  }

  async function isMarked(key: string): Promise<boolean> {
    const { group } = rule;
    if (typeof group === 'object' && 'key' in group) return false;
    const marker = join(rule.path, key, READY_MARKER);
    const stats = await calls()
      .run(() => lstatOrNull(marker))
      .catch(() => null);
    return stats?.isFile() === true;
  }

  /* 4. The submitter copies, claims and queues the files. */

  function submitGroup(key: string, ids: readonly number[]): void {
    const members = ids.flatMap((id) => {
      happened(id, { kind: 'taken' });
      return open.get(id) ?? [];
    });
    follow(limit(() => submit(members, key)));
  }

  async function submit(members: readonly OpenFile[], groupKey: string | null): Promise<void> {
    const { maySubmit, holdsLease, onQueued } = dependencies;
    const each = (eventOf: (id: number, round: number) => FileEvent) => {
      for (const { file, round } of members) happened(file.id, eventOf(file.id, round));
    };
    try {
      if (!maySubmit() || !(await holdsLease())) {
        each((_, round) => ({ kind: 'deferred', round, maySubmit: maySubmit() }));
        return;
      }
      const outcome = await submitter.submit(
        members.map(({ file }) => file),
        groupKey,
      );
      each((_, round) => ({ kind: 'submitted', round }));
      // A file that joined the group during the submission has no timer, so the group is judged now.
      if (groupKey !== null && groups.has(groupKey)) judge(groupKey);
      if (outcome === 'queued') onQueued();
    } catch (error) {
      const why = failureOf(error);
      each((id, round) => ({ kind: 'submit-failed', round, why, at: moment(), as: circumstances(id) }));
    }
  }

  function failureOf(error: unknown): SubmitFailure {
    if (error instanceof SourceChanged) return { kind: 'changed' };
    const code = errorCode(error);
    if (code === 'unknown') onFault(error);
    const detail = `(${code})`;
    if (error instanceof FolderFault) return { kind: 'refused', code: 'folder.full', detail };
    const ours = isDiskFault(error) || code.startsWith('SQLITE_');
    return { kind: 'refused', code: ours ? 'spool.full' : 'file.unreadable', detail };
  }

  function follow(work: Promise<void>): void {
    const followed = work.catch(onFault).finally(() => submitting.delete(followed));
    submitting.add(followed);
  }

  /** Calls `take` for each item. Many files may wait for the same event, so the event loop does other work after each batch of items. */
  async function eachInTurn<T>(all: Iterable<T>, take: (one: T) => void): Promise<void> {
    let taken = 0;
    for (const one of all) {
      take(one);
      taken += 1;
      if (taken % TURN === 0) await nextTurn();
    }
  }

  async function reconsiderAll(): Promise<void> {
    const keys = new Set<string>();
    await eachInTurn([...open.values()], ({ phase, file }) => {
      if (phase !== 'settled') return;
      if (file.groupKey === null) happened(file.id, { kind: 'considered', as: circumstances(file.id) });
      else keys.add(file.groupKey);
    });
    await eachInTurn(keys, judge);
  }

  function reconsider(): void {
    follow(reconsiderAll());
  }

  function clear(): void {
    open.clear();
    groups.clear();
    for (const queue of [quiet, retry, groupQuiet]) queue.clear();
    coverage.clear();
  }

  function recorded({ file, ...row }: Recorded): void {
    rounds += 1;
    happened(file.id, { kind: 'recorded', file, ...row, round: rounds, at: moment() });
    if (row.open || !file.path.endsWith(`/${READY_MARKER}`)) return;
    const group = dependencies.place(file.path);
    if (group.kind === 'group' && group.key !== null) judge(group.key);
  }

  function ended(id: number, groupKey: string | null): void {
    happened(id, { kind: 'ended' });
    if (groupKey !== null) touch(groupKey);
  }

  function scanEvent(event: ScanEvent): void {
    switch (event.kind) {
      case 'recorded':
        recorded(event.recorded);
        break;
      case 'vanished':
        ended(event.id, event.groupKey);
        break;
      case 'scanned':
        if (coverage.awaiting.size > 0) follow(eachInTurn([...coverage.awaiting], judge));
        break;
      case 'readable':
        reconsider();
        break;
      case 'away':
        clear();
        break;
      default:
        assertNever(event);
    }
  }

  return {
    get busy() {
      const settles = checking > 0 || judging > 0 || quiet.size > 0 || groupQuiet.size > 0;
      return settles || submitting.size > 0 || coverage.awaiting.size > 0;
    },
    has: (id) => open.has(id),
    scanEvent,
    ended,
    reconsider,
    stop: async () => {
      clear();
      await Promise.all(submitting);
    },
  };
}
