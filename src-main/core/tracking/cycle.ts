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

/** Walks in a row whose rows did not add up, after which the watermark moves on nevertheless: the hourly list remains. */
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
  /** Details fetched per cycle at most. */
  readonly detailsLimit: number;
}

/** What one look at the service came to. */
export interface CycleReport {
  /** Every request, the rare ones of the sweep included. */
  requests: number;
  sweepRequests: number;
  /** uuids of the Tasks of which anything changed. */
  changed: string[];
  failedDetails: number;
  /** Tasks that turned out to be gone at the service. */
  missing: number;
  /** Rows of lists that could not be read, and whose Tasks could not be asked for by themselves either. */
  unreadable: number;
  /** False when there was no Task to follow, so that the service was not asked. */
  looked: boolean;
  problem: Problem | null;
}

/** A report of a cycle, with what its failure asks of the next. */
export interface CycleEnd extends CycleReport {
  failure: { waitMs: number; needsCredentials: boolean } | null;
}

type Keep = 'never' | 'with-details-due' | 'quietly';

/**
 * One conversation with the service (docs/architecture.md 6): which Tasks changed, which became invalid, then the
 * details of those, then perhaps a page of the sweep. Throws only what is not a ServiceError in a list call (see
 * `judgeFailure`).
 */
export function createCycle(parts: CycleParts) {
  const { ledger, client, clock, scope, pageLength } = parts;
  const watermark = createWatermark(ledger, scope);
  const watchInvalid = createInvalidWatch(ledger, scope);
  const fetchDetails = createDetails({ ...parts, limit: parts.detailsLimit });
  const sweep = createSweep(ledger, scope, clock);
  let incomplete = 0;

  /** Where the walk begins: null means with everything there is, undefined that there is nothing to follow. */
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

    /** Stores a page; gives the Tasks that the ledger does not hold and did not take in. */
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
        // A Task that was created here during the walk is no stranger any more.
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
      // What was already noticed is fetched even when a later page could not be had.
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
