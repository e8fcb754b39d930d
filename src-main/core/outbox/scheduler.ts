import type { Problem } from '../../contract/problem.ts';
import type { MessageHead } from '../ledger/tables/messages.ts';
import type { ToldRows } from '../ledger/tables/submissions.ts';
import { describeError } from '../log/describe-error.ts';
import { backoffMs } from './backoff.ts';
import type { Job, Line, OutboxContext } from './context.ts';
import { deliverCreate } from './creates/create-delivery.ts';
import { reconcile } from './creates/reconcile.ts';
import type { Lane } from './lanes.ts';
import { deliverMessage } from './messages/message-delivery.ts';

export interface SchedulerOptions {
  readonly concurrency: number;
  readonly messageConcurrency?: number;
  /** The milliseconds between two checks of the ledger for commits of other processes. */
  readonly pollMs?: number;
  /** The milliseconds that running requests get to finish when the outbox stops. */
  readonly drainMs?: number;
}

/** The rows that `OutboxContext.holdBack` delayed: the end of each delay in milliseconds of the monotonic clock, by row id. */
export type HeldBack = Map<string, number>;

export function createScheduler(
  context: OutboxContext,
  held: HeldBack,
  { concurrency, messageConcurrency = 4, pollMs = 500, drainMs = 10_000 }: SchedulerOptions,
) {
  const { submissions, messages, lanes, clock, dueTime, ledger } = context;
  const faults = createFaults(context);
  const running = createRunning(wake);
  let woken = true;
  let stopping = false;
  let alarm = new AbortController();
  let loop: Promise<void> = Promise.resolve();
  let seenVersion = -1;
  let plannedAt = 0;
  // The submissions of folders from which this station may not create Tasks now. The query for due rows leaves out these submissions,
  // because these submissions would use up the limit of the query, and submissions of other folders would wait (I8).
  let refused: readonly ToldRows[] = [];

  function wake(): void {
    woken = true;
    // The explicit reason avoids the expensive error object that `abort` creates without a reason.
    alarm.abort('woken');
  }

  const isFree = (id: string) => !running.has(id) && !held.has(id);

  function releaseHeld(): void {
    const now = clock.monotonic();
    for (const [id, until] of held) if (until <= now) held.delete(id);
  }

  // The number of further requests that may start. After a pause of all lanes, one request in total may run, as a probe.
  function room(usual: number, busy: number): number {
    return Math.min(usual - busy, lanes.limit('all', Number.POSITIVE_INFINITY) - running.size());
  }

  function start(line: Line, id: string, work: (job: Job) => Promise<void>): void {
    const totalBytes = line === 'create' ? bytesOf(id) : 0;
    running.start(id, { line, totalBytes, epoch: lanes.epoch() }, async (job) => {
      try {
        await work(job);
      } catch (error) {
        faults.handle(line, id, error);
      }
    });
  }

  function bytesOf(id: string): number {
    try {
      return submissions.files(id).reduce((sum, file) => sum + file.size, 0);
    } catch {
      return 0;
    }
  }

  function startSubmissions(line: 'create' | 'look-up', usual: number): void {
    const places = room(usual, running.count(line));
    if (places <= 0) return;
    const state = line === 'create' ? 'queued' : 'unconfirmed';
    const except = line === 'create' ? refused : [];
    const due = submissions.due(state, dueTime(), places + held.size + running.size(), except);
    for (const id of due.filter(isFree).slice(0, places)) {
      start(line, id, (job) =>
        line === 'create' ? deliverCreate(context, id, job) : reconcile(context, id, job),
      );
    }
  }

  // Starts the messages of `heads` that are due. A head is the oldest unfinished message of a Task. Only heads are sent, so the messages of
  // a Task keep their order.
  function startMessages(heads: readonly MessageHead[]): void {
    const busyLanes = new Map<Lane, number>();
    for (const head of heads) {
      if (running.has(head.id)) busyLanes.set(head.lane, (busyLanes.get(head.lane) ?? 0) + 1);
    }
    for (const { id, lane, state, next_at: nextAt } of heads) {
      if (room(messageConcurrency, running.count('message')) <= 0) return;
      if (state === 'sending' || nextAt > dueTime() || !isFree(id)) continue;
      const inLane = busyLanes.get(lane) ?? 0;
      if (inLane >= lanes.limit(lane, messageConcurrency)) continue;
      busyLanes.set(lane, inLane + 1);
      start('message', id, (job) => deliverMessage(context, id, job));
    }
  }

  function dispatch(): void {
    faults.settleRest((id) => held.has(id));
    if (context.isCompared?.() !== false) startSubmissions('create', lanes.limit('creates', concurrency));
    startSubmissions('look-up', concurrency);
    startMessages(messages.heads());
  }

  // Returns the earliest time after `now` at which a row becomes due or a pause ends, in milliseconds since the epoch; null if nothing
  // waits.
  function nextAt(now: number): number | null {
    const times = [
      submissions.nextAt('queued', now),
      submissions.nextAt('unconfirmed', now),
      lanes.nextAt(now),
      ...messages.heads().map((head) => (head.next_at > now ? head.next_at : null)),
    ].filter((time) => time !== null);
    return times.length === 0 ? null : Math.min(...times);
  }

  function turn(): void {
    const heldBefore = held.size;
    releaseHeld();
    const refusedBefore = refused.length;
    refused = context.guard.refused?.() ?? [];
    const released = held.size !== heldBefore || refused.length !== refusedBefore;
    const version = ledger.dataVersion();
    const idle = !woken && version === seenVersion && !released && dueTime() < plannedAt;
    if (idle) return;
    woken = false;
    seenVersion = version;
    // `began` is taken before the queries, so that `nextAt` also finds a wait that ends during the queries.
    const began = dueTime();
    dispatch();
    plannedAt = nextAt(began) ?? Number.POSITIVE_INFINITY;
  }

  async function run(): Promise<void> {
    while (!stopping) {
      try {
        turn();
      } catch (error) {
        // The ledger may fail in every turn. The wait of `pollMs` prevents a busy loop.
        woken = false;
        context.log('engine.fault', { where: 'outbox.scheduler', error: describeError(error) });
        plannedAt = dueTime() + pollMs;
      }
      if (woken) {
        await Promise.resolve();
        if (!stopping && woken) continue;
      }
      alarm = new AbortController();
      const wait = Math.min(pollMs, Math.max(1, plannedAt - dueTime()));
      await clock.sleep(wait, alarm.signal);
    }
  }

  return {
    wake,
    running,
    start(): void {
      loop = run();
    },
    async stop(): Promise<void> {
      stopping = true;
      wake();
      await loop;
      const drained = new AbortController();
      const ended = running.ended().then(() => drained.abort());
      await Promise.race([ended, clock.sleep(drainMs, drained.signal)]);
      running.abortAll();
      await ended;
    },
  };
}

