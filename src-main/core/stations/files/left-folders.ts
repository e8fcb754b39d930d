import type { Clock } from '../../clock.ts';
import type { Ledger } from '../../ledger/db/ledger.ts';
import { allPlaces, hasOpen, placesAt } from '../../ledger/tables/folders.ts';
import { describeError } from '../../log/describe-error.ts';
import type { Log } from '../../log/events.ts';
import { threadedCalls } from '../../share-io/file-calls.ts';
import type { FolderCalls } from '../../share-io/folder-calls.ts';
import { openFolderIdentity } from '../../share-io/folder-identity.ts';
import { inTime } from '../../share-io/time-limit.ts';
import type { Belonging } from '../belonging.ts';
import { type LeftFolders, maySubmitBy, type SharedFolder } from '../stations.ts';
import { openSharedFolder } from './shared-folder.ts';

export interface LeftFoldersDependencies {
  readonly ledger: Ledger;
  readonly station: { readonly id: string; readonly name: string };
  readonly belonging: () => Belonging;
  readonly clock: Clock;
  readonly log: Log;
  readonly pace: { readonly heartbeatMs: number; readonly missedBeats: number };
  readonly callsAt: FolderCalls;
  readonly isWatched: (path: string) => boolean;
  readonly onMarked: () => void;
}

/**
 * After a rule is removed or gets another path, submissions from the former path may still be queued. Keeps the lease of the folder at the
 * former path until these submissions have ended, so that no other station sends the same submissions (I2).
 */
export function createLeftFolders(dependencies: LeftFoldersDependencies): LeftFolders {
  const { ledger, station, belonging, clock, log, pace, callsAt, isWatched, onMarked } = dependencies;
  const kept = new Map<string, SharedFolder>();
  let stopping: AbortController | null = null;
  let running: Promise<void> = Promise.resolve();
  let ending: Promise<unknown> = Promise.resolve();

  const onFault = (error: unknown) =>
    log('engine.fault', { where: 'left folders', error: describeError(error) });
  const carefully = <T>(work: () => T): T | null => {
    try {
      return work();
    } catch (error) {
      onFault(error);
      return null;
    }
  };

  const isNeeded = (path: string) =>
    carefully(() => placesAt(ledger, path).some((place) => hasOpen(ledger, place))) ?? true;

  const begin = (folder: SharedFolder) => {
    const begun = stopping === null ? folder.check() : folder.start();
    void begun.catch(onFault);
  };

  const folderAt = (path: string): SharedFolder => {
    const known = kept.get(path);
    if (known !== undefined) return known;
    const ids = [...new Set(placesAt(ledger, path).map((place) => place.folderId))];
    const calls = callsAt(path);
    const folder = openSharedFolder({
      path,
      station,
      belonging,
      ledger,
      clock,
      pace,
      identity: openFolderIdentity(ledger, path, ids[0] ?? ''),
      isScanned: false,
      calls: () => calls.files,
      // No scan checks whether this folder is on a share, where calls may hang. Therefore all calls about the lease run in threads.
      leaseCalls: () => threadedCalls,
      turn: calls.turn,
      onChange: (state) => {
        for (const id of ids) log('lease.changed', { folder: id, mine: maySubmitBy(state) });
      },
      onMarked,
      onFault,
    });
    kept.set(path, folder);
    begin(folder);
    return folder;
  };

  const end = (path: string, folder: SharedFolder) => {
    const goesOn = () => stopping !== null && (isWatched(path) || isNeeded(path));
    const ended = folder.tellWithdrawals().then(() => folder.stop(goesOn));
    ending = Promise.allSettled([ending, ended]);
  };
  const drop = (path: string, folder: SharedFolder) => {
    kept.delete(path);
    end(path, folder);
  };

  const keepTending = async (signal: AbortSignal): Promise<void> => {
    for (;;) {
      // The interval is the time after which another station takes over the lease of a crashed station.
      await clock.sleep(pace.heartbeatMs * pace.missedBeats, signal);
      if (signal.aborted) return;
      for (const [path, folder] of kept) {
        if (isNeeded(path)) carefully(() => folder.tend());
        else drop(path, folder);
      }
    }
  };

  const follow = () => {
    for (const [path, folder] of kept) if (isWatched(path)) drop(path, folder);
    carefully(() => {
      for (const path of new Set(allPlaces(ledger).map((place) => place.path)))
        if (!isWatched(path) && isNeeded(path)) folderAt(path);
    });
  };

  return {
    start: () => {
      stopping = new AbortController();
      for (const folder of kept.values()) begin(folder);
      follow();
      running = keepTending(stopping.signal);
    },
    stop: async () => {
      stopping?.abort();
      stopping = null;
      await running;
      for (const [path, folder] of kept) end(path, folder);
      await inTime(clock, ending);
    },
    follow,
    isNeeded,
    checkAt: (path) => folderAt(path).createCheck,
    isGone: (path) => stopping !== null && (kept.get(path)?.createCheck.isGone ?? false),
    tellWithdrawals: async () => {
      await Promise.all([...kept.values()].map((folder) => folder.tellWithdrawals()));
    },
  };
}
