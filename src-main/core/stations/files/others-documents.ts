import type { Clock } from '../../clock.ts';
import type { Ledger } from '../../ledger/db/ledger.ts';
import { nextQueuedAt } from '../../ledger/tables/folder-places.ts';
import { doubtOne } from '../../ledger/tables/mark-unconfirmed.ts';
import { type LeaseState, maySubmitBy } from './lease-state.ts';

/** While another station has the folder, it is what sends the documents: so often the service is asked whether it did. */
const LOOK_UP_AGAIN_MS = 900_000;
/** Each takes some questions before it is taken for not sent: thousands at once would hold up what else is looked up (I8). */
const AT_A_TIME = 100;
/** Longer than they take to be looked up. */
const NEXT_ONES_MS = 180_000;

export interface OthersDocumentsParts {
  readonly ledger: Ledger;
  readonly clock: Clock;
  /** Where the folder is. */
  readonly path: string;
  /** Something may be looked up now. */
  readonly onDoubted: () => void;
}

/** What waits here to be sent from a folder that another station has now, and sends under the same external_id. */
export class OthersDocuments {
  readonly #parts: OthersDocumentsParts;
  #dueAt = Number.NEGATIVE_INFINITY;
  /** The last that was looked up; 0 begins anew. */
  #seq = 0;

  constructor(parts: OthersDocumentsParts) {
    this.#parts = parts;
  }

  /** To be told whose the folder is by now. Once it was this station's, what waits is another's to send anew: soon looked up. */
  leaseChanged(state: LeaseState): void {
    if (!maySubmitBy(state)) return;
    this.#dueAt = Number.NEGATIVE_INFINITY;
    this.#seq = 0;
  }

  /** To be called every now and then, with whose the folder is. */
  tend({ kind }: LeaseState): void {
    const { ledger, clock, path, onDoubted } = this.#parts;
    const now = clock.monotonic();
    if (kind !== 'other' || now < this.#dueAt) return;
    const next = nextQueuedAt(ledger, path, { seq: this.#seq, most: AT_A_TIME });
    ledger.transaction(() => {
      for (const { id } of next) doubtOne(ledger, id, clock.now());
    });
    const isAll = next.length < AT_A_TIME;
    this.#seq = isAll ? 0 : (next.at(-1)?.seq ?? 0);
    this.#dueAt = now + (isAll ? LOOK_UP_AGAIN_MS : NEXT_ONES_MS);
    if (next.length > 0) onDoubted();
  }
}
