import type { Clock } from '../clock.ts';
import { compareInstants } from '../ledger/db/date-time.ts';
import type { Committer } from '../ledger/db/group-commit.ts';
import type { Ledger } from '../ledger/db/ledger.ts';
import { dueTasks } from '../ledger/tasks/task-queries.ts';
import { isTerminal, readTask, type TrackingScope } from '../ledger/tasks/task-row.ts';
import { applySummary, noteDenial, noteUnanswered, recordTask } from '../ledger/tasks/tasks.ts';
import type { TaskSummary } from '../service/schemas.ts';
import type { ServiceClient } from '../service/service-client.ts';
import { isNotFound, judgeFailure, type LookFailure } from './list-failure.ts';
import { positiveControl, signature } from './positive-control.ts';
import { createProofPlan } from './proof-plan.ts';

const AT_ONCE = 4;
const RETRY_FIRST_MS = 5_000;
const RETRY_LAST_MS = 600_000;
// The wait in milliseconds after a response above the size limit. Each attempt downloads 64 MiB, and the next response is rarely smaller.
const TOO_LARGE_AGAIN_MS = 3_600_000;
/** After this many failed requests in a row, the failure counts as a failure of the service, and not of single Tasks. */
const TROUBLE = 20;
// The milliseconds between two requests for a denied Task. A second proven denial makes the Task gone.
const DENIED_AGAIN_MS = 30_000;

// A single failure often passes. After this many failures for one Task, the cycle reports the Task.
const SAID_AFTER = 2;

/** A planned request for the details of a Task. `at`: a monotonic time. `why`: what happened to the last request. */
interface Retry {
  readonly failures: number;
  readonly at: number;
  readonly why: 'denied' | 'too-large' | 'unread';
}

/** A summary that is newer than the ledger's row. `asked`: the time of the list request, in milliseconds since the epoch. */
export interface Wanted {
  readonly summary: TaskSummary;
  readonly asked: number;
}

export interface DetailsReport {
  requests: number;
  readonly changed: Set<string>;
  failed: number;
  missing: number;
  tooLarge: boolean;
  /**
   * The earliest date of a change that no list had shown before the Task was read because its proof was old; null without such a change.
   */
  late: string | null;
  /** The number of due or open Tasks whose details could not be loaded at least twice in a row. */
  unread: number;
  /** A failure that concerns every request, or null. */
  problem: Omit<LookFailure, 'general'> | null;
}

export interface DetailsParts {
  readonly ledger: Ledger;
  readonly commit: Committer;
  readonly client: Pick<ServiceClient, 'getTask'>;
  readonly clock: Clock;
  readonly scope: TrackingScope;
  readonly detailsLimit: number;
}

/**
 * Returns a function that fetches the details of the Tasks in `wanted`, newest first, and with `dueToo` also those of other due Tasks and
 * of the open Tasks whose last proof is old (`createProofPlan`).
 * A failure for one Task never stops the other Tasks (I8). Its details stay due and are fetched again after growing waits.
 */