interface Entry {
  readonly line: Line;
  readonly controller: AbortController;
  readonly totalBytes: number;
  readonly done: Promise<void>;
  sentBytes: number;
}

export interface Sending {
  readonly submissionId: string;
  readonly sentBytes: number;
  readonly totalBytes: number;
}

function createRunning(onEnd: () => void) {
  const entries = new Map<string, Entry>();
  return {
    size: () => entries.size,
    has: (id: string) => entries.has(id),
    count: (line: Line) => [...entries.values()].filter((entry) => entry.line === line).length,
    /** Starts a request. `work` must never reject. */
    start(
      id: string,
      { line, totalBytes, epoch }: { line: Line; totalBytes: number; epoch: number },
      work: (job: Job) => Promise<void>,
    ): void {
      const controller = new AbortController();
      const onProgress = (sentBytes: number) => {
        const entry = entries.get(id);
        if (entry !== undefined) entry.sentBytes = sentBytes;
      };
      const done = Promise.resolve()
        .then(() => work({ signal: controller.signal, onProgress, epoch }))
        .finally(() => {
          entries.delete(id);
          onEnd();
        });
      entries.set(id, { line, controller, totalBytes, done, sentBytes: 0 });
    },
    sending: (): Sending[] =>
      [...entries].flatMap(([submissionId, { line, sentBytes, totalBytes }]) =>
        line === 'create' ? [{ submissionId, sentBytes, totalBytes }] : [],
      ),
    abortAll(): void {
      for (const entry of entries.values()) entry.controller.abort();
    },
    async ended(): Promise<void> {
      await Promise.allSettled([...entries.values()].map((entry) => entry.done));
    },
  };
}

const LEAST_WAIT_MS = 5_000;
const LEDGER_WAIT_MS = 30_000;
const FAILURES = 5;

// Handles exceptions of deliveries. The row of a failed delivery gets a problem and a backoff, and the other rows continue (I8). If the
// ledger cannot store the problem, the problem is kept in memory and the row is delayed.
function createFaults(context: OutboxContext) {
  const unsettled = new Map<string, { line: Line; problem: Problem }>();

  function settle(line: Line, id: string, problem: Problem): void {
    const now = context.clock.now();
    const at = context.dueTime() + backoffMs(context.random, FAILURES, { minimumMs: LEAST_WAIT_MS });
    // The request may have been sent before the exception. The quarantine begins again and only becomes longer, which is safe.
    context.quarantine.begin(id);
    const table = line === 'message' ? context.messages : context.submissions;
    try {
      table.fault(id, problem, at, now);
      unsettled.delete(id);
    } catch (error) {
      context.log('engine.fault', { where: 'outbox.ledger', error: describeError(error) });
      unsettled.set(id, { line, problem });
      context.holdBack(id, LEDGER_WAIT_MS);
    }
  }

  return {
    handle(line: Line, id: string, error: unknown): void {
      const name = describeError(error);
      context.log('engine.fault', { where: `outbox.${line}`, error: name });
      settle(line, id, { code: 'engine.fault', detail: name });
    },
    settleRest(isHeldBack: (id: string) => boolean): void {
      for (const [id, { line, problem }] of unsettled) if (!isHeldBack(id)) settle(line, id, problem);
    },
  };
}
