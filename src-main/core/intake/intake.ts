import { isDeepStrictEqual } from 'node:util';
import type { Backlog, FolderRule } from '../../contract/settings.ts';
import type { FolderPreview } from '../../contract/views/folder.ts';
import type { Clock, Random } from '../clock.ts';
import type { Committer } from '../ledger/committer.ts';
import { createFiles } from '../ledger/files.ts';
import { pathOf, samePath } from '../ledger/folder-places.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { SubmissionRow } from '../ledger/rows.ts';
import { spoolNamesInUse } from '../ledger/submission-lookup.ts';
import type { Log } from '../log/events.ts';
import { PlainError } from '../plain-error.ts';
import { oneAtATime } from '../service/one-at-a-time.ts';
import { createDecisions, type FileDecision, type Kept, nothingMore } from './decisions.ts';
import { FolderIntake } from './folder-intake.ts';
import { LeftFolders } from './left-folders.ts';
import { createLimit } from './limit.ts';
import { refuseOverlaps } from './overlaps.ts';
import { DEFAULT_PACE, type IntakePace } from './pace.ts';
import { previewRule } from './preview.ts';
import type { Spool } from './spool.ts';
import type { WatchFolder } from './watch-events.ts';
import { watchFolder } from './watcher.ts';

const FILES_AT_A_TIME = 16;
const SWEEP_MS = 3_600_000;
/** A folder on a share that hangs must not hold up the start of the others (I8). */
const START_WAIT_MS = 5_000;

export interface IntakeParts {
  readonly ledger: Ledger;
  readonly spool: Spool;
  readonly rules: readonly FolderRule[];
  readonly commit: Committer;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly station: { readonly id: string; readonly name: string };
  /** The ledger was lost: files that are there already wait for a decision, whatever the rule says. */
  readonly forceBacklogAsk: boolean;
  readonly onQueued: () => void;
  /** Copies in the spool that no row names yet but somebody still needs, such as those of open drops. */
  readonly spoolNamesHeld?: () => Iterable<string>;
  readonly pace?: Partial<IntakePace>;
  readonly watch?: WatchFolder;
}

/** Folders to submissions (DESIGN.md 4). */
type FromFolder = Pick<SubmissionRow, 'folder_id' | 'seq'>;

export interface Intake {
  /** Resolves when every folder was looked through once, or after 5 s: what takes longer goes on by itself. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Walks one folder, or all. */
  rescan(folderId?: string): Promise<void>;
  /** To be called after the machine slept. */
  wake(): Promise<void>;
  /** As all that is decided below, calls `kept` in the transaction that keeps it. */
  pause(folderId: string, kept?: Kept): void;
  resume(folderId: string, kept?: Kept): void;
  decideBacklog(folderId: string, decision: Backlog, kept?: Kept): Promise<void>;
  /** @throws PlainError when nothing could be done; nothing was sent then. */
  decideFile(fileId: number, decision: FileDecision, actor?: string, kept?: Kept): Promise<void>;
  /** Sends a duplicate as a new Task. @throws PlainError */
  sendAnyway(fileId: number, kept?: Kept): Promise<void>;
  /** Asked right before each create: is the folder that it came from still this station's? */
  readonly guard: {
    mayCreate(submission: FromFolder): Promise<boolean>;
    /** Asked after that: was it no because no rule watches the folder any more and it cannot be reached? */
    isGone(submission: FromFolder): boolean;
  };
  /** Something settles by itself, or is being copied. */
  busy(): boolean;
  /** Whether a folder was looked through since it is watched by its rule, in this run. */
  lookedThrough(id: string): boolean;
  preview(rule: FolderRule): Promise<FolderPreview>;
  /**
   * Watches by these rules from now on; folders whose rule is the same are not touched. What was queued still goes out, and no
   * other station has the folder until then.
   * Rejects with a PlainError when they overlap; nothing has changed then.
   */
  setRules(rules: readonly FolderRule[]): Promise<void>;
}

