import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import { say } from '../../../contract/say.ts';
import type { Backlog, FolderRule } from '../../../contract/settings.ts';
import type { Clock } from '../../clock.ts';
import { restoredAt } from '../../ledger/backup/detect-restore.ts';
import type { Ledger } from '../../ledger/db/ledger.ts';
import { readState, writeState } from '../../ledger/db/station-state.ts';
import type { FileStat, Files, OpenFate } from '../../ledger/tables/files.ts';
import {
  type FolderRow,
  forgetFolderBacklog,
  readFolder,
  setBacklogListed,
  setFolderBacklog,
} from '../../ledger/tables/folders.ts';
import { waitsForDecision } from '../../ledger/tables/record-behind.ts';
import { PlainError } from '../../plain-error.ts';
import type { RecordOptions } from '../file-row.ts';

// The tolerance in milliseconds for file times. The clocks of servers differ, and a first scan may take hours.
const CLOCKS_DIFFER_MS = 86_400_000;
/** The maximum number of files in one turn of the event loop. More files would delay the heartbeat of the lease. */
const AT_A_TIME = 5_000;

/** A backlog decision that sends all files of a certain date and all newer files. */
export type Dated = Extract<Backlog, object>;

/**
 * The backlog of a folder: the files that lay in the folder before its rule. The first complete scan lists these files. Files at a path
 * that the first scan could not read count as backlog too, and so do all files of another folder that is at the rule's path.
 */
export interface FolderBacklog {
  /** Returns the functions that decide about the files of a scan. Must be called in the transaction that records the files. */
  fates(): Pick<RecordOptions, 'backlog' | 'widened'>;
  /** Records that another folder is at the path, so that all its files are backlog. Must be called before the first file is recorded. */
  beginAnew(): void;
  /**
   * Records the end of a scan that could not read the paths `unreadable`. `strange`: whether another folder than the rule's own was at the
   * path. Must be called in the transaction that ends the scan. If the first scan used a decision with a date in a folder with groups,
   * returns this decision, which the caller must then apply to the listed groups. Otherwise returns null.
   */
  scanned(strange: boolean, unreadable: ReadonlySet<string>): Dated | null;
}

/**
 * `isLost`: whether the ledger was lost. If the ledger was lost, or an older copy was restored, existing files wait for a person, even if the
 * rule would send them.
 */
export function createFolderBacklog(
  ledger: Ledger,
  rule: FolderRule,
  clock: Pick<Clock, 'now'>,
  isLost: boolean,
): FolderBacklog {
  const isInDoubt = () => isLost || restoredAt(ledger) !== null;
  const key = `folder.unlisted.${rule.id}`;
  const isGrouped = rule.group !== 'file';

  const readRow = (): FolderRow => {
    const row = readFolder(ledger, rule.id);
    if (row === null) throw new Error('the scanned folder was never opened');
    return row;
  };
  const readPlaces = () => new Set(readState(ledger, key, z.array(z.string())));
  const keepPlaces = (places: Iterable<string>) => {
    const all = [...new Set(places)];
    writeState(ledger, key, all.length === 0 ? null : all);
  };

  // Returns the decision about backlog files. `whole`: whether the scan lists all files. After a loss of the ledger, a decision of a person
  // covers only files that such a scan lists.
  const decisionOf = (row: FolderRow, whole: boolean): Backlog => {
    if (!isInDoubt()) return row.backlog ?? rule.backlog;
    return whole ? (row.backlog ?? 'ask') : 'ask';
  };

  const doubtSince = (row: FolderRow): string | null =>
    isInDoubt() ? new Date(restoredAt(ledger) ?? row.first_seen_at).toISOString().slice(0, 10) : null;

  return {
    fates: () => {
      const row = readRow();
      const places = readPlaces();
      const listedAt = row.backlog_listed_at;
      const by = { doubtSince: doubtSince(row), isGrouped };
      const settled = decisionOf(row, false);
      const widened = (stat: FileStat) => backlogFate(settled, stat, by);
      const decision = decisionOf(row, listedAt === null || places.has(EVERYTHING));
      const fateOf = (stat: FileStat) => backlogFate(decision, stat, by);
      if (waitsForDecision(ledger, rule.id))
        return { widened, backlog: ({ identity }) => backlogFate('ask', identity, by) };
      if (listedAt === null) return { widened, backlog: ({ identity }) => fateOf(identity) };
      if (places.size === 0) return { widened };
      return {
        widened,
        backlog: ({ path, identity }) => {
          if (!isAmong(places, path)) return null;
          const fate = fateOf(identity);
          if (fate.state === 'settling') return null;
          // The file may be newer than the rule. No scan could read the path before, so a person decides.
          const mayBeNew = fate.state === 'withdrawn' && identity.mtimeMs >= listedAt - CLOCKS_DIFFER_MS;
          return mayBeNew ? backlogFate('ask', identity, by) : fate;
        },
      };
    },
    beginAnew: () => {
      const places = readPlaces();
      if (readRow().backlog_listed_at === null || places.has(EVERYTHING)) return;
      ledger.transaction(() => {
        // A stored decision concerns the files of the previous folder, so the decision is removed.
        forgetFolderBacklog(ledger, rule.id);
        keepPlaces([...places, EVERYTHING]);
      });
    },
    scanned: (strange, unreadable) => {
      const row = readRow();
      const listing = row.backlog_listed_at === null;
      // The rule's own folder is not mounted, so its files cannot be listed yet.
      if (listing && strange) return null;
      const places = readPlaces();
      const whole = listing || places.has(EVERYTHING);
      const decision = decisionOf(row, whole);
      if (whole && decision !== 'ask') setFolderBacklog(ledger, rule.id, decision);
      const left = stillUnlisted(listing ? new Set([EVERYTHING]) : places, unreadable);
      // A scan of another folder at the path does not list the unlisted places of the rule's own folder, so these places stay.
      keepPlaces(strange ? [...left, ...[...places].filter((one) => one !== EVERYTHING)] : left);
      setBacklogListed(ledger, rule.id, clock.now());
      return listing && isGrouped && typeof decision === 'object' ? decision : null;
    },
  };
}

