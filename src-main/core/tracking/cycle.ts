import type { Problem } from '../../contract/problem.ts';
import type { Clock } from '../clock.ts';
import { earlierBy, laterOf } from '../ledger/db/date-time.ts';
import type { Committer } from '../ledger/db/group-commit.ts';
import type { Ledger } from '../ledger/db/ledger.ts';
import { earliestOpen } from '../ledger/tasks/task-queries.ts';
import type { TrackingScope } from '../ledger/tasks/task-row.ts';
import { countDenied, noteSummary } from '../ledger/tasks/tasks.ts';
import type { ServiceClient } from '../service/service-client.ts';
import { createDetails, type Wanted } from './details.ts';
import { createInvalidWatch } from './invalid-watch.ts';
import { createSweep } from './sweep.ts';
import { createUnreadableRows } from './unreadable-rows.ts';
import { type Lister, type WalkPage, walkChanges } from './walk.ts';
import { createWatermark } from './watermark.ts';

/** After this many incomplete walks in a row the watermark advances anyway; the hourly list finds the missing Tasks. */
const PATIENCE = 10;
const BELOW_OPEN_MS = 1000;

export interface CycleParts {
  readonly ledger: Ledger;
  readonly commit: Committer;
  readonly client: Pick<ServiceClient, 'listTasks' | 'getTask'>;
  readonly clock: Clock;
  readonly scope: TrackingScope;
  /** Rows per page, 1 to 200 (docs/service.md 4.4). */
  readonly pageLength: number;
  /** The most details that one cycle fetches. */
  readonly detailsLimit: number;
}

/** The result of one cycle. */
export interface CycleReport {
  /** All requests of the cycle, including the sweep's. */
  requests: number;
  sweepRequests: number;
  /** uuids of the Tasks that changed. */
  changed: string[];
  failedDetails: number;
  /** Tasks that the service no longer has. */
  missing: number;
  /** Unreadable list rows whose Tasks could not be fetched singly either. */
  unreadable: number;
  /** False if the station has neither a Task to follow nor a watermark, so that the cycle listed no Tasks. */
  looked: boolean;
  problem: Problem | null;
}

/** The report of a cycle, with the wait that its failure requires before the next cycle. */
export interface CycleEnd extends CycleReport {
  failure: { waitMs: number; needsCredentials: boolean } | null;
}

type Keep = 'never' | 'with-details-due' | 'quietly';

/**
 * One cycle (docs/architecture.md 6) lists the changed Tasks and the Tasks that became invalid, fetches their details,
 * and may read one page of the sweep. A cycle rethrows errors of list calls that are not ServiceErrors (see
 * `judgeFailure`).
 */
export function createCycle(parts: CycleParts) {
  const { ledger, client, clock, scope, pageLength } = parts;
  const watermark = createWatermark(ledger, scope);
  const watchInvalid = createInvalidWatch(ledger, scope);
  const fetchDetails = createDetails({ ...parts, limit: parts.detailsLimit });
  const sweep = createSweep(ledger, scope, clock);
  let incomplete = 0;

  /** The start of the walk: null for a walk over all Tasks, undefined if no Task is followed. */
  function walkFrom(): string | null | undefined {
    const mark = watermark.read();
    if (scope === 'organisation') return mark?.from ?? null;
    const oldest = earliestOpen(ledger, scope, 'all');
    const belowOldest = oldest === null ? null : earlierBy(oldest, BELOW_OPEN_MS);
    if (mark === null) return belowOldest ?? undefined;
    return laterOf(mark.from, belowOldest);
  }

  return async (report: CycleReport, signal: AbortSignal): Promise<CycleEnd> => {
    const wanted = new Map<string, Wanted>();
    const changed = new Set<string>();
    const dark = createUnreadableRows(ledger, scope);
    const lister: Lister = {
      list: (query) => {
        report.requests += 1;
        return client.listTasks(query, { signal });
      },
      now: clock.now,
      pageLength,
    };

    /** Stores a page. Returns the Tasks that the ledger neither held nor added. */
    function note({ tasks, asked, unreadable }: WalkPage, add: Keep): WalkPage {
      dark.note(unreadable);
      const strangers = ledger.transaction(() =>
        tasks.filter((summary) => {
          const noted = noteSummary(ledger, summary, { add, asked, seenAt: clock.now() });
          if (noted === 'changed' || (noted === 'added' && add === 'with-details-due'))
            wanted.set(summary.uuid, { summary, asked });
          if (noted === 'added' || noted === 'metadata') changed.add(summary.uuid);
          return noted === 'stranger';
        }),
      );
      return { tasks: strangers, asked, unreadable: [] };
    }

    async function walk(from: string | null): Promise<void> {
      const startedAt = clock.monotonic();
      const backfill = watermark.read() === null;
      const add: Keep = scope === 'station' ? 'never' : backfill ? 'quietly' : 'with-details-due';
      const strangers: WalkPage[] = [];
      const { complete, newest } = await walkChanges(lister, from, (page) => {
        const unknown = note(page, add);
        if (unknown.tasks.length > 0) strangers.push(unknown);
      });
      await watchInvalid(lister, (page) => void note(page, add));
      incomplete = complete ? 0 : incomplete + 1;
      ledger.transaction(() => {
        // The ledger may have added a Task of this station during the walk.
        for (const page of strangers) note(page, add);
        if (complete || incomplete >= PATIENCE)
          watermark.advance({ startedAt, endedAt: clock.monotonic(), newest });
      });
    }

    const from = walkFrom();
    report.looked = from !== undefined;
    let failure: CycleEnd['failure'] = null;
    let walked = false;
    let tooLarge = false;
    try {
      if (from !== undefined) await walk(from);
      walked = true;
    } finally {
      // The details of Tasks on earlier pages are fetched even if a later page failed.
      const details = await fetchDetails(wanted, signal, { dueToo: walked });
      report.requests += details.requests;
      report.failedDetails = details.failed;
      report.missing = details.missing;
      tooLarge = details.tooLarge;
      report.changed = [...new Set([...changed, ...details.changed])];
      if (details.problem) {
        report.problem = details.problem.problem;
        failure = details.problem;
      }
    }
    if (report.problem === null && from !== undefined && !signal.aborted) {
      const before = report.requests;
      const add: Keep = scope === 'station' ? 'never' : 'quietly';
      await sweep(lister, (page) => void note(page, add));
      report.sweepRequests = report.requests - before;
      report.changed = [...new Set([...report.changed, ...changed])];
    }
    report.unreadable = dark.left();
    if (report.problem === null && tooLarge)
      report.problem = { code: 'tracking.answer-too-large', detail: null };
    if (report.problem === null && countDenied(ledger, scope).denied > 0)
      report.problem = { code: 'tracking.denied', detail: null };
    if (report.problem === null && report.unreadable > 0)
      report.problem = { code: 'tracking.rows', detail: String(report.unreadable) };
    return { ...report, failure };
  };
}
