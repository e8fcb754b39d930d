import type { Clock } from '../clock.ts';
import { doubtQueued } from '../ledger/doubt-queued.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { LeaseState } from './lease.ts';

/** While another station has the folder, it is what sends the documents: so often the service is asked whether it did. */
const LOOK_UP_AGAIN_MS = 900_000;

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
  #lookedUpAt = Number.NEGATIVE_INFINITY;

  constructor(parts: OthersDocumentsParts) {
    this.#parts = parts;
  }

  /** To be called every now and then, with whose the folder is. */
  tend({ kind }: LeaseState): void {
    const { ledger, clock, path, onDoubted } = this.#parts;
    const now = clock.monotonic();
    if (kind !== 'other' || now - this.#lookedUpAt < LOOK_UP_AGAIN_MS) return;
    doubtQueued(ledger, path, clock.now());
    this.#lookedUpAt = now;
    onDoubted();
  }
}
