import type { Problem } from '../../contract/problem.ts';
import { compareInstants, earlierBy, isAfter, isBeyond, laterOf } from '../ledger/db/date-time.ts';
import type { Ledger } from '../ledger/db/ledger.ts';
import { readState, writeState } from '../ledger/db/station-state.ts';
import { earliestOpen } from '../ledger/tasks/task-queries.ts';
import {
  readTask,
  type TrackingScope,
  type Watermark,
  watermarkKey,
  watermarkSchema,
} from '../ledger/tasks/task-row.ts';
import { countDenied, noteSummary, setDetailsDue } from '../ledger/tasks/tasks.ts';
import type { TaskPage } from '../service/schemas.ts';
import type { ServiceClient } from '../service/service-client.ts';
import { createDetails, type DetailsParts, type Wanted } from './details.ts';
import { createLateness } from './lateness.ts';
import type { LookFailure } from './list-failure.ts';
import type { RecordCheck } from './record-check.ts';
import { createSweep } from './sweep.ts';
import {
  type ChangeLister,
  type Lister,
  NEWEST_FIRST,
  readPages,
  type WalkPage,
  walkChanges,
} from './walk.ts';

// After this many incomplete walks in a row, the watermark advances nevertheless. The sweep then finds the missed Tasks.
const PATIENCE = 10;
// The start date in the filter of a list request lies this much before the earliest open Task: the service may compare whole seconds.
const BELOW_OPEN_MS = 1000;
// The Date header of the service has whole seconds.
const SECOND_MS = 1000;

export interface CycleParts extends DetailsParts {
  readonly client: Pick<ServiceClient, 'listTasks' | 'getTask' | 'serviceTime'>;
  /** The number of rows per page, 1 to 200 (docs/service.md 4.4). */
  readonly pageLength: number;
  /** Compares the ledger with each page of the list, and before the first cycle with the newest part of the list. */
  readonly recordCheck?: RecordCheck;
}

export interface CycleReport {
  requests: number;
  sweepRequests: number;
  changed: string[];
  failedDetails: number;
  missing: number;
  unreadable: number;
  /** False if no Task is followed and no earlier walk has left a watermark, so that the cycle listed no Tasks. */
  looked: boolean;
  problem: Problem | null;
}

/** Whether tracking asks the service for no list: no Task is open, and no earlier walk has left a watermark. */
export function hasNothingToList(ledger: Ledger, scope: TrackingScope): boolean {
  const isNew = readState(ledger, watermarkKey(scope), watermarkSchema) === null;
  return scope === 'station' && isNew && earliestOpen(ledger, scope, 'all') === null;
}

/** The demands of a failed cycle on the next cycle: a wait of at least `waitMs` milliseconds, or new credentials. */
export type CycleFailure = Pick<LookFailure, 'waitMs' | 'needsCredentials'>;

type Keep = 'never' | 'with-details-due' | 'quietly';

/**
 * Returns a function that runs one cycle of tracking (docs/architecture.md 6) and fills `report`.
 * The function returns the failure of the requests for details, or null. It rejects with the errors of the list requests.
 */
