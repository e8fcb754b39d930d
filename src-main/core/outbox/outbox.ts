import { messageTable } from '../ledger/tables/messages.ts';
import { submissionTable } from '../ledger/tables/submissions.ts';
import { createClockNote } from './clock-note.ts';
import { createCommands } from './commands.ts';
import type { OutboxContext, OutboxPorts } from './context.ts';
import { createCopies } from './copies.ts';
import { createQuarantine, quarantineMs } from './creates/quarantine.ts';
import { createLanes, type LaneStatus } from './lanes.ts';
import { markCleanEnd, recover } from './recovery.ts';
import { createScheduler, type HeldBack, type SchedulerOptions, type Sending } from './scheduler.ts';

export interface OutboxOptions extends OutboxPorts, SchedulerOptions {
  /** The client's idle limit in milliseconds: a request without a byte ends after that time. The quarantine is longer. */
  readonly idleTimeoutMs: number;
}

export interface Outbox {
  /** Takes over the rows of the last run (I2), then sends the due rows. Call this function once. */
  start(): Promise<void>;
  /** A row may be due. Cheap, and safe to call at any time. */
  wake(): void;
  /** Starts nothing new, waits a while for running requests, then ends them, which makes their rows unconfirmed. */
  stop(): Promise<void>;
  /** The running creates. Reads nothing from the ledger, because a window calls this function several times a second. */
  sending(): Sending[];
  /** The paused lanes, each with its reason. */
  lanes(): LaneStatus[];
  /** The service responds again, so rows that could not reach the service are due now. */
  serviceIsBack(): void;
  /** The api_secret was set, so rows that waited for the api_secret go on. */
  credentialsChanged(): Promise<void>;
  /** Whether no row can go on without a person, now or later. */
  settled(): boolean;
  /**
   * Tries a row now. A refused submission is sent again under the same external_id, and under `taskType` if given. Throws PlainError if the
   * state of the row does not allow the command, as `withdraw` and `sendAgainAnyway` do.
   */
  retry(id: string, taskType?: string): void;
  /** Tries every row that waits or was refused; returns how many. */
  retryAll(): number;
  /** Tries all submissions that were refused under one task type under another that the service allows; returns how many. */
  retryAllAs(refused: string, instead: string): number;
  /** `kept` is called in the transaction that withdraws the row. */
  withdraw(id: string, kept?: () => void): Promise<void>;
  /** As `withdraw` for many rows; returns the ids of the withdrawn rows. `kept` is called in the transaction of each. */
  withdrawAll(ids: readonly string[], kept: (id: string) => void): Promise<string[]>;
  sendAgainAnyway(id: string): void;
}

const FORWARD_EVERY_MS = 15_000;

/** Creates the outbox of one station (docs/architecture.md 5): durable rows in the ledger become requests, each exactly once. */
export function createOutbox(options: OutboxOptions): Outbox {
  const { ledger, clock, random, log } = options;
  const held: HeldBack = new Map();
  let forwardAt = Number.NEGATIVE_INFINITY;
  const context: OutboxContext = {
    ...options,
    submissions: submissionTable(ledger),
    messages: messageTable(ledger),
    lanes: createLanes({ ledger, clock, random, log, onPassed: () => whileItAnswers() }),
    quarantine: createQuarantine(clock, quarantineMs(options.idleTimeoutMs)),
    clockNote: createClockNote(ledger),
    copies: createCopies((name) => options.spool.pathOf(name)),
    suspects: new Set(),
    vouched: new Map(),
    holdBack: (id, ms) => held.set(id, clock.monotonic() + ms),
  };
  const { submissions, messages, lanes } = context;
  const commands = createCommands(context);
  const scheduler = createScheduler(context, held, options);
  const bringForward = () => {
    forwardAt = clock.monotonic();
    const now = clock.now();
    if (submissions.bringForward(now) + messages.bringForward(now) > 0) look();
  };
  /** The limit keeps a pause between the attempts of rows that fail while other rows succeed. */
  const whileItAnswers = () => {
    if (clock.monotonic() - forwardAt >= FORWARD_EVERY_MS) bringForward();
  };
  const look = () => {
    scheduler.wake();
    scheduler.changed();
  };
  const thenLook = <T>(result: T): T => {
    look();
    return result;
  };

  return {
    async start() {
      await recover(context);
      // The person may have corrected the connection before this start.
      bringForward();
      scheduler.start();
    },
    wake: scheduler.wake,
    async stop() {
      await scheduler.stop();
      markCleanEnd(context);
    },
    sending: () => scheduler.running.sending(),
    lanes: lanes.status,
    serviceIsBack: bringForward,
    async credentialsChanged() {
      try {
        await options.client.reloadCredentials();
      } finally {
        // If the store cannot be read now, the next request reads the store again, so the lanes need not wait for a person.
        lanes.credentialsChanged();
        look();
      }
    },
    settled() {
      if (scheduler.running.size() > 0) return false;
      return lanes.needsCredentials() || !(submissions.anyOpen() || messages.anyOpen());
    },
    retry(id, taskType) {
      commands.retry(id, taskType ?? null);
      held.delete(id);
      look();
    },
    retryAll: () => thenLook(commands.retryAll()),
    retryAllAs: (refused, instead) => thenLook(commands.retryAllAs(refused, instead)),
    withdrawAll: (ids, kept) => commands.withdrawAll(ids, kept).finally(look),
    withdraw: (id, kept = () => undefined) => commands.withdraw(id, kept).then(thenLook),
    sendAgainAnyway: (id) => thenLook(commands.sendAgainAnyway(id)),
  };
}
