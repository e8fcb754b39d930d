import type { Ledger } from '../ledger/db/ledger.ts';
import { everAccepted, type KnownTask, knownTasks } from '../ledger/tasks/task-queries.ts';
import { setDetailsDue } from '../ledger/tasks/tasks.ts';
import type { TaskDetails } from '../service/schemas.ts';
import type { ServiceClient } from '../service/service-client.ts';
import { ServiceError } from '../service/service-failure.ts';
import { isNotFound } from './list-failure.ts';

/** A few, because the newest Task may itself be gone at the service. */
const CANDIDATES = 3;

/** A question that the service answered with "no such Task". */
export interface Denial {
  /** What the question named the Task by; the control asks in the same way. */
  readonly by: 'uuid' | 'externalId';
  /** The Task that was denied, which proves nothing about itself; null where its uuid is not known. */
  readonly except: string | null;
  /** Which token the denial answered (`CallOptions.onSigned`); null where no token is known. */
  readonly signedBy: string | null;
  readonly signal: AbortSignal;
}

export type Control =
  /** The service finds this Task of the station with the same token: a denial beside it counts. */
  | { readonly is: 'found'; readonly known: KnownTask; readonly task: TaskDetails }
  /** Whoever answered does not find what must exist, so no denial of theirs counts. */
  | { readonly is: 'not-found' }
  /** No submission of this station was ever accepted, so there is nothing to be found. */
  | { readonly is: 'none-known' };

/** Hears with which token a call was answered. */
export function signature() {
  let last: string | null = null;
  return {
    note: (by: string): void => {
      last = by;
    },
    by: () => last,
  };
}

/**
 * The positive control of a denial (I2, I10): asks, in the same conversation, for a Task of this station that is known to exist.
 * A gateway, another organisation, or a service that lost its data denies that one too. A Task that is denied here is looked at
 * by tracking next.
 */
export async function positiveControl(
  { ledger, client }: { readonly ledger: Ledger; readonly client: Pick<ServiceClient, 'getTask'> },
  { by, except, signedBy, signal }: Denial,
): Promise<Control> {
  const candidates = knownTasks(ledger, except, CANDIDATES);
  if (candidates.length === 0) return { is: everAccepted(ledger) ? 'not-found' : 'none-known' };
  for (const known of candidates) {
    const signed = signature();
    const options = { signal, onSigned: signed.note };
    const reference = by === 'uuid' ? { uuid: known.uuid } : { externalId: known.external_id };
    try {
      const task = await client.getTask(reference, options);
      if (signed.by() === null || signed.by() !== signedBy) return { is: 'not-found' };
      if (task.uuid === known.uuid) return { is: 'found', known, task };
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      if (!isNotFound(error)) return { is: 'not-found' };
      setDetailsDue(ledger, known.uuid, true);
    }
  }
  return { is: 'not-found' };
}
