import { z } from 'zod';
import { type Ledger, readOne } from '../db/ledger.ts';

export const taskRowSchema = z.object({
  uuid: z.string(),
  mine: z.union([z.literal(0), z.literal(1)]),
  external_id: z.string().nullable(),
  task_type: z.string(),
  status: z.string(),
  name: z.string(),
  cleared: z.string().nullable(),
  created: z.string(),
  latest_status_change: z.string(),
  details_due: z.union([z.literal(0), z.literal(1)]),
  frozen_to: z.string().nullable(),
  seen_at: z.int(),
  /** The time since which the service denies the Task, in milliseconds since the epoch; null after a response or list with the Task. */
  denied_since: z.int().nullable(),
  /** The number of consecutive proven denials. A denial is proven if the service found a control Task at the same time. */
  denials: z.int(),
  /** The time since which the Task is gone. The program no longer asks for a gone Task. */
  gone_since: z.int().nullable(),
  /** The time since which the list of all Tasks lacks the Task; null after any response that contains the Task. */
  unlisted_since: z.int().nullable(),
});
export type TaskRow = z.infer<typeof taskRowSchema>;

export function readTask(ledger: Ledger, uuid: string): TaskRow | null {
  return readOne(ledger.prepared('SELECT * FROM task WHERE uuid = ?'), taskRowSchema, uuid);
}

export type TrackingScope = 'station' | 'organisation';

const TERMINAL = ['completed', 'failed', 'invalid'];

/** Whether a Task in this status has ended (docs/service.md 3). A Task in an unknown status is open (I7). */
export function isTerminal(status: string): boolean {
  return TERMINAL.includes(status);
}

/** How far tracking has come: for the Tasks of this station, or for all Tasks of the organization (`tracking.scope`). */
export const watermarkSchema = z.object({
  /** All changes up to this date are stored, and the next walk begins at this date. Null if the service has never had a Task. */
  from: z.string().nullable(),
  /** The newest known change. If the service committed a change late, the change may still appear between `from` and this date. */
  seen: z.string().nullable(),
});

export function watermarkKey(scope: TrackingScope): string {
  return `tracking.watermark.${scope}`;
}

/** The key of `station_state` for the time of the last cycle that read the whole list of Tasks, in milliseconds since the epoch. */
export const AS_OF_KEY = 'tracking.as-of';
