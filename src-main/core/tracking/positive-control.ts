import type { Ledger } from '../ledger/db/ledger.ts';
import { everAccepted, type KnownTask, knownTasks } from '../ledger/tasks/task-queries.ts';
import { setDetailsDue } from '../ledger/tasks/tasks.ts';
import type { ServiceClient } from '../service/service-client.ts';
import { ServiceError } from '../service/service-failure.ts';
import { isNotFound } from './list-failure.ts';

/** The maximum number of control Tasks to try. The service may have removed the newest Task, so one Task is not enough. */
const CANDIDATES = 3;

export interface Denial {
  readonly by: 'uuid' | 'externalId';
  /** The denied Task, which cannot be its own control Task; null if its uuid is unknown. */
  readonly except: string | null;
  /** The fingerprint of the token of the denied request (`CallOptions.onSigned`); null if unknown. */
  readonly signedBy: string | null;
  readonly signal: AbortSignal;
}

export type Control =
  | { readonly is: 'found' }
  /** No control Task proves the denial, for example because the service denied the control Tasks too. The denial does not count. */
  | { readonly is: 'not-found' }
  /** The service never accepted a submission of this station, so no control Task exists. */
  | { readonly is: 'none-known' };

/** `note`, for `CallOptions.onSigned`, stores the fingerprint of the token of an answered call; `by` returns it, or null. */
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
 * Checks whether a denial counts (I2, I10): with the token of the denied request, requests a control Task, which is a Task of this station
 * that must exist. If the control Task is denied too, the denial proves nothing: a gateway may answer, or the service may have lost data.
 */
export async function positiveControl(
  { ledger, client }: { readonly ledger: Ledger; readonly client: Pick<ServiceClient, 'getTask'> },
  { by, except, signedBy, signal }: Denial,
): Promise<Control> {
  const candidates = knownTasks(ledger, except, CANDIDATES);
  if (candidates.length === 0) return { is: everAccepted(ledger) ? 'not-found' : 'none-known' };
  // Returns whether the answer shows the Task `known`; null if the answer was to another token, which proves nothing.
  const shows = async (known: KnownTask, reference: Parameters<ServiceClient['getTask']>[0]) => {
    const signed = signature();
    const task = await client.getTask(reference, { signal, onSigned: signed.note });
    return signed.by() === null || signed.by() !== signedBy ? null : task.uuid === known.uuid;
  };
  for (const known of candidates) {
    try {
      const isShown = await shows(
        known,
        by === 'uuid' ? { uuid: known.uuid } : { externalId: known.external_id },
      );
      // Several Tasks may have an external_id that a person or rule chose. The service found a Task by its external_id, so the look-up works,
      // and only the existence of the control Task is left to prove.
      const isThere =
        isShown === false && by === 'externalId' ? await shows(known, { uuid: known.uuid }) : isShown;
      if (isThere === null) return { is: 'not-found' };
      if (isThere) return { is: 'found' };
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      if (!isNotFound(error)) return { is: 'not-found' };
      setDetailsDue(ledger, known.uuid, true);
    }
  }
  return { is: 'not-found' };
}
