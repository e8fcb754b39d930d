import type { Clock, Random } from '../clock.ts';
import type { Committer } from '../ledger/db/group-commit.ts';
import type { Ledger } from '../ledger/db/ledger.ts';
import type { MessageTable } from '../ledger/tables/messages.ts';
import type { SubmissionTable } from '../ledger/tables/submissions.ts';
import { describeError } from '../log/describe-error.ts';
import type { Log } from '../log/events.ts';
import type { TaskDetails } from '../service/schemas.ts';
import type { ServiceClient } from '../service/service-client.ts';
import type { Refusal, CreateGuard as StationsGuard } from '../stations/stations.ts';
import type { ClockNote } from './clock-note.ts';
import type { Copies } from './copies.ts';
import type { Quarantine } from './creates/quarantine.ts';
import type { Lanes } from './lanes.ts';

/** The folder of the frozen copies. Every name belongs to one submission or message alone. */
export interface SpoolPort {
  pathOf(name: string): string;
  remove(names: readonly string[]): Promise<void>;
}

/** The guard that allows or refuses every create: two stations on one folder must not both send (docs/architecture.md 9). */
export type CreateGuard = Pick<StationsGuard, 'mayCreate' | 'whyNot'> &
  Partial<Pick<StationsGuard, 'withdrawn' | 'refused'>>;

/** Stores a Task and its snapshot, inside the transaction of the acceptance. `mine`: this station made or answered the Task. */
export type RecordTask = (details: TaskDetails, options: { mine: boolean }) => void;

/** The dependencies of the outbox. */
export interface OutboxPorts {
  readonly ledger: Ledger;
  /** For the changes that every submission makes. Many changes at once share one write to the disk. */
  readonly commit: Committer;
  readonly client: ServiceClient;
  readonly spool: SpoolPort;
  readonly guard: CreateGuard;
  readonly recordTask: RecordTask;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
}

/**
 * Why this station does not send a document: another station has the folder, the folder has no rule any more and cannot be reached, or a
 * person must first confirm that no other station uses the folder.
 */
export type Elsewhere = Refusal;

/** The parts that all deliveries share. */
export interface OutboxContext extends OutboxPorts {
  readonly submissions: SubmissionTable;
  readonly messages: MessageTable;
  readonly lanes: Lanes;
  readonly quarantine: Quarantine;
  readonly clockNote: ClockNote;
  readonly copies: Copies;
  /** Rows whose copies must be hashed before they are sent, because the previous run did not end cleanly. */
  readonly suspects: Set<string>;
  /**
   * Rows that another station may have to send, and that a person retried: the person vouches that no other station sends them. Each with
   * the reason that the folder had then. Valid in this run only.
   */
  readonly vouched: Map<string, Elsewhere>;
  /** Starts no request for a row for `ms` milliseconds, without a write to the ledger. */
  readonly holdBack: (id: string, ms: number) => void;
}

/** The three kinds of requests, each with its own limit. */
export type Line = 'create' | 'look-up' | 'message';

/** The running request of a delivery. */
export interface Job {
  readonly signal: AbortSignal;
  readonly onProgress: (sentBytes: number) => void;
  /** The epoch of the credentials when the request began. */
  readonly epoch: number;
}

/** The tail of an id, for the log (I11). */
export function refOf(id: string): string {
  return id.slice(-6);
}

/** Removes copies that no row needs any more. Never throws: the next start removes copies that were left. */
export async function releaseCopies(context: OutboxContext, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  try {
    await context.spool.remove(names);
  } catch (error) {
    context.log('engine.fault', { where: 'outbox.spool', error: describeError(error) });
  }
}
