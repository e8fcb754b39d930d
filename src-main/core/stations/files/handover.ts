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

// The milliseconds from the last batch of queued submissions until the look-ups begin again with the oldest submission.
const LOOK_UP_AGAIN_MS = 900_000;
// The maximum number of submissions in one batch. A larger batch would delay all other look-ups of the outbox (I8).
const AT_A_TIME = 100;
/** The milliseconds between two batches, which is longer than the outbox needs to look up the submissions of one batch. */
const NEXT_BATCH_MS = 180_000;

/**
 * While another station has the lease of a folder, makes this station's queued submissions of the folder unconfirmed, in batches. The
 * outbox then asks the service which of these submissions the other station sent.
 */
export interface QueuedElsewhere {
  /** Must be called with each new state. After a state in which this station may submit, the next batch is due at once. */
  stateChanged(state: FolderState): void;
  /** Must be called regularly. If another station has the lease and a batch is due, makes the submissions of the batch unconfirmed. */
  tend(state: FolderState): void;
}

export function createQueuedElsewhere(
  ledger: Ledger,
  clock: Clock,
  path: string,
  onMarked: () => void,
): QueuedElsewhere {
  let dueAt = Number.NEGATIVE_INFINITY;
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
 * Returns a function that records this station's withdrawals in the claims of a shared folder, for the next holder of the lease.
 * The function must be called after each withdrawal and regularly, and never rejects. A withdrawal that fails stays pending.
 */
export function createPendingWithdrawals(dependencies: WithdrawalsDependencies): () => Promise<void> {
  const { ledger, path, station, claims, lease } = dependencies;
  let telling: Promise<void> | null = null;
  let isWanted = false;

  const tellOne = async ({ id, claim_key: key, external_id: externalId, ...row }: Untold): Promise<void> => {
    const claim = await claims.withdraw(key, externalId, { station: station.id, name: station.name });
    // A station that has had the lease may have read the claim before this withdrawal and may still send the documents.
    const isAlone =
      claim?.station === station.id && !wasElsewhereSince(ledger, { ...row, ended_at: row.created_at });
    settleUntold(ledger, id, isAlone);
  };

  const tellAll = async (): Promise<void> => {
    while (isWanted) {
      isWanted = false;
      for (const row of untoldAt(ledger, path)) {
        // If another station had the lease after the withdrawal, or the ledger was restored, the documents may already have been sent.
        if (mayHaveGoneSince(ledger, row.id)) settleUntold(ledger, row.id, false);
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
