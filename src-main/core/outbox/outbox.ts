import { messageTable } from '../ledger/tables/messages.ts';
import { submissionTable } from '../ledger/tables/submissions.ts';
import { createClockNote } from './clock-note.ts';
import { createCommands } from './commands.ts';
import type { OutboxContext, OutboxPorts } from './context.ts';
import { createCopies } from './copies.ts';
import { createQuarantine, quarantineMs } from './creates/quarantine.ts';
import { createLanes, type LaneStatus } from './lanes.ts';
import { markCleanEnd, recover } from './recovery.ts';
import type { Sending } from './running.ts';
import { createScheduler, type HeldBack } from './scheduler.ts';

export interface OutboxOptions extends OutboxPorts {
  /** How many creates may run at once. */
  readonly concurrency: number;
  /** The client's idle limit: no request outlives it without a byte. The quarantine is longer. */
  readonly idleTimeoutMs: number;
  readonly onChange?: () => void;
  readonly messageConcurrency?: number;
  readonly pollMs?: number;
  readonly drainMs?: number;
}

export interface Outbox {
  /** Takes over what the last run left (I2), then sends what is due. To be called once. */
  start(): Promise<void>;
  /** Something may be due: cheap, and safe to call at any time. */
  wake(): void;
  /** Starts nothing new, lets running requests end for a while, then ends them (what they sent is unconfirmed). */
  stop(): Promise<void>;
  /** The requests under way. It reads nothing: a window asks several times a second. */
  sending(): Sending[];
  /** The lanes that wait, each with its reason. */
  lanes(): LaneStatus[];
  /** The service answers again: what only could not reach it does not wait its time out. */
  serviceIsBack(): void;
  /** The api_secret was set: what waited for it goes on. */
  credentialsChanged(): Promise<void>;
  /** Nothing is left that could go on by itself, now or later. */
  settled(): boolean;
  /**
   * Tries a row now; a refused one goes again under the same external_id, as another task type where one is given.
   * Throws PlainError, as `withdraw` and `sendAgainAnyway` do.
   */
  retry(id: string, taskType?: string): void;
  /** Tries everything that waits or was refused; gives how many. */
  retryAll(): number;
  /** Tries all that was refused as one task type as another that the service allows; gives how many. */
  retryAllAs(refused: string, instead: string): number;
  /** `kept` is called in the transaction that takes it back. */
  withdraw(id: string, kept?: () => void): Promise<void>;
  /** The same for many; gives those that were taken back. `kept` is called in the transaction of each. */
  withdrawAll(ids: readonly string[], kept: (id: string) => void): Promise<string[]>;
  sendAgainAnyway(id: string): void;
}

const FORWARD_EVERY_MS = 15_000;

/**
 * Builds the outbox of one station (docs/architecture.md 5): durable rows in the ledger become requests, each
 * exactly once.
 */
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
  const scheduler = createScheduler(context, held, {
    concurrency: options.concurrency,
    messageConcurrency: options.messageConcurrency ?? 4,
    pollMs: options.pollMs ?? 500,
    drainMs: options.drainMs ?? 10_000,
    onChange: options.onChange ?? (() => undefined),
  });
  const bringForward = () => {
    forwardAt = clock.monotonic();
    const now = clock.now();
    if (submissions.bringForward(now) + messages.bringForward(now) > 0) look();
  };
  /** Where some get through and some do not, those that do not keep a pause between their tries. */
  const whileItAnswers = () => {
    if (clock.monotonic() - forwardAt >= FORWARD_EVERY_MS) bringForward();
  };
  const look = () => {
    scheduler.wake();
    scheduler.changed();
  };

  return {
    async start() {
      await recover(context);
      // What was in the way may be what made somebody start it anew: a setting, a cable.
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
    serviceIsBack: () => bringForward(),
    async credentialsChanged() {
      try {
        await options.client.reloadCredentials();
      } finally {
        // A store that cannot be read just then is asked again by the next request: nothing may wait for a person who was here.
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
    retryAll() {
      const count = commands.retryAll();
      look();
      return count;
    },
    retryAllAs(refused, instead) {
      const count = commands.retryAllAs(refused, instead);
      look();
      return count;
    },
    async withdrawAll(ids, kept) {
      try {
        return await commands.withdrawAll(ids, kept);
      } finally {
        scheduler.wake();
        scheduler.changed();
      }
    },
    async withdraw(id, kept = () => undefined) {
      await commands.withdraw(id, kept);
      look();
    },
    sendAgainAnyway(id) {
      commands.sendAgainAnyway(id);
      look();
    },
  };
}
