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
import type { Copies } from './copies.ts';
import type { Quarantine } from './creates/quarantine.ts';
import type { Lanes } from './lanes.ts';

/** The spool, the folder with the private copies of documents to send. Each name of a copy belongs to one submission or message. */
export interface SpoolPort {
  pathOf(name: string): string;
  remove(names: readonly string[]): Promise<void>;
}

/** Allows or refuses each create, so that two stations with one shared folder do not both send its documents. */
export type CreateGuard = Pick<StationsGuard, 'mayCreate' | 'whyNot'> &
  Partial<Pick<StationsGuard, 'withdrawn' | 'refused'>>;

/**
 * Stores a Task and its snapshot. Must be called in the transaction that stores the new state of the submission or message. `mine`: this
 * station created the Task, or the service redirected an answer of this station to the Task.
 */
export type RecordTask = (details: TaskDetails, options: { mine: boolean }) => void;

export interface OutboxPorts {
  readonly ledger: Ledger;
  /** Runs a change of the ledger in a transaction that concurrent changes share, so that all need only one sync to the disk. */
  readonly commit: Committer;
  readonly client: ServiceClient;
  readonly spool: SpoolPort;
  readonly guard: CreateGuard;
  readonly recordTask: RecordTask;
  /** Whether the ledger was compared with the list of the service in this run. Before, no create starts (`RecordCheck`). */
  readonly isCompared?: () => boolean;
  /** Whether the outbox records milestones for the event log of each Task (docs/service.md 4.8). */
  readonly milestones?: boolean;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
}

export type Elsewhere = Refusal;

export interface OutboxContext extends OutboxPorts {
  readonly submissions: SubmissionTable;
  readonly messages: MessageTable;
  readonly lanes: Lanes;
  /** The clock by which the outbox plans waits and ends them (`createDueTime`). */
  readonly dueTime: () => number;
  readonly quarantine: Quarantine;
  readonly copies: Copies;
  /** The ids of the rows whose spool copies must be hashed before the copies are sent, because the previous run of the program crashed. */
  readonly suspects: Set<string>;
  /** The ids of the queued submissions whose last attempt, in this run of the program, sent no byte. */
  readonly unsent: Set<string>;
  /**
   * The submissions, by id, that a person retried although another station may send the documents. By the retry, the person promises that
   * no other station sends the documents. The value is the reason for which `guard` refused the create before the retry.
   */
  readonly vouched: Map<string, Elsewhere>;
  /** Delays the next request of a row by `ms` milliseconds. A restart of the program ends the delay. */
  readonly holdBack: (id: string, ms: number) => void;
}

/** A kind of request. The scheduler limits the number of concurrent requests of each kind. */
export type Line = 'create' | 'look-up' | 'message';

export interface Job {
  readonly signal: AbortSignal;
  readonly onProgress: (sentBytes: number) => void;
  /** The number of credential changes (`Lanes.epoch`) when the request began. */
  readonly epoch: number;
}

/** Returns the last six characters of an id for the log, which must not contain whole ids (I11). */
export function refOf(id: string): string {
  return id.slice(-6);
}

/** Deletes spool copies that no row needs. Never throws: the next start of the program deletes what is left. */
export async function releaseCopies(context: OutboxContext, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  try {
    await context.spool.remove(names);
  } catch (error) {
    context.log('engine.fault', { where: 'outbox.spool', error: describeError(error) });
  }
}
