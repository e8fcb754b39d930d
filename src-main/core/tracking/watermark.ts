import { earlierBy, laterOf } from '../ledger/db/date-time.ts';
import type { Ledger } from '../ledger/db/ledger.ts';
import { readState, writeState } from '../ledger/db/station-state.ts';
import {
  type TrackingScope,
  type Watermark,
  watermarkKey,
  watermarkSchema,
} from '../ledger/tasks/task-row.ts';

/** The longest delay between the timestamp of a change and its appearance in the list. */
export const LATENESS_MS = 5_000;

export interface FinishedWalk {
  /** Monotonic milliseconds. */
  readonly startedAt: number;
  readonly endedAt: number;
  /** The largest `latest_status_change` on the first page of the walk; null if the window was empty. */
  readonly newest: string | null;
}

/**
 * The start of the next walk, in the service's own time and precision (docs/service.md 4.4: `date_from` is exclusive).
 *
 * The service may list a change a little after the time that the change carries. So a walk begins `LATENESS_MS` before the
 * newest known change. A later walk that began `LATENESS_MS` after that change was seen finds every late change, so the overlap
 * ends. An organization without changes then costs one empty page for each walk.
 */
export function createWatermark(ledger: Ledger, scope: TrackingScope) {
  const key = watermarkKey(scope);
  let toConfirm: { mark: string; at: number } | null = null;

  return {
    /** Null before the first finished walk. */
    read: (): Watermark | null => readState(ledger, key, watermarkSchema),
    /** Records a finished walk. Call this in the transaction that stores the last rows of the walk. */
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
