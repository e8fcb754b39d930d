import type { Ledger } from '../ledger/db/ledger.ts';
import {
  mayHaveGoneSince,
  settleUntold,
  type Untold,
  untoldAt,
  wasElsewhereSince,
} from '../ledger/tables/perhaps-sent.ts';
import type { Claims } from './claiming.ts';
import type { SharedFolder } from './stations.ts';

export interface WithdrawalsDependencies {
  readonly ledger: Ledger;
  readonly path: string;
  readonly station: { readonly id: string; readonly name: string };
  readonly claims: Pick<Claims, 'withdraw'>;
  readonly lease: Pick<SharedFolder, 'generation' | 'holds'>;
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
    // Another station that had the lease meanwhile may have read the claim before this withdrawal, and may still send the documents.
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
