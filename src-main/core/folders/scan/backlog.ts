import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
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
import { PlainError } from '../../plain-error.ts';
import type { RecordOptions } from '../file-recorder.ts';

/** The clock behind a file's time may differ from ours, and a first scan takes long. */
const CLOCKS_DIFFER_MS = 86_400_000;
/** Limit each turn so that a decision about a million files cannot delay the heartbeat of the lease; this many take a tenth of a second. */
const AT_A_TIME = 5_000;

/** The decision by the dates of files. */
export type Dated = Extract<Backlog, object>;

/**
 * The files that lay in a folder before its rule. The first scan that ends has listed them, but for paths that it could not read: what is
 * found there later is backlog too, as is all of a folder that is mounted over the one that was listed.
 */
export interface FolderBacklog {
  /** What becomes of a file that is found. To be called in the transaction that records it: a person may have decided meanwhile. */
  fates(): Pick<RecordOptions, 'backlog' | 'widened'>;
  /** What stands here now was never listed. Kept before any of it is recorded: a scan may end in the middle. */
  beginAnew(): void;
  /**
   * A scan has ended that could not read the paths `unreadable`. To be called in the transaction that records it. Gives the decision
   * that is to be carried out for the groups that were listed, or null.
   */
  scanned(strange: boolean, unreadable: ReadonlySet<string>): Dated | null;
}

/** `inDoubt`: the ledger was lost, so files that are there already wait for a decision, whatever the rule says. */
export function createFolderBacklog(
  ledger: Ledger,
  rule: FolderRule,
  clock: Pick<Clock, 'now'>,
  inDoubt: boolean,
): FolderBacklog {
  const key = `folder.unlisted.${rule.id}`;
  const isGrouped = rule.group !== 'file';

  const readRow = (): FolderRow => {
    const row = readFolder(ledger, rule.id);
    if (row === null) throw new Error('a folder is scanned that was never opened');
    return row;
  };
  const readPlaces = () => new Set(readState(ledger, key, z.array(z.string())));
  const keepPlaces = (places: Iterable<string>) => {
    const all = [...new Set(places)];
    writeState(ledger, key, all.length === 0 ? null : all);
  };

  /** `whole` while all is listed; in doubt, a decision about the listed files says nothing about files that are found later. */
  const decisionOf = (row: FolderRow, whole: boolean): Backlog => {
    if (!inDoubt) return row.backlog ?? rule.backlog;
    return whole ? (row.backlog ?? 'ask') : 'ask';
  };

  const doubtSince = (row: FolderRow): string | null =>
    inDoubt ? new Date(restoredAt(ledger) ?? row.first_seen_at).toISOString().slice(0, 10) : null;

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
      if (listedAt === null) return { widened, backlog: ({ identity }) => fateOf(identity) };
      if (places.size === 0) return { widened };
      return {
        widened,
        backlog: ({ path, identity }) => {
          if (!isAmong(places, path)) return null;
          const fate = fateOf(identity);
          if (fate.state === 'settling') return null;
          // The file may have come while nobody could see it: it is not left out without a word.
          const mayBeNew = fate.state === 'withdrawn' && identity.mtimeMs >= listedAt - CLOCKS_DIFFER_MS;
          return mayBeNew ? backlogFate('ask', identity, by) : fate;
        },
      };
    },
    beginAnew: () => {
      const places = readPlaces();
      if (readRow().backlog_listed_at === null || places.has(EVERYTHING)) return;
      ledger.transaction(() => {
        // The decision was about other files.
        forgetFolderBacklog(ledger, rule.id);
        keepPlaces([...places, EVERYTHING]);
      });
    },
    scanned: (strange, unreadable) => {
      const row = readRow();
      const listing = row.backlog_listed_at === null;
      // The folder that is to be listed is not there.
      if (listing && strange) return null;
      const places = readPlaces();
      const whole = listing || places.has(EVERYTHING);
      const decision = decisionOf(row, whole);
      if (whole && decision !== 'ask') setFolderBacklog(ledger, rule.id, decision);
      const left = stillUnlisted(listing ? new Set([EVERYTHING]) : places, unreadable);
      // A strange folder says nothing about the places of the one that is meant.
      keepPlaces(strange ? [...left, ...[...places].filter((one) => one !== EVERYTHING)] : left);
      setBacklogListed(ledger, rule.id, clock.now());
      return listing && isGrouped && typeof decision === 'object' ? decision : null;
    },
  };
}

/**
 * What becomes of a file that lay in the folder before its rule. Dates are local days; a file of that very day is sent.
 * `doubtSince` is the day from which on the ledger may not know what was sent. An older file of a group waits: the newest file of
 * the group decides, and may not be known yet.
 */
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

/** The time (milliseconds since the epoch) from which on the decision sends a file. */
export function sentFrom(decision: Exclude<Backlog, 'ask'>): number {
  if (decision === 'send') return Number.NEGATIVE_INFINITY;
  if (decision === 'skip') return Number.POSITIVE_INFINITY;
  return new Date(`${decision.newerThan}T00:00:00`).getTime();
}

/**
 * Carries out a decision about the files that were there before the rule, some at a time. `kept` is called in the last transaction:
 * after a crash between two of them the rest waits for a decision as before. `signal` is aborted when the folder is not watched any more.
 *
 * @throws PlainError `folder.left` where the folder was left meanwhile
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

/*
 * Places of a folder whose old files nobody has listed yet: paths of files, and of folders with a `/` at their end. What is found there
 * lay there before the rule, as far as anybody knows.
 */

/** Everything: another folder stands at the path than the one that was listed. */
export const EVERYTHING = '/';

/** Whether a path is one of the places, or lies below one. */
export function isAmong(places: ReadonlySet<string>, path: string): boolean {
  if (places.size === 0) return false;
  const name = path.normalize('NFC');
  if (places.has(EVERYTHING) || places.has(name)) return true;
  for (let at = name.indexOf('/'); at !== -1; at = name.indexOf('/', at + 1)) {
    if (places.has(name.slice(0, at + 1))) return true;
  }
  return false;
}

/** The places that are left after a scan: a place that the scan could read is listed now. */
export function stillUnlisted(places: ReadonlySet<string>, unreadable: ReadonlySet<string>): Set<string> {
  const hidden = new Set([...unreadable].map((one) => one.normalize('NFC')));
  return new Set([
    ...[...hidden].filter((one) => isAmong(places, one)),
    ...[...places].filter((one) => one !== EVERYTHING && isAmong(hidden, one)),
  ]);
}

function folderLeft(): PlainError {
  return new PlainError(
    'folder.left',
    'The folder settings changed, so your decision applied only to some of its files. The other files still wait.',
    'Refresh the folder, then decide about the other files.',
  );
}
