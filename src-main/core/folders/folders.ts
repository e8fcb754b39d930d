import { isDeepStrictEqual } from 'node:util';
import pLimit from 'p-limit';
import { say } from '../../contract/say.ts';
import type { Backlog, FolderRule } from '../../contract/settings.ts';
import type { FolderPreview } from '../../contract/views/folder.ts';
import type { StationHealth } from '../../contract/views/stations.ts';
import { sentBefore } from '../ledger/tables/duplicates.ts';
import { createFiles } from '../ledger/tables/files.ts';
import { forgetUnreadableBut, samePath } from '../ledger/tables/folders.ts';
import { formerPlaces, keepFoldersKnown } from '../ledger/tables/known-folders.ts';
import { readOwner, readSecretOrganisation } from '../ledger/tables/ledger-owner.ts';
import { spoolNamesInUse } from '../ledger/tables/submissions.ts';
import { PlainError } from '../plain-error.ts';
import { type FolderCalls, folderCalls } from '../share-io/folder-calls.ts';
import { inTime } from '../share-io/time-limit.ts';
import { isPractice } from '../stations/belonging.ts';
import { createGuard } from '../stations/files/create-guard.ts';
import { createLeftFolders } from '../stations/files/left-folders.ts';
import type { Coordinator, CreateGuard } from '../stations/stations.ts';
import { writeStationsProblem } from '../stations/stations-problem.ts';
import {
  createDecisions,
  type FileDecision,
  type Kept,
  nothingMore,
  type OfferDecision,
} from './decisions.ts';
import { createFolderLives } from './folder-lives.ts';
import { findPlaces, refuseOverlaps } from './overlaps.ts';
import { DEFAULT_PACE, type IntakePace } from './pace.ts';
import { previewRule } from './rule-preview.ts';
import { type WatchFolder, watchFolder } from './watch/watcher.ts';
import { createWatchedFolder, type WatchedFolder, type WatchedFolderDependencies } from './watched-folder.ts';

const SWEEP_MS = 3_600_000;

export interface IntakeParts
  extends Omit<
    WatchedFolderDependencies,
    'files' | 'belonging' | 'coordinator' | 'pace' | 'watch' | 'callsAt' | 'language'
  > {
  readonly rules: readonly FolderRule[];
  readonly environment: string;
  /** Whether a rule was set up for another environment. The files in its folder then wait for a person, whatever the rule says. */
  readonly isFromElsewhere?: (rule: FolderRule) => boolean;
  /** Returns the names of spool copies that have no row yet but are needed, such as the copies of open drops. */
  readonly spoolNamesHeld?: () => Iterable<string>;
  /** Creates the coordinator of the stations. If this is absent, or in practice mode, stations coordinate by files in the shared folders. */
  readonly coordinate?: Coordinate;
  readonly pace?: Partial<IntakePace>;
  readonly watch?: WatchFolder;
  readonly callsAt?: FolderCalls;
  readonly language?: WatchedFolderDependencies['language'];
}

export type Coordinate = (
  wiring: Pick<WatchedFolderDependencies, 'ledger' | 'clock' | 'random' | 'log' | 'station' | 'belonging'> & {
    readonly pace: Pick<IntakePace, 'heartbeatMs'>;
    readonly onMarked: () => void;
  },
) => Coordinator;

/** Turns the documents of all watched folders into submissions (docs/architecture.md 4). */
export interface Intake {
  /** Resolves after the first scan of each folder, or after 5 s; a longer scan continues. `stop` and `setRules` also have time limits. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Scans one folder or, without `folderId`, all folders. `rescan`, `wake` and `decideBacklog` wait at most 5 s for a scan. */
  rescan(folderId?: string): Promise<void>;
  wake(): Promise<void>;
  /** Pauses a folder. `kept` (in this and all later methods) is called in the transaction that stores the change. */
  pause(folderId: string, kept?: Kept): void;
  resume(folderId: string, kept?: Kept): void;
  decideBacklog(folderId: string, decision: Backlog, kept?: Kept): Promise<void>;
  /** Records a person's confirmation that no other station uses a folder. @throws PlainError if the folder has no open question */
  noOtherStation(folderId: string, kept?: Kept): Promise<void>;
  /** Carries out a person's decision about a file. @throws PlainError if the decision cannot be carried out; nothing is sent */
  decideFile(fileId: number, decision: FileDecision, actor?: string, kept?: Kept): Promise<void>;
  /** Carries out a person's decision about documents that the folder sent for another purpose. @throws PlainError */
  decideOffer(folderId: string, decision: OfferDecision, kept?: Kept): Promise<void>;
  /** Sends a duplicate as a new Task. @throws PlainError if the file waits for no decision or changed */
  sendAnyway(fileId: number, kept?: Kept): Promise<void>;
  readonly guard: CreateGuard;
  /** Publishes the health record of this station. `unpublished`: the ids of the folder rules in whose folders this was impossible. */
  publish(health: StationHealth): Promise<{ readonly isPublished: boolean; readonly unpublished: string[] }>;
  /** Whether a scan runs, or any file settles or is being submitted. */
  busy(): boolean;
  /** The number of found files of all folders that a failed write kept out of the ledger. */
  unrecorded(): number;
  /** Whether a scan of the folder has been completed since this process began to run the rule of the folder. */
  lookedThrough(id: string): boolean;
  /** Returns what the rule would do with the present files. `anew`: whether sent documents count as unsent, as for another environment. */
  preview(rule: FolderRule, anew?: boolean): Promise<FolderPreview>;
  /**
   * Replaces the rules. Folders with an unchanged rule keep running. Queued documents of a removed rule are still sent, and this station
   * keeps the lease until all are sent. @throws PlainError if the rules overlap; nothing changes
   */
  setRules(rules: readonly FolderRule[]): Promise<void>;
  /** Stops all folders, runs `change`, which changes rows of files, and starts the folders again with these rows. */
  restartAfter(change: () => void): Promise<void>;
  /** Submits waiting files. Must be called when `isCompared` becomes true. */
  reconsider(): void;
}

