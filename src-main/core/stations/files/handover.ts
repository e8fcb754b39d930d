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

/** The interval at which the service is asked whether the station that holds the folder has sent the documents. */
const LOOK_UP_AGAIN_MS = 900_000;
/** The number of submissions in a batch. Each look-up takes several requests, so thousands at once would delay all other look-ups (I8). */
const AT_A_TIME = 100;
/** The interval between batches, which is longer than the look-ups of one batch take. */
const NEXT_BATCH_MS = 180_000;

/** The queued submissions of a folder that another station holds. That station may send the same documents, so the outbox looks them up. */
export interface QueuedElsewhere {
  /** Call this with each new state. When this station loses the folder again, the next look-up comes at once. */
  stateChanged(state: FolderState): void;
  /** Call this regularly: while another station has the folder, the next batch becomes unconfirmed, and the outbox looks it up. */
  tend(state: FolderState): void;
}

/** `onMarked` is called after submissions were marked for a look-up. */
export function createQueuedElsewhere(
  ledger: Ledger,
  clock: Clock,
  path: string,
  onMarked: () => void,
): QueuedElsewhere {
  let dueAt = Number.NEGATIVE_INFINITY;
  /** The sequence number of the last marked submission; 0 starts again at the first submission. */
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
  readonly path: string;
  readonly station: { readonly id: string; readonly name: string };
  readonly claims: Pick<Claims, 'withdraw'>;
  readonly lease: Pick<Lease, 'generation' | 'holds'>;
}

/**
 * Returns a function that records withdrawals in the claims of a shared folder, because the next holder of the folder would otherwise send
 * the withdrawn documents. A withdrawal that cannot be recorded now stays pending. Call the function after each withdrawal and regularly.
 * The function never rejects.
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
    // A station that had the claim earlier, or has held the folder since, may still send the documents and does not read the claim again.
    const isAlone =
      claim?.station === station.id && !wasElsewhereSince(ledger, { ...row, ended_at: row.created_at });
    settleUntold(ledger, id, isAlone);
  };

  const tellAll = async (): Promise<void> => {
    while (isWanted) {
      isWanted = false;
      for (const row of untoldAt(ledger, path)) {
        // Another station has held the folder since and may have sent the documents, so the claim must not say "withdrawn".
        if (mayHaveGoneSince(ledger, row.id)) settleUntold(ledger, row.id, false);
        // Without a generation the lease may be stopped, and `holds()` could take the folder again.
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
