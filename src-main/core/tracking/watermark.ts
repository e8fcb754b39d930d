import { earlierBy, laterOf } from '../ledger/db/date-time.ts';
import type { Ledger } from '../ledger/db/ledger.ts';
import { readState, writeState } from '../ledger/db/station-state.ts';
import {
  type TrackingScope,
  type Watermark,
  watermarkKey,
  watermarkSchema,
} from '../ledger/tasks/task-row.ts';

/** How long after its timestamp a change may become visible at the service. */
export const LATENESS_MS = 5_000;

export interface FinishedWalk {
  /** Monotonic milliseconds. */
  readonly startedAt: number;
  readonly endedAt: number;
  /** The largest `latest_status_change` on the walk's first page, or null when the window was empty. */
  readonly newest: string | null;
}

/**
 * Where the next walk begins, in the service's own time and precision (docs/service.md 4.4: `date_from` is exclusive).
 *
 * A change may be committed a little after the time it carries. So a walk does not begin at the newest change seen but
 * `LATENESS_MS` before it; and once a later walk, begun that long after the newest change was seen, has looked below
 * it, nothing can turn up there any more and the overlap is given up. A still organisation thus costs one empty page,
 * however many Tasks changed in the last second before it fell still.
 */
export function createWatermark(ledger: Ledger, scope: TrackingScope) {
  const key = watermarkKey(scope);
  let toConfirm: { mark: string; at: number } | null = null;

  return {
    /** Null before the first finished walk. */
    read: (): Watermark | null => readState(ledger, key, watermarkSchema),
    /** Takes note of a walk whose rows are all stored. To be called in the transaction that stores the last of them. */
    advance: (walk: FinishedWalk): void => {
      const before = readState(ledger, key, watermarkSchema);
      const seen = laterOf(before?.seen ?? null, walk.newest);
      let from = before?.from ?? null;
      if (seen !== null) from = laterOf(from, earlierBy(seen, LATENESS_MS));
      if (toConfirm !== null && walk.startedAt - toConfirm.at >= LATENESS_MS) {
        from = laterOf(from, toConfirm.mark);
        toConfirm = null;
      }
      if (seen !== null && from !== seen) toConfirm ??= { mark: seen, at: walk.endedAt };
      if (before === null || before.from !== from || before.seen !== seen)
        writeState(ledger, key, { from, seen });
    },
  };
}