/** Creates the intake of a station: all watched folders. Work begins with `start`. @throws PlainError if the rules overlap */
export async function createIntake(parts: IntakeParts): Promise<Intake> {
  const { ledger, spool, commit, clock, random, log, station, environment, onQueued } = parts;
  const inForce = (rules: readonly FolderRule[]): readonly FolderRule[] =>
    rules.map((rule) => ({
      ...rule,
      ...(isPractice(environment) && { after: 'keep' }),
      ...(parts.isFromElsewhere?.(rule) && { backlog: 'ask' }),
    }));
  const began = inForce(parts.rules);
  const realPathsOf = async (rules: readonly FolderRule[]) => {
    const paths = [...rules.map(({ path }) => path), ...formerPlaces(ledger, rules)];
    const placeOf = await findPlaces(paths, clock);
    return (path: string) => placeOf(path).path;
  };
  await refuseOverlaps(began, spool.dir, clock);
  keepFoldersKnown(ledger, began, await realPathsOf(began));
  const files = createFiles(ledger);
  const callsAt = parts.callsAt ?? folderCalls();
  const pace = { ...DEFAULT_PACE, ...parts.pace };
  const belonging = () => {
    const owner = readOwner(ledger);
    // A station that waits for a lease does not sign in, so the ledger may lack an owner. The organization of the api_secret is then used.
    const organisation = owner?.id ?? readSecretOrganisation(ledger);
    return { environment, organisation, former: owner?.former ?? [] };
  };
  const watch = parts.watch ?? watchFolder;
  // Practice mode claims nothing (I13).
  const coordinate = isPractice(environment) ? undefined : parts.coordinate;
  if (coordinate === undefined) writeStationsProblem(ledger, null);
  const coordinator = coordinate?.({
    ledger,
    clock,
    random,
    log,
    station,
    belonging,
    pace,
    onMarked: onQueued,
  });
  const shared: WatchedFolderDependencies = {
    ...parts,
    files,
    belonging,
    pace,
    watch,
    callsAt,
    language: parts.language ?? (() => 'en'),
    ...(coordinator && { coordinator }),
  };
  const folders = new Map(began.map((rule) => [rule.id, createWatchedFolder(shared, rule)]));
  const watchedAt = (path: string) =>
    [...folders.values()].find(({ rule }) => samePath(rule.path, path)) ?? null;
  const left =
    coordinator?.left ??
    createLeftFolders({
      ledger,
      clock,
      log,
      station,
      belonging,
      pace,
      callsAt,
      isWatched: (path) => watchedAt(path) !== null,
      onMarked: onQueued,
    });
  let wanted = began;
  let running = false;
  const lives = createFolderLives<WatchedFolder>(
    clock,
    log,
    // A folder whose rule was removed stays in `folders` until the folder has stopped, but must not start again.
    (folder) =>
      running &&
      folders.get(folder.rule.id) === folder &&
      wanted.some((rule) => isDeepStrictEqual(rule, folder.rule)),
    (path) => running && (wanted.some((rule) => samePath(rule.path, path)) || left.isNeeded(path)),
  );
  const one = (id: string) => {
    const folder = folders.get(id);
    if (folder === undefined) throw noSuchFolder(id);
    return folder;
  };
  const all = async (work: (folder: WatchedFolder) => Promise<void>) => {
    const outcomes = await Promise.allSettled([...folders.values()].map(work));
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') log('engine.fault', { where: 'intake', error: 'unknown' });
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
    onQueued,
  });
  let sweeping: Promise<void> = Promise.resolve();
  let stopping = new AbortController();
  const inTurn = pLimit(1);
  const sweep = () =>
    spool.removeOrphans(() => new Set([...spoolNamesInUse(ledger), ...(parts.spoolNamesHeld?.() ?? [])]));
  const keepSweeping = async (signal: AbortSignal) => {
    for (;;) {
      await clock.sleep(SWEEP_MS, signal);
      if (signal.aborted) return;
      await sweep().catch(() => 0);
    }
  };

  // Stops folders, runs `change`, and starts the folders of the rules `coming`. If `change` fails, as on a full disk, the stopped folders
  // start again.
  const exchange = async (
    leaving: readonly WatchedFolder[],
    change: () => void,
    coming: readonly FolderRule[],
  ) => {
    if (running) await lives.end(leaving);
    for (const { rule } of leaving) folders.delete(rule.id);
    const begin = async (rules: readonly FolderRule[]) => {
      const begun = rules.map((rule) => createWatchedFolder(shared, rule));
      for (const folder of begun) folders.set(folder.rule.id, folder);
      if (!running) return;
      left.follow();
      await lives.begin(begun);
    };
    try {
      change();
    } catch (error) {
      await begin(leaving.map(({ rule }) => rule));
      throw error;
    }
    await begin(coming);
  };

  const setRules = async (rules: readonly FolderRule[]) => {
    await refuseOverlaps(rules, spool.dir, clock);
    const realOf = await realPathsOf(rules);
    const before = wanted;
    const byId = new Map(rules.map((rule) => [rule.id, rule]));
    const leaving = [...folders.values()].filter(({ rule }) => !isDeepStrictEqual(rule, byId.get(rule.id)));
    const staying = new Set([...folders.keys()].filter((id) => leaving.every(({ rule }) => rule.id !== id)));
    wanted = rules;
    const change = () => {
      try {
        keepFoldersKnown(ledger, rules, realOf);
        if (running) forgetUnreadableBut(ledger, [...byId.keys()]);
      } catch (error) {
        wanted = before;
        throw error;
      }
    };
    await exchange(
      leaving,
      change,
      rules.filter(({ id }) => !staying.has(id)),
    );
  };

  const restartAfter = async (change: () => void) => {
    const present = [...folders.values()];
    await exchange(
      present,
      change,
      present.map(({ rule }) => rule),
    );
  };

  return {
    start: () =>
      inTurn(async () => {
        stopping = new AbortController();
        running = true;
        forgetUnreadableBut(ledger, [...folders.keys()]);
        await sweep();
        sweeping = keepSweeping(stopping.signal);
        left.start();
        await lives.begin([...folders.values()]);
      }),
    stop: () =>
      inTurn(async () => {
        stopping.abort();
        running = false;
        await sweeping;
        await Promise.all([lives.end([...folders.values()]), left.stop()]);
      }),
    setRules: (rules) => inTurn(() => setRules(inForce(rules))),
    restartAfter: (change) => inTurn(() => restartAfter(change)),
    reconsider: () => {
      for (const folder of folders.values()) folder.reconsider();
    },
    rescan: async (id) => await (id === undefined ? all((folder) => folder.rescan()) : one(id).rescan()),
    wake: () => all((folder) => folder.wake()),
    pause: (id, kept = nothingMore) => one(id).setPaused(true, kept),
    resume: (id, kept = nothingMore) => one(id).setPaused(false, kept),
    decideBacklog: async (id, decision, kept = nothingMore) => await one(id).decideBacklog(decision, kept),
    noOtherStation: async (id, kept = nothingMore) => await one(id).noOtherStation(kept),
    decideFile: decisions.decideFile,
    decideOffer: async (id, decision, kept) => await decisions.decideOffer(one(id), decision, kept),
    sendAnyway: decisions.sendAnyway,
    guard:
      coordinator?.guard ??
      createGuard({
        ledger,
        checkAt: (path) => watchedAt(path)?.shared.createCheck ?? left.checkAt(path),
        isGone: (path) => watchedAt(path) === null && left.isGone(path),
        tellWithdrawals: async () => {
          const watched = [...folders.values()].map(({ shared: folder }) => folder.tellWithdrawals());
          await inTime(clock, Promise.all([...watched, left.tellWithdrawals()]));
        },
      }),
    publish: async (health) => {
      if (coordinator !== undefined)
        return { isPublished: await coordinator.publish(health), unpublished: [] };
      const outcomes = await Promise.all(
        [...folders.values()].map(async ({ rule, shared: folder }) => ({
          id: rule.id,
          done: (await inTime(clock, folder.publish(health))) ?? false,
        })),
      );
      const unpublished = outcomes.filter(({ done }) => !done).map(({ id }) => id);
      return { isPublished: unpublished.length < outcomes.length, unpublished };
    },
    lookedThrough: (id) => folders.get(id)?.lookedThrough ?? false,
    unrecorded: () => [...folders.values()].reduce((sum, folder) => sum + folder.unrecorded, 0),
    busy: () => [...folders.values()].some((folder) => folder.busy),
    preview: async (rule, anew = false) => {
      const into = callsAt(rule.path);
      await into.look();
      return await previewRule(rule, clock, into.files, {
        sent: anew ? null : sentBefore(ledger, rule),
        undecided: anew ? new Set() : files.undecided(rule.id),
      });
    },
  };
}

function noSuchFolder(id: string): PlainError {
  return new PlainError(
    'folder.unknown',
    say('folders.noFolderNameWatched', { id }),
    say('folders.refreshListFolders'),
  );
}
