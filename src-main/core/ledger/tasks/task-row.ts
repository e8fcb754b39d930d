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
  /** The start of the last request by uuid whose answer shows the Task, or of the list request that first showed the Task; ms since the epoch. */
  checked_at: z.int(),
  /** The time, in ms since the epoch, since which the service says that it has no such Task. Null if the last response or list had the Task. */
  denied_since: z.int().nullable(),
  /** The number of consecutive denials at times when the service found a control Task (a Task that must exist). */
  denials: z.int(),
  /** The time since which the Task is gone; null if the Task is not gone. The program no longer asks the service for a gone Task. */
  gone_since: z.int().nullable(),
  /** The time since which the list of all Tasks lacks the Task. Null after any response or list that contains the Task. */
  unlisted_since: z.int().nullable(),
  /** 1 if the documents of the Task disagree about the patient (`patients.ts`). */
  patient_conflict: z.union([z.literal(0), z.literal(1)]),
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

/** The dates up to which tracking has read the changes of Tasks. Each `TrackingScope` has its own watermark. */
export const watermarkSchema = z.object({
  /**
   * The ledger contains all changes up to this date, so tracking next reads the list of changes from this date on. Null if the service has
   * never told a date.
   */
  from: z.string().nullable(),
  /**
   * The date of the newest change that tracking has read. The service may list a change late, so the ledger may still lack some changes
   * with dates between `from` and `seen`.
   */
  seen: z.string().nullable(),
});

export type Watermark = z.infer<typeof watermarkSchema>;

export function watermarkKey(scope: TrackingScope): string {
  return `tracking.watermark.${scope}`;
}

/**
 * The key of `station_state` for the time of the oldest proof (`TaskRow.checked_at`) of an open Task, in milliseconds since the epoch. While
 * no Task is open: the start of the last cycle that read all changes.
 */
export const AS_OF_KEY = 'tracking.as-of';
