import type { Clock } from '../clock.ts';
import type { Ledger } from '../ledger/db/ledger.ts';
import { countOpen, tasksToProve } from '../ledger/tasks/task-queries.ts';
import type { TrackingScope } from '../ledger/tasks/task-row.ts';

const MINUTE_MS = 60_000;
/** An open Task is read by its uuid once its last proof is older than this number of milliseconds. */
const PROOF_MS = 3 * MINUTE_MS;
const PER_MINUTE = 100;
/** If more Tasks are open than `PER_MINUTE` reads in this number of minutes, more Tasks are read in each minute. */
const ALL_WITHIN_MINUTES = 60;

/**
 * Returns a function that chooses the open Tasks that the cycle reads by their uuid, the oldest proof first. A list shows quickly which
 * Tasks changed, but is no proof that the others did not change: the date of a change can be wrong by any time. The function chooses at
 * most `most` Tasks, fewer if the last call was a short time ago, and leaves out the Tasks for which `mayProve` is false (at most `others`
 * Tasks).
 */
export function createProofPlan({
  ledger,
  clock,
  scope,
}: {
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly scope: TrackingScope;
}) {
  let plannedAt = clock.monotonic() - MINUTE_MS;
  return (most: number, others: number, mayProve: (uuid: string) => boolean): string[] => {
    const minutes = (clock.monotonic() - plannedAt) / MINUTE_MS;
    plannedAt = clock.monotonic();
    const perMinute = Math.max(PER_MINUTE, countOpen(ledger, scope) / ALL_WITHIN_MINUTES);
    const slice = Math.min(most, Math.ceil(minutes * perMinute));
    const now = clock.now();
    const overdue = tasksToProve(ledger, scope, { before: now - PROOF_MS, now, limit: slice + others });
    return overdue.filter(mayProve).slice(0, slice);
  };
}
