import { assertNever } from './assert-never.ts';

/** The statuses of docs/service.md 3. */
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

/** The reported status: a deferred Task is reported as pending (docs/service.md 3). */
export function reportedStatus(status: TaskStatus): TaskStatus {
  return status === 'deferred' ? 'pending' : status;
}

/** The stored statuses that match a client's status filter. `deferred` is never reported, so `deferred` matches nothing. */
export function storedStatuses(asked: readonly TaskStatus[]): TaskStatus[] {
  return asked.flatMap((status): TaskStatus[] => {
    if (status === 'deferred') return [];
    return status === 'pending' ? ['pending', 'deferred'] : [status];
  });
}

/** Whether a change to this status updates `latest_status_change`: docs/service.md 2.1 lists four such statuses, without `invalid`. */
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

/** Whether the Task has finished and does not change by itself. */
export function isTerminal(status: TaskStatus): boolean {
  return status === 'completed' || status === 'failed' || status === 'invalid';
}