export function createCycle(parts: CycleParts) {
  const { ledger, client, clock, scope, pageLength, recordCheck } = parts;
  const markKey = watermarkKey(scope);
  const fetchDetails = createDetails(parts);
  const sweep = createSweep(ledger, scope, clock);
  const lateness = createLateness(ledger);
  let incomplete = 0;
  let lastInvalid: { from: string; count: number } | null = null;

  // The service's own time decides whether a date can be true. Without that time, the clock of this computer decides, and may be wrong by a day.
  function believes(date: string): boolean {
    const theirs = client.serviceTime();
    return theirs === null ? !isBeyond(date, clock.now()) : !isAfter(date, theirs + SECOND_MS);
  }

  // The watermark: the date at which the next walk begins, in the service's own time (docs/service.md 4.4: `date_from` is exclusive). A date
  // that is not believed counts as none: the clock that judged the date may have been ahead when the date was stored.
  function readMark(): Watermark | null {
    const mark = readState(ledger, markKey, watermarkSchema);
    const ifBelieved = (date: string | null) => (date !== null && believes(date) ? date : null);
    return mark && { from: ifBelieved(mark.from), seen: ifBelieved(mark.seen) };
  }

  // Moves the watermark. Must be called after a complete walk or `PATIENCE` incomplete walks, in the transaction that stores the last rows.
  // A change appears in the list at most `lateness.ms()` after its date. All changes up to that long before the walk began are therefore
  // stored. The next walk begins at the newest of them if no change came later. `startedAt`: the service's time, ms since the epoch, or null.
  function advance(startedAt: number | null, newest: string | null): void {
    const seen = laterOf(readMark()?.seen ?? null, newest);
    const from =
      startedAt === null
        ? seen && earlierBy(seen, lateness.ms())
        : earlierOf(seen, textOf(startedAt - lateness.ms()));
    const before = readState(ledger, markKey, watermarkSchema);
    if (before === null || before.from !== from || before.seen !== seen)
      writeState(ledger, markKey, { from, seen });
  }

  // Null: the walk lists all Tasks. Undefined: no walk is needed (`hasNothingToList`).
  function walkFrom(): string | null | undefined {
    if (hasNothingToList(ledger, scope)) return undefined;
    const from = readMark()?.from ?? null;
    if (scope === 'organisation') return from;
    const oldest = earliestOpen(ledger, scope, 'all');
    if (oldest === null) return from;
    // No open Task can change to a date before the earliest date of an open Task.
    if (believes(oldest)) return laterOf(from, earlierBy(oldest, lateness.ms() + BELOW_OPEN_MS));
    return from ?? textOf((client.serviceTime() ?? clock.now()) - lateness.ms() - BELOW_OPEN_MS);
  }

  // Lists Tasks that became `invalid`: this change leaves `latest_status_change` as it is (docs/service.md 2.1), so the walk may miss it.
  // If the service counts as many invalid Tasks after the same date as in the previous cycle, only the first page is read.
  async function findInvalid(lister: Lister, onPage: (page: WalkPage) => void): Promise<void> {
    const oldest = earliestOpen(ledger, scope, 'not-waiting');
    if (oldest === null) return;
    const from = earlierBy(oldest, BELOW_OPEN_MS);
    const before = lastInvalid;
    const query = { ...NEWEST_FIRST, length: lister.pageLength, dateFrom: from, status: ['invalid'] };
    const goOn = ({ count }: TaskPage) => before?.from !== from || before.count !== count;
    const count = await readPages(lister, query, onPage, goOn);
    lastInvalid = { from, count };
  }

  return async (report: CycleReport, signal: AbortSignal): Promise<CycleFailure | null> => {
    const wanted = new Map<string, Wanted>();
    const changed = new Set<string>();
    const unreadableRows = createUnreadableRows(ledger, scope);
    const lister: ChangeLister = {
      list: (query) => {
        report.requests += 1;
        return client.listTasks(query, { signal });
      },
      now: clock.now,
      believes,
      pageLength,
    };

    /** Stores the summaries of a page. If `add` is `never`, skips Tasks that the ledger lacks. Returns only the skipped Tasks. */
    function note({ tasks, asked, unreadable }: WalkPage, add: Keep): WalkPage {
      unreadableRows.note(unreadable);
      recordCheck?.note(tasks);
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
      const startedAt = client.serviceTime();
      const backfill = readMark() === null;
      const add: Keep = scope === 'station' ? 'never' : backfill ? 'quietly' : 'with-details-due';
      const strangers: WalkPage[] = [];
      const { complete, newest } = await walkChanges(lister, from, (page) => {
        const unknown = note(page, add);
        if (unknown.tasks.length > 0) strangers.push(unknown);
      });
      await findInvalid(lister, (page) => void note(page, add));
      incomplete = complete ? 0 : incomplete + 1;
      ledger.transaction(() => {
        // The outbox may have added a Task during the walk, so the unknown summaries are compared with the ledger once more.
        for (const page of strangers) note(page, add);
        if (complete || incomplete >= PATIENCE) advance(startedAt, newest);
      });
    }

    if (recordCheck?.isDone() === false) await recordCheck.look(lister, signal);
    const from = walkFrom();
    report.looked = from !== undefined;
    let failure: CycleFailure | null = null;
    let walked = false;
    let tooLarge = false;
    let unread = 0;
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
      unread = details.unread;
      if (details.late !== null && from != null) lateness.learn(details.late, from);
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
    await recordCheck?.settle(signal);
    report.unreadable = unreadableRows.left();
    const { denied } = countDenied(ledger, scope);
    if (tooLarge) report.problem ??= { code: 'tracking.answer-too-large', detail: null };
    if (denied > 0) report.problem ??= { code: 'tracking.denied', detail: null };
    if (unread > 0) report.problem ??= { code: 'tracking.details', detail: String(unread) };
    if (report.unreadable > 0)
      report.problem ??= { code: 'tracking.rows', detail: String(report.unreadable) };
    return failure;
  };
}

const textOf = (ms: number): string => new Date(ms).toISOString();
const earlierOf = (a: string | null, b: string): string => (a !== null && compareInstants(a, b) <= 0 ? a : b);

// Collects the list rows of one cycle that violate docs/service.md 2.7. If the ledger has the Task of such a row, the details of the Task
// become due, and the cycle fetches the details. Rows that stay unreadable are counted and reported (I7, I8).
function createUnreadableRows(ledger: Ledger, scope: TrackingScope) {
  const known = new Set<string>();
  const others = new Set<string>();
  let nameless = 0;
  return {
    note(rows: readonly (string | null)[]): void {
      for (const uuid of rows) {
        if (uuid === null) nameless += 1;
        else if (readTask(ledger, uuid) === null) others.add(uuid);
        else {
          if (!known.has(uuid)) setDetailsDue(ledger, uuid, true);
          known.add(uuid);
        }
      }
    },
    left(): number {
      const due = [...known].filter((uuid) => readTask(ledger, uuid)?.details_due === 1).length;
      // If `tracking.scope` is `station`, a row of a Task that the ledger does not have belongs to another station and is not reported.
      return nameless + due + (scope === 'organisation' ? others.size : 0);
    },
  };
}
