import type { Clock } from '../../clock.ts';
import type { Ledger } from '../../ledger/db/ledger.ts';
import { nextQueuedAt } from '../../ledger/tables/folders.ts';
import { doubtOne } from '../../ledger/tables/perhaps-sent.ts';
import { type FolderState, maySubmitBy } from '../stations.ts';

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
