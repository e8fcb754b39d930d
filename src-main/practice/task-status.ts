import { assertNever } from './assert-never.ts';

/** docs/service.md 3. */
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

/** The status a client is told: a parked Task is reported as pending while it is parked (docs/service.md 3). */
export function reportedStatus(status: TaskStatus): TaskStatus {
  return status === 'deferred' ? 'pending' : status;
}

/** The stored statuses that a client's status filter means; `deferred` is never reported, so it means none. */
export function storedStatuses(asked: readonly TaskStatus[]): TaskStatus[] {
  return asked.flatMap((status): TaskStatus[] => {
    if (status === 'deferred') return [];
    return status === 'pending' ? ['pending', 'deferred'] : [status];
  });
}

/**
 * Whether entering the status moves `latest_status_change`: docs/service.md 2.1 names four, and `invalid` is not
 * one.
 */
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

/** Whether the Task has finished and does not move on its own. */
export function isTerminal(status: TaskStatus): boolean {
  return status === 'completed' || status === 'failed' || status === 'invalid';
}
