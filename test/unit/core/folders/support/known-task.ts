import type { Ledger } from '../../../../../src-main/core/ledger/db/ledger.ts';
import { recordTask } from '../../../../../src-main/core/ledger/tasks/tasks.ts';
import { taskDetails } from '../../../../support/task-details.ts';

/** A Task of this station in this status; gives its uuid. */
export function knownTask(ledger: Ledger, status = 'waiting'): string {
  const uuid = crypto.randomUUID();
  recordTask(ledger, taskDetails('2026-01-01T00:00:00Z', { uuid, status }), { mine: true, seenAt: 1 });
  return uuid;
}
