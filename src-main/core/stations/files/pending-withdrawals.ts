import type { Ledger } from '../../ledger/db/ledger.ts';
import { wasElsewhereSince } from '../../ledger/tables/mark-unconfirmed.ts';
import { mayHaveGoneSince } from '../../ledger/tables/perhaps-sent.ts';
import { settleUntold, type Untold, untoldAt } from '../../ledger/tables/untold-withdrawals.ts';
import type { Claims } from './claims.ts';
import type { Lease } from './lease.ts';

export interface PendingWithdrawalsParts {
  readonly ledger: Ledger;
  /** Where the folder is. */
  readonly path: string;
  readonly station: { readonly id: string; readonly name: string };
  readonly claims: Pick<Claims, 'withdraw'>;
  readonly lease: Pick<Lease, 'generation' | 'holds'>;
}

/**
 * Tells the other stations of a shared folder what was taken back here, in its claim: whoever takes the folder over would send it
 * otherwise. What cannot be told stays to be told.
 */
export class PendingWithdrawals {
  readonly #parts: PendingWithdrawalsParts;
  #telling: Promise<void> | null = null;
  #wanted = false;

  constructor(parts: PendingWithdrawalsParts) {
    this.#parts = parts;
  }

  /** To be called when something was taken back, and every now and then. Never rejects. */
  tell(): Promise<void> {
    this.#wanted = true;
    this.#telling ??= this.#tellAll()
      .catch(() => undefined)
      .finally(() => {
        this.#telling = null;
      });
    return this.#telling;
  }

  async #tellAll(): Promise<void> {
    const { ledger, path, lease } = this.#parts;
    while (this.#wanted) {
      this.#wanted = false;
      for (const row of untoldAt(ledger, path)) {
        // Whoever had the folder since may have sent it: to call it taken back could be wrong.
        if (mayHaveGoneSince(ledger, row.id)) settleUntold(ledger, row.id, false);
        // One that has ended is not asked: it would take the folder.
        else if (lease.generation !== null && (await lease.holds())) await this.#tell(row);
        else return;
      }
    }
  }

  async #tell({ id, claim_key: key, external_id: externalId, ...row }: Untold): Promise<void> {
    const { ledger, station, claims } = this.#parts;
    const claim = await claims.withdraw(key, externalId, { station: station.id, name: station.name });
    // Where it was another's first, or another had the folder since, that one may have it to send, and asks no claim any more.
    const isAlone =
      claim?.station === station.id && !wasElsewhereSince(ledger, { ...row, ended_at: row.created_at });
    settleUntold(ledger, id, isAlone);
  }
}
