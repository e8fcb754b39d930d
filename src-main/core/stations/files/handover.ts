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

/** Milliseconds between two look-ups of all queued submissions of a folder that another station holds. */
const LOOK_UP_AGAIN_MS = 900_000;
/** The number of submissions in a batch. Each look-up takes several requests, so larger batches would delay all other look-ups (I8). */
const AT_A_TIME = 100;
/** Milliseconds between batches, longer than the look-ups of one batch take. */
const NEXT_BATCH_MS = 180_000;

/** Handles queued submissions of a folder whose lease another station has: the outbox looks up which submissions that station sent. */
export interface QueuedElsewhere {
  /** Must be called with each new state. If this station gets and then loses the lease, the first batch follows at once. */
  stateChanged(state: FolderState): void;
  /** Must be called regularly. While another station has the lease, each call makes the next batch of submissions unconfirmed. */
  tend(state: FolderState): void;
}

export function createQueuedElsewhere(
  ledger: Ledger,
  clock: Clock,
  path: string,
  onMarked: () => void,
): QueuedElsewhere {
  let dueAt = Number.NEGATIVE_INFINITY;
  /** The `seq` of the submission after which the next batch begins. */
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
 * the withdrawn documents. A withdrawal that cannot be recorded now stays pending. The returned function must be called after each
 * withdrawal and regularly, and never rejects.
 */
export function createPendingWithdrawals(dependencies: WithdrawalsDependencies): () => Promise<void> {
  const { ledger, path, station, claims, lease } = dependencies;
  let telling: Promise<void> | null = null;
  let isWanted = false;

  const tellOne = async ({ id, claim_key: key, external_id: externalId, ...row }: Untold): Promise<void> => {
    const claim = await claims.withdraw(key, externalId, { station: station.id, name: station.name });
    // Another station that once had the lease may have read the claim before this withdrawal. That station does not read the claim again,
    // so it may still send the documents.
    const isAlone =
      claim?.station === station.id && !wasElsewhereSince(ledger, { ...row, ended_at: row.created_at });
    settleUntold(ledger, id, isAlone);
  };

  const tellAll = async (): Promise<void> => {
    while (isWanted) {
      isWanted = false;
      for (const row of untoldAt(ledger, path)) {
        // Another station has had the lease since the withdrawal and may have sent the documents, so the claim must not say "withdrawn".
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