/** Makes the intake of a station; nothing happens before `start`. @throws PlainError when folder rules overlap */
export function createIntake(parts: IntakeParts): Intake {
  refuseOverlaps(parts.rules, parts.spool.dir);
  const { ledger, spool, commit, clock, random } = parts;
  const files = createFiles(ledger);
  const shared = {
    ...parts,
    files,
    pace: { ...DEFAULT_PACE, ...parts.pace },
    watch: parts.watch ?? watchFolder,
    limit: createLimit(FILES_AT_A_TIME),
  };
  const folders = new Map(parts.rules.map((rule) => [rule.id, new FolderIntake(shared, rule)]));
  const watchedAt = (path: string) =>
    [...folders.values()].find(({ rule }) => samePath(rule.path, path)) ?? null;
  const originOf = ({ folder_id: id, seq }: FromFolder) => (id === null ? null : pathOf(ledger, id, seq));
  const left = new LeftFolders({
    ...shared,
    isWatched: (path) => watchedAt(path) !== null,
    onDoubted: parts.onQueued,
  });
  const one = (id: string) => {
    const folder = folders.get(id);
    if (folder === undefined) throw noSuchFolder(id);
    return folder;
  };
  const all = async (
    work: (folder: FolderIntake) => Promise<void>,
    some: readonly FolderIntake[] = [...folders.values()],
  ) => {
    const outcomes = await Promise.allSettled(some.map(work));
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') parts.log('engine.fault', { where: 'intake', error: 'unknown' });
    }
  };
  const decisions = createDecisions({
    ledger,
    files,
    spool,
    commit,
    clock,
    random,
    folderOf: (id) => (id === null ? null : (folders.get(id) ?? null)),
    onQueued: parts.onQueued,
  });
  let starting: Promise<void> = Promise.resolve();
  let sweeping: Promise<void> = Promise.resolve();
  let stopping = new AbortController();
  let running = false;
  const inTurn = oneAtATime().run;
  const beginning = new Map<FolderIntake, Promise<void>>();
  const sweep = () =>
    spool.removeOrphans(() => new Set([...spoolNamesInUse(ledger), ...(parts.spoolNamesHeld?.() ?? [])]));
  const keepSweeping = async (signal: AbortSignal) => {
    for (;;) {
      await clock.sleep(SWEEP_MS, signal);
      if (signal.aborted) return;
      await sweep().catch(() => 0);
    }
  };

  /** A folder on a share that hangs holds up nobody for longer than a while; what takes longer goes on by itself. */
  const begin = async (some: readonly FolderIntake[]) => {
    const patience = new AbortController();
    const start = (folder: FolderIntake) => {
      const begun = folder.start().finally(() => beginning.delete(folder));
      beginning.set(folder, begun);
      return begun;
    };
    const begun = all(start, some).finally(() => patience.abort());
    const before = starting;
    starting = before.then(() => begun);
    await clock.sleep(START_WAIT_MS, patience.signal);
  };
  const leave = async (folder: FolderIntake, rules: readonly FolderRule[]) => {
    const { path } = folder.rule;
    const stop = () =>
      folder.stop(() => rules.some((rule) => samePath(rule.path, path)) || left.isNeeded(path));
    const late = beginning.get(folder)?.then(stop, stop);
    if (late !== undefined) starting = Promise.allSettled([starting, late]).then(() => undefined);
    await stop();
  };
  const setRules = async (rules: readonly FolderRule[]) => {
    refuseOverlaps(rules, spool.dir);
    const wanted = new Map(rules.map((rule) => [rule.id, rule]));
    const leaving = [...folders.values()].filter(({ rule }) => !isDeepStrictEqual(rule, wanted.get(rule.id)));
    if (running) await all((folder) => leave(folder, rules), leaving);
    for (const { rule } of leaving) folders.delete(rule.id);
    const coming = rules
      .filter((rule) => !folders.has(rule.id))
      .map((rule) => new FolderIntake(shared, rule));
    for (const folder of coming) folders.set(folder.rule.id, folder);
    if (!running) return;
    left.follow();
    await begin(coming);
  };

  return {
    start: () =>
      inTurn(async () => {
        stopping = new AbortController();
        running = true;
        await sweep();
        sweeping = keepSweeping(stopping.signal);
        left.start();
        await begin([...folders.values()]);
      }),
    stop: () =>
      inTurn(async () => {
        stopping.abort();
        running = false;
        await sweeping;
        await all((folder) => folder.stop());
        await left.stop();
        await starting;
      }),
    setRules: (rules) => inTurn(() => setRules(rules)),
    rescan: async (id) => await (id === undefined ? all((folder) => folder.rescan()) : one(id).rescan()),
    wake: () => all((folder) => folder.wake()),
    pause: (id, kept = nothingMore) => one(id).setPaused(true, kept),
    resume: (id, kept = nothingMore) => one(id).setPaused(false, kept),
    decideBacklog: async (id, decision, kept = nothingMore) => await one(id).decideBacklog(decision, kept),
    decideFile: decisions.decideFile,
    sendAnyway: decisions.sendAnyway,
    guard: {
      mayCreate: async (submission) => {
        const path = originOf(submission);
        return path === null || (await (watchedAt(path) ?? left).mayCreate(path));
      },
      isGone: (submission) => {
        const path = originOf(submission);
        return path !== null && watchedAt(path) === null && left.isGone(path);
      },
    },
    lookedThrough: (id) => folders.get(id)?.lookedThrough ?? false,
    busy: () => [...folders.values()].some((folder) => folder.busy),
    preview: (rule) => previewRule(rule, clock),
  };
}

function noSuchFolder(id: string): PlainError {
  return new PlainError(
    'folder.unknown',
    `No folder "${id}" is watched now. Nothing was changed.`,
    'Look at the folders again: its rule was removed in the meantime.',
  );
}