export function createDetails(parts: DetailsParts) {
  const { ledger, commit, client, clock, scope, detailsLimit: limit } = parts;
  const retries = new Map<string, Retry>();
  const planProofs = createProofPlan(parts);
  const mayAsk = (uuid: string) => (retries.get(uuid)?.at ?? 0) <= clock.monotonic();

  function choose(wanted: ReadonlyMap<string, Wanted>): Set<string> {
    const chosen = new Set([...wanted.keys()].slice(0, limit));
    for (const uuid of dueTasks(ledger, scope, limit + retries.size)) {
      if (chosen.size >= limit) break;
      if (mayAsk(uuid)) chosen.add(uuid);
    }
    return chosen;
  }

  function fail(uuid: string, why: Retry['why']): void {
    const failures = (retries.get(uuid)?.failures ?? 0) + 1;
    const backoff = Math.min(RETRY_LAST_MS, RETRY_FIRST_MS * 2 ** Math.min(failures - 1, 20));
    const wait = why === 'too-large' ? TOO_LARGE_AGAIN_MS : backoff;
    retries.set(uuid, { failures, at: clock.monotonic() + wait, why });
  }

  const countDue = (isMeant: (retry: Retry) => boolean) =>
    [...retries].filter(([uuid, retry]) => isMeant(retry) && isDue(uuid)).length;

  function isDue(uuid: string): boolean {
    const row = readTask(ledger, uuid);
    return row !== null && (row.details_due === 1 || (!isTerminal(row.status) && row.gone_since === null));
  }

  // Records that the service denies having the Task, and plans the next request. `isProven`: whether a control Task proves the denial
  // (`positiveControl`). The row of the Task keeps the last known status. Returns whether the Task is now gone.
  function deny(uuid: string, isProven: boolean): boolean {
    const isGone = noteDenial(ledger, uuid, isProven, clock.now());
    if (isGone) retries.delete(uuid);
    else if (isProven)
      retries.set(uuid, { failures: 0, at: clock.monotonic() + DENIED_AGAIN_MS, why: 'denied' });
    else fail(uuid, 'denied');
    return isGone;
  }

  return async (
    wanted: ReadonlyMap<string, Wanted>,
    signal: AbortSignal,
    { dueToo }: { dueToo: boolean },
  ): Promise<DetailsReport> => {
    const report: DetailsReport = {
      requests: 0,
      changed: new Set(),
      failed: 0,
      missing: 0,
      tooLarge: false,
      late: null,
      unread: 0,
      problem: null,
    };
    const chosen = dueToo ? choose(wanted) : new Set([...wanted.keys()].slice(0, limit));
    const mayProve = (uuid: string) => !chosen.has(uuid) && mayAsk(uuid);
    const proofs = dueToo ? planProofs(limit, chosen.size + retries.size, mayProve) : [];
    const queue = [...chosen, ...proofs];
    let inARow = 0;
    let isControlled = true;

    async function fetchOne(uuid: string): Promise<void> {
      const asked = clock.now();
      const before = readTask(ledger, uuid)?.latest_status_change ?? null;
      const signed = signature();
      report.requests += 1;
      try {
        const details = await client.getTask({ uuid }, { signal, onSigned: signed.note });
        const times = { asked, seenAt: clock.now() };
        const record = () => recordTask(ledger, details, { mine: false, settlesDue: true, ...times });
        if (await commit(record, 'soon')) report.changed.add(uuid);
        const { latest_status_change: date } = details;
        if (!chosen.has(uuid) && before !== null && compareInstants(date, before) !== 0)
          report.late = report.late !== null && compareInstants(report.late, date) < 0 ? report.late : date;
        retries.delete(uuid);
        inARow = 0;
      } catch (error) {
        // A list has just named each Task in `wanted`. A 404 then means that the service's details are older than its list.
        if (isNotFound(error) && !wanted.has(uuid)) {
          // After an unproven denial, a control Task would not prove the next denial in this cycle, so no control Task is requested.
          if (isControlled) {
            const denial = { by: 'uuid', except: uuid, signedBy: signed.by(), signal } as const;
            isControlled = (await positiveControl({ ledger, client }, denial)).is === 'found';
          }
          if (signal.aborted) return;
          if (deny(uuid, isControlled)) report.missing += 1;
          report.changed.add(uuid);
          return;
        }
        const { general, ...failure } = judgeFailure(error);
        const tooLarge = failure.problem.code === 'tracking.answer-too-large';
        report.failed += 1;
        if (!tooLarge) inARow += 1;
        if (general || inARow >= TROUBLE) report.problem = failure;
        else {
          fail(uuid, tooLarge ? 'too-large' : 'unread');
          if (!wanted.has(uuid) && noteUnanswered(ledger, uuid, clock.now())) report.changed.add(uuid);
        }
      }
    }

    async function worker(): Promise<void> {
      while (report.problem === null && !signal.aborted) {
        const uuid = queue.shift();
        if (uuid === undefined) return;
        await fetchOne(uuid);
      }
    }

    const ended = await Promise.allSettled(Array.from({ length: AT_ONCE }, worker));
    for (const [uuid, { summary, asked }] of wanted) {
      if (applySummary(ledger, summary, { asked, seenAt: clock.now() })) report.changed.add(uuid);
    }
    for (const result of ended) if (result.status === 'rejected') throw result.reason;
    report.tooLarge = countDue(({ why }) => why === 'too-large') > 0;
    report.unread = countDue(({ why, failures }) => why === 'unread' && failures >= SAID_AFTER);
    return report;
  };
}
