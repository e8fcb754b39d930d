import { z } from 'zod';
import { createDueTime } from '../due.ts';
import { readState, writeState } from '../ledger/db/station-state.ts';
import { messageTable } from '../ledger/tables/messages.ts';
import { submissionTable } from '../ledger/tables/submissions.ts';
import { describeError } from '../log/describe-error.ts';
import { LONGEST_BACKOFF_MS } from './backoff.ts';
import { createCommands } from './commands.ts';
import type { OutboxContext, OutboxPorts } from './context.ts';
import { createCopies } from './copies.ts';
import { createQuarantine, quarantineMs } from './creates/quarantine.ts';
import { rejectSubmission } from './creates/submission-outcome.ts';
import { createLanes, type LaneStatus } from './lanes.ts';
import { rejectMessage } from './messages/message-outcome.ts';
import { createScheduler, type HeldBack, type SchedulerOptions, type Sending } from './scheduler.ts';

export interface OutboxOptions extends OutboxPorts, SchedulerOptions {
  /** After this many seconds without a byte in either direction, the client ends a request. The quarantine is longer. */
  readonly idleTimeoutSeconds: number;
  /** The shortest quarantine in seconds that the settings demand; null without a demand. */
  readonly quarantineSeconds: number | null;
}

export interface Outbox {
  /** Recovers the rows that the previous run of the program left (I2), then starts to send. Must be called once. */
  start(): Promise<void>;
  /** Makes the scheduler look for due rows. The call is cheap and allowed at any time. */
  wake(): void;
  /** Starts no new request, and aborts running requests after `drainMs`. An aborted request that had begun makes its row unconfirmed. */
  stop(): Promise<void>;
  /** Returns the running create requests. Reads no ledger, because a window calls `sending` several times a second. */
  sending(): Sending[];
  /** Returns the clock by which waits end in this run (`createDueTime`). Whoever adds a row with an undo time must use this clock. */
  dueTime(): number;
  lanes(): LaneStatus[];
  /** Makes the queued rows due whose last request could not reach the service. */
  serviceIsBack(): void;
  /** Must be called after the api_secret changed. Makes the client read the api_secret again, and ends the pause of all lanes. */
  credentialsChanged(): Promise<void>;
  /**
   * Must be called when a person asks to check again. Ends the pause of all lanes, so that a refused api_secret is tried once more, and lets
   * one request probe each other paused lane before its Retry-After is over.
   */
  checkAgain(): Promise<void>;
  /** Whether the outbox can do nothing now: no request is running, and either no row is unfinished or all lanes wait for an api_secret. */
  settled(): boolean;
  /** Makes a row due now. A rejected submission keeps its external_id, and gets `taskType` if given. @throws PlainError */
  retry(id: string, taskType?: string): void;
  /** Retries every rejected or failed row, except rows that need a person. Returns the number of retried rows. */
  retryAll(): number;
  /** Retries refused submissions as task type `instead`, if the refusal lists `instead`. Returns the number of retried submissions. */
  retryAllAs(refused: string, instead: string): number;
  /** Withdraws a row. `kept` runs in the transaction. @throws PlainError if the state of the row does not allow a withdrawal */
  withdraw(id: string, kept?: () => void): Promise<void>;
  /** Withdraws each row whose state allows it, and returns their ids. `kept` runs in the transaction of each withdrawal. */
  withdrawAll(ids: readonly string[], kept: (id: string) => void, keepCopies?: boolean): Promise<string[]>;
  sendAgainAnyway(id: string): void;
}

const FORWARD_EVERY_MS = 15_000;