// Returns what happens to a file from before the rule. A decision with a date holds an older file of a group, because the newest file of
// the group decides about the group. `doubtSince`: the first day whose sent files may be missing from the ledger, or null.
function backlogFate(
  decision: Backlog,
  stat: FileStat,
  { doubtSince, isGrouped }: { readonly doubtSince: string | null; readonly isGrouped: boolean },
): OpenFate {
  const waits: OpenFate = { state: 'held', problem: { code: 'file.backlog', detail: doubtSince } };
  if (decision === 'ask') return waits;
  if (stat.mtimeMs >= sentFrom(decision)) return { state: 'settling' };
  if (isGrouped && typeof decision === 'object') return waits;
  return { state: 'withdrawn', problem: { code: 'file.left-out', detail: null } };
}

/** Returns the modification time from which on a decision sends files, in milliseconds since the epoch. */
export function sentFrom(decision: Exclude<Backlog, 'ask'>): number {
  if (decision === 'send') return Number.NEGATIVE_INFINITY;
  if (decision === 'skip') return Number.POSITIVE_INFINITY;
  return new Date(`${decision.newerThan}T00:00:00`).getTime();
}

/**
 * Carries out a decision about the backlog in batches, each in a transaction. `kept` is called in the last transaction. After a crash, the
 * remaining files still wait for a decision. `signal` fires when the folder is no longer watched.
 * @throws PlainError `folder.left` if the folder is no longer watched
 */
export async function releaseBacklog(
  {
    ledger,
    files,
    signal,
  }: {
    readonly ledger: Ledger;
    readonly files: Pick<Files, 'lastId' | 'backlogUpTo' | 'releaseBacklog'>;
    readonly signal: AbortSignal;
  },
  folderId: string,
  decision: Exclude<Backlog, 'ask'>,
  kept: () => void,
): Promise<void> {
  const from = sentFrom(decision);
  const last = files.lastId();
  for (let after = 0; ; ) {
    const upTo = files.backlogUpTo(folderId, { after, last, most: AT_A_TIME });
    ledger.transaction(() => {
      setFolderBacklog(ledger, folderId, decision);
      files.releaseBacklog(folderId, { from, after, upTo });
      if (upTo === last) kept();
    });
    if (upTo === last) return;
    after = upTo;
    await nextTurn();
    if (signal.aborted) throw folderLeft();
  }
}

/* An unlisted place is a path that no scan has listed yet. A folder's path ends with `/`. Files of an unlisted place count as backlog. */

/** The unlisted place that contains all paths. This place means that no scan has listed the folder that is now at the path of the rule. */
export const EVERYTHING = '/';

/** Whether a path is one of the unlisted places, or is below an unlisted place. */
export function isAmong(places: ReadonlySet<string>, path: string): boolean {
  if (places.size === 0) return false;
  const name = path.normalize('NFC');
  if (places.has(EVERYTHING) || places.has(name)) return true;
  for (let at = name.indexOf('/'); at !== -1; at = name.indexOf('/', at + 1)) {
    if (places.has(name.slice(0, at + 1))) return true;
  }
  return false;
}

/** Returns the unlisted places that remain after a scan that could not read the paths `unreadable`. */
export function stillUnlisted(places: ReadonlySet<string>, unreadable: ReadonlySet<string>): Set<string> {
  const hidden = new Set([...unreadable].map((one) => one.normalize('NFC')));
  return new Set([
    ...[...hidden].filter((one) => isAmong(places, one)),
    ...[...places].filter((one) => one !== EVERYTHING && isAmong(hidden, one)),
  ]);
}

function folderLeft(): PlainError {
  return new PlainError('folder.left', say('folders.settingsFolderChanged'), say('folders.refreshFolder'));
}
