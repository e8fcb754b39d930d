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

/** Where the frozen copies are. Every name belongs to one submission or message alone. */
export interface SpoolPort {
  pathOf(name: string): string;
  remove(names: readonly string[]): Promise<void>;
}

/** The guard that is asked before every create: two stations on one folder must not both send (docs/architecture.md 9). */
export type CreateGuard = Pick<StationsGuard, 'mayCreate' | 'whyNot'> &
  Partial<Pick<StationsGuard, 'withdrawn' | 'refused'>>;

/** Stores a Task and its snapshot. Called inside the transaction that accepts; `mine` when this station made or answered it. */
export type RecordTask = (details: TaskDetails, options: { mine: boolean }) => void;

/** What the outbox gets from outside. */
export interface OutboxPorts {
  readonly ledger: Ledger;
  /** For what comes with every submission; many at once share one write to the disk. */
  readonly commit: Committer;
  readonly client: ServiceClient;
  readonly spool: SpoolPort;
  readonly claims: CreateGuard;
  readonly recordTask: RecordTask;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
}

/**
 * Why a document is not sent from here: its folder is another station's, has no rule any more and cannot be reached, or is one of which
 * a person must say first that no other station uses it.
 */
export type Elsewhere = Refusal;

/** What every delivery works with. */
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
   * Rows that another station may have to send, and a person tried: no other station sends them. With what was said of the
   * folder then. Believed in this run only.
   */
  readonly vouched: Map<string, Elsewhere>;
  /** Keeps a row from being taken up for `ms`, without a write. */
  readonly holdBack: (id: string, ms: number) => void;
}

/** One running request: how to end it, and what to tell of it. */
export interface Job {
  readonly signal: AbortSignal;
  readonly onProgress: (sentBytes: number) => void;
  /** The epoch of the credentials when it began. */
  readonly epoch: number;
}

/** The tail of an id, for the log (I11). */
export function refOf(id: string): string {
  return id.slice(-6);
}

/** Removes copies that nothing needs any more. Never throws: what stays behind is cleaned at the next start. */
export async function releaseCopies(context: OutboxContext, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  try {
    await context.spool.remove(names);
  } catch (error) {
    context.log('engine.fault', { where: 'outbox.spool', error: describeError(error) });
  }
}
