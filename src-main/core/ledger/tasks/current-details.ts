import type { TaskDetails } from '../../service/schemas.ts';
import { compareInstants } from '../db/instant.ts';
import type { Ledger } from '../db/ledger.ts';
import { latestSnapshot } from './snapshots.ts';
import type { TaskRow } from './task-row.ts';

/**
 * The newest payload, if it is one of the status change that is shown; otherwise null. What an earlier status was about says
 * nothing true about this one (I6).
 */
export function currentDetails(
  ledger: Ledger,
  row: Pick<TaskRow, 'uuid' | 'status' | 'latest_status_change'>,
): TaskDetails | null {
  const snapshot = latestSnapshot(ledger, row.uuid);
  if (snapshot === null || snapshot.status !== row.status) return null;
  const { payload } = snapshot;
  return compareInstants(payload.latest_status_change, row.latest_status_change) === 0 ? payload : null;
}
