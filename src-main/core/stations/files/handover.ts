import type { Clock } from '../../clock.ts';
import type { Ledger } from '../../ledger/db/ledger.ts';
import { nextQueuedAt } from '../../ledger/tables/folders.ts';
import {
  doubtOne,
  mayHaveGoneSince,
  settleUntold,
  type Untold,
  untoldAt,
  wasElsewhereSince,
} from '../../ledger/tables/perhaps-sent.ts';
import { type FolderState, maySubmitBy } from '../stations.ts';
import type { Claims } from './claims.ts';
import type { Lease } from './lease.ts';

/** Another station has the folder and sends the documents. The service is asked this often whether that station did. */
const LOOK_UP_AGAIN_MS = 900_000;
/** Each look-up takes some requests before a submission counts as not sent. Thousands at once would delay all other look-ups (I8). */
const AT_A_TIME = 100;
/** Longer than the look-ups of one batch take. */
const NEXT_BATCH_MS = 180_000;

/** Submissions that wait here while another station has their folder, and sends the same documents under the same external_id. */
export interface QueuedElsewhere {
  /** To be called with each new state. If this station had the folder, another station may send anew: the next look-up comes soon. */
  stateChanged(state: FolderState): void;
  /** To be called regularly: marks the next batch as unconfirmed while another station has the folder, so that the service is asked. */
  tend(state: FolderState): void;
}

/** `onMarked` is called when submissions are to be looked up. */
export function createQueuedElsewhere(
  ledger: Ledger,
  clock: Clock,
  path: string,
  onMarked: () => void,
): QueuedElsewhere {
  let dueAt = Number.NEGATIVE_INFINITY;
  /** The last sequence number that was looked up; 0 begins anew. */
  let seq = 0;
  return {
    stateChanged: (state) => {
      if (!maySubmitBy(state)) return;
      dueAt = Number.NEGATIVE_INFINITY;
      seq = 0;
    },
    tend: ({ kind }) => {
      const now = clock.monotonic();
      if (kind !== 'other' || now < dueAt) return;
      const next = nextQueuedAt(ledger, path, { seq, most: AT_A_TIME });
      ledger.transaction(() => {
        for (const { id } of next) doubtOne(ledger, id, clock.now());
      });
      const isAll = next.length < AT_A_TIME;
      seq = isAll ? 0 : (next.at(-1)?.seq ?? 0);
      dueAt = now + (isAll ? LOOK_UP_AGAIN_MS : NEXT_BATCH_MS);
      if (next.length > 0) onMarked();
    },
  };
}

export interface WithdrawalsDependencies {
  readonly ledger: Ledger;
  /** The folder's path. */
  readonly path: string;
  readonly station: { readonly id: string; readonly name: string };
  readonly claims: Pick<Claims, 'withdraw'>;
  readonly lease: Pick<Lease, 'generation' | 'holds'>;
}

/**
 * Gives a function that writes into the claims of a shared folder what was withdrawn here: the next holder of the folder would send the
 * documents otherwise. What cannot be written now stays pending. To be called when a submission was withdrawn, and regularly. Never rejects.
 */
export function createPendingWithdrawals({
  ledger,
  path,
  station,
  claims,
  lease,
}: WithdrawalsDependencies): () => Promise<void> {
  let telling: Promise<void> | null = null;
  let isWanted = false;

  const tellOne = async ({ id, claim_key: key, external_id: externalId, ...row }: Untold): Promise<void> => {
    const claim = await claims.withdraw(key, externalId, { station: station.id, name: station.name });
    // A station that had the claim first, or the folder since, may have the documents to send, and reads no claim any more.
    const isAlone =
      claim?.station === station.id && !wasElsewhereSince(ledger, { ...row, ended_at: row.created_at });
    settleUntold(ledger, id, isAlone);
  };

  const tellAll = async (): Promise<void> => {
    while (isWanted) {
      isWanted = false;
      for (const row of untoldAt(ledger, path)) {
        // Another station had the folder since, and may have sent the documents: to call them withdrawn could be wrong.
        if (mayHaveGoneSince(ledger, row.id)) settleUntold(ledger, row.id, false);
        // A lease without a generation may be stopped, and `holds()` could then take the folder again.
        else if (lease.generation !== null && (await lease.holds())) await tellOne(row);
        else return;
      }
    }
  };

  return () => {
    isWanted = true;
    telling ??= tellAll()
      .catch(() => undefined)
      .finally(() => {
        telling = null;
      });
    return telling;
  };
}
