import { assertNever } from './assert-never.ts';

export const TASK_STATUSES = [
  'pending',
  'processing',
  'waiting',
  'completed',
  'failed',
  'invalid',
  'deferred',
] as const;

export type TaskStatus = (typeof TASK_STATUSES)[number];

/** Returns the status that the API reports for a stored status. The API reports a deferred Task as pending (docs/service.md 3). */
export function reportedStatus(status: TaskStatus): TaskStatus {
  return status === 'deferred' ? 'pending' : status;
}

/** Returns the stored statuses that match a status filter. `pending` also matches deferred Tasks; `deferred` therefore matches no Task. */
export function storedStatuses(asked: readonly TaskStatus[]): TaskStatus[] {
  return asked.flatMap((status): TaskStatus[] => {
    if (status === 'deferred') return [];
    return status === 'pending' ? ['pending', 'deferred'] : [status];
  });
}

/** Whether a change to `status` updates `latest_status_change` (docs/service.md 2.1). A change to `invalid` does not. */
export function isDated(status: TaskStatus): boolean {
  switch (status) {
    case 'processing':
    case 'waiting':
    case 'completed':
    case 'failed':
      return true;
    case 'pending':
    case 'deferred':
    case 'invalid':
      return false;
    default:
      return assertNever(status);
  }
}

export function isTerminal(status: TaskStatus): boolean {
  return status === 'completed' || status === 'failed' || status === 'invalid';
}
