import { z } from 'zod';
import type { Backlog, FolderRule } from '../../../contract/settings.ts';
import type { Clock } from '../../clock.ts';
import { restoredAt } from '../../ledger/backup/detect-restore.ts';
import type { Ledger } from '../../ledger/db/ledger.ts';
import { readState, writeState } from '../../ledger/db/station-state.ts';
import type { FileStat, OpenFate } from '../../ledger/tables/files.ts';
import {
  type FolderRow,
  forgetFolderBacklog,
  readFolder,
  setBacklogListed,
  setFolderBacklog,
} from '../../ledger/tables/folders.ts';
import type { RecordOptions } from '../file-recorder.ts';
import { EVERYTHING, isAmong, stillUnlisted } from './unscanned-paths.ts';

/** The clock that a file's time is of may differ from ours, and a first walk takes its time. */
const CLOCKS_DIFFER_MS = 86_400_000;

/** The decision by the dates of files. */
export type Dated = Extract<Backlog, object>;

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

/** The time (milliseconds since the epoch) from which on a file must be to be sent, where that was decided. */
export function sentFrom(decision: Exclude<Backlog, 'ask'>): number {
  if (decision === 'send') return Number.NEGATIVE_INFINITY;
  if (decision === 'skip') return Number.POSITIVE_INFINITY;
  return new Date(`${decision.newerThan}T00:00:00`).getTime();
}

export interface FolderBacklogParts {
  readonly ledger: Ledger;
  readonly rule: FolderRule;
  readonly clock: Clock;
  readonly forceBacklogAsk: boolean;
}

/**
 * What lay in a folder before its rule. The first walk that ends has listed it, but for what it could not look at: that keeps the
 * backlog's fate until it is found, as does all of a folder that is mounted over the one that was listed.
 */
export class FolderBacklog {
  readonly #parts: FolderBacklogParts;
  readonly #key: string;

  constructor(parts: FolderBacklogParts) {
    this.#parts = parts;
    this.#key = `folder.unlisted.${parts.rule.id}`;
  }

  /** What becomes of what is found. To be asked in the transaction that records it: a person may have decided meanwhile. */
  fates(): RecordOptions {
    const row = this.#row();
    const places = this.#places();
    const listedAt = row.backlog_listed_at;
    const by = { doubtSince: this.#doubtSince(row), isGrouped: this.#isGrouped };
    const settled = this.#decision(row, false);
    const widened = (stat: FileStat) => backlogFate(settled, stat, by);
    const decision = this.#decision(row, listedAt === null || places.has(EVERYTHING));
    const fateOf = (stat: FileStat) => backlogFate(decision, stat, by);
    if (listedAt === null) return { widened, backlog: ({ identity }) => fateOf(identity) };
    if (places.size === 0) return { widened };
    return {
      widened,
      backlog: ({ path, identity }) => {
        if (!isAmong(places, path)) return null;
        const fate = fateOf(identity);
        if (fate.state === 'settling') return null;
        // It may have come while nobody could see it: it is not left out without a word.
        const mayBeNew = fate.state === 'withdrawn' && identity.mtimeMs >= listedAt - CLOCKS_DIFFER_MS;
        return mayBeNew ? backlogFate('ask', identity, by) : fate;
      },
    };
  }

  /** What stands here now was never listed. Kept before any of it is recorded: a walk may end in the middle. */
  beginAnew(): void {
    const { ledger, rule } = this.#parts;
    const places = this.#places();
    if (this.#row().backlog_listed_at === null || places.has(EVERYTHING)) return;
    ledger.transaction(() => {
      // What was decided was about other files.
      forgetFolderBacklog(ledger, rule.id);
      this.#keep([...places, EVERYTHING]);
    });
  }

  /**
   * A walk has ended that could not look at what is `unseen`. To be called in the transaction that records it. Gives the decision
   * that is to be carried out for the groups that were listed, or null.
   */
  walked(strange: boolean, unseen: ReadonlySet<string>): Dated | null {
    const { ledger, rule, clock } = this.#parts;
    const row = this.#row();
    const listing = row.backlog_listed_at === null;
    // The folder that is to be listed is not there.
    if (listing && strange) return null;
    const places = this.#places();
    const whole = listing || places.has(EVERYTHING);
    const decision = this.#decision(row, whole);
    if (whole && decision !== 'ask') setFolderBacklog(ledger, rule.id, decision);
    const left = stillUnlisted(listing ? new Set([EVERYTHING]) : places, unseen);
    // A strange folder says nothing about the places of the one that is meant.
    this.#keep(strange ? [...left, ...[...places].filter((one) => one !== EVERYTHING)] : left);
    setBacklogListed(ledger, rule.id, clock.now());
    return listing && this.#isGrouped && typeof decision === 'object' ? decision : null;
  }

  get #isGrouped(): boolean {
    return this.#parts.rule.group !== 'file';
  }

  /** `whole` while all is listed; in doubt, what was decided about it says nothing about what is found later. */
  #decision(row: FolderRow, whole: boolean): Backlog {
    const { rule, forceBacklogAsk: inDoubt } = this.#parts;
    if (!inDoubt) return row.backlog ?? rule.backlog;
    return whole ? (row.backlog ?? 'ask') : 'ask';
  }

  #doubtSince(row: FolderRow): string | null {
    const { ledger, forceBacklogAsk } = this.#parts;
    if (!forceBacklogAsk) return null;
    return new Date(restoredAt(ledger) ?? row.first_seen_at).toISOString().slice(0, 10);
  }

  #row(): FolderRow {
    const { ledger, rule } = this.#parts;
    const row = readFolder(ledger, rule.id);
    if (row === null) throw new Error('a folder is looked at that was never opened');
    return row;
  }

  #places(): Set<string> {
    return new Set(readState(this.#parts.ledger, this.#key, z.array(z.string())));
  }

  #keep(places: Iterable<string>): void {
    const all = [...new Set(places)];
    writeState(this.#parts.ledger, this.#key, all.length === 0 ? null : all);
  }
}