/** Creates the outbox of a station (docs/architecture.md 5), which turns rows of the ledger into requests, each exactly once. */
export function createOutbox(options: OutboxOptions): Outbox {
  const { ledger, clock, random, log } = options;
  const held: HeldBack = new Map();
  let forwardAt = Number.NEGATIVE_INFINITY;
  const dueTime = createDueTime(clock);
  const context: OutboxContext = {
    ...options,
    submissions: submissionTable(ledger),
    messages: messageTable(ledger),
    lanes: createLanes({ ledger, dueTime, random, log, onPassed: () => whileItAnswers() }),
    dueTime,
    quarantine: createQuarantine(clock, quarantineMs(options)),
    copies: createCopies((name) => options.spool.pathOf(name)),
    suspects: new Set(),
    unsent: new Set(),
    vouched: new Map(),
    holdBack: (id, ms) => held.set(id, clock.monotonic() + ms),
  };
  const { submissions, messages, lanes } = context;
  const commands = createCommands(context);
  const scheduler = createScheduler(context, held, options);
  const bringForward = () => {
    forwardAt = clock.monotonic();
    const now = dueTime();
    if (submissions.bringForward(now) + messages.bringForward(now) > 0) scheduler.wake();
  };
  // Makes the queued rows due whose last request could not reach the service, because another request just succeeded. Without the limit of
  // `FORWARD_EVERY_MS`, rows that fail again would be tried without a pause while other rows succeed.
  const whileItAnswers = () => {
    if (clock.monotonic() - forwardAt >= FORWARD_EVERY_MS) bringForward();
  };
  const thenWake = <T>(result: T): T => {
    scheduler.wake();
    return result;
  };

  return {
    async start() {
      await recover(context);
      bringForward();
      scheduler.start();
    },
    wake: scheduler.wake,
    async stop() {
      await scheduler.stop();
      markCleanEnd(context);
    },
    sending: () => scheduler.running.sending(),
    dueTime,
    lanes: lanes.status,
    serviceIsBack: bringForward,
    async credentialsChanged() {
      try {
        await options.client.reloadCredentials();
      } finally {
        // The pauses end even if the secret store cannot be read now, because the next request reads the store again.
        lanes.credentialsChanged();
        scheduler.wake();
      }
    },
    async checkAgain() {
      try {
        await options.client.forgetRefusal();
      } finally {
        lanes.credentialsChanged();
        lanes.probeNow();
        scheduler.wake();
      }
    },
    settled() {
      if (scheduler.running.size() > 0) return false;
      return lanes.needsCredentials() || !(submissions.anyOpen() || messages.anyOpen());
    },
    retry(id, taskType) {
      commands.retry(id, taskType ?? null);
      held.delete(id);
      scheduler.wake();
    },
    retryAll: () => thenWake(commands.retryAll()),
    retryAllAs: (refused, instead) => thenWake(commands.retryAllAs(refused, instead)),
    withdrawAll: (ids, kept, keepCopies) =>
      commands.withdrawAll(ids, kept, keepCopies).finally(scheduler.wake),
    withdraw: (id, kept = () => undefined) => commands.withdraw(id, kept).then(thenWake),
    sendAgainAnyway: (id) => thenWake(commands.sendAgainAnyway(id)),
  };
}

const CLEAN_END = 'outbox.clean-end';

// Recovers the rows that the previous run of the program left. Rows in *sending* become unconfirmed (I2). A queued row without its spool
// copies is rejected. An unconfirmed row without its spool copies is kept, because the service may have its documents. After a crash, each
// copy must also be hashed. The hash is computed right before the copy is sent, so that a full spool does not delay the start.
async function recover(context: OutboxContext): Promise<void> {
  const { ledger, clock, submissions, messages } = context;
  const clean = readState(ledger, CLEAN_END, z.boolean()) !== false;
  ledger.transaction(() => {
    const now = clock.now();
    submissions.recover(now, LONGEST_BACKOFF_MS);
    messages.recover(now, LONGEST_BACKOFF_MS);
    writeState(ledger, CLEAN_END, false);
  });
  if (!clean) for (const id of [...submissions.openIds(), ...messages.openIds()]) context.suspects.add(id);
  await eachAlone(context, submissions.openIds(), async (id) => {
    const row = submissions.get(id);
    // After an attempt, the Task is looked up before the submission is rejected (`mayStartCreate`).
    if (row?.state !== 'queued' || row.attempts > 0) return;
    if (await context.copies.present(submissions.files(id))) return;
    rejectSubmission(context, id, { code: 'spool.missing', detail: null });
  });
  await eachAlone(context, messages.openIds(), async (id) => {
    const row = messages.get(id);
    if (row?.state !== 'queued' || row.progress.filesSent === true) return;
    if (await context.copies.present(messages.files(id))) return;
    rejectMessage({ context, row, progress: row.progress }, { code: 'spool.missing', detail: null });
  });
}

// Records that this run ended without a crash, so that the next start trusts the spool copies. Records nothing while a copy must still be
// hashed. Must be called when no request is running. Never throws, because the next start treats a missing record as a crash.
function markCleanEnd({ ledger, submissions, messages, suspects, log }: OutboxContext): void {
  try {
    const open = [...submissions.openIds(), ...messages.openIds()];
    if (!open.some((id) => suspects.has(id))) writeState(ledger, CLEAN_END, true);
  } catch (error) {
    log('engine.fault', { where: 'outbox.end', error: describeError(error) });
  }
}

/** Runs `work` for each row. If `work` fails for a row, logs the error and continues with the next row (I8). */
async function eachAlone(
  context: OutboxContext,
  ids: readonly string[],
  work: (id: string) => Promise<void>,
): Promise<void> {
  for (const id of ids) {
    try {
      await work(id);
    } catch (error) {
      context.log('engine.fault', { where: 'outbox.recovery', error: describeError(error) });
    }
  }
}
