import { z } from 'zod';

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
  /** Since when the service denies the Task, milliseconds since the epoch; null once the Task was seen again. */
  denied_since: z.int().nullable(),
  /** Consecutive denials beside which another Task of this station was found. */
  denials: z.int(),
  /** Since when the Task counts as gone. The program no longer asks for a gone Task. */
  gone_since: z.int().nullable(),
  /** Since when the list of all Tasks does not name the Task; null once any response named the Task. */
  unlisted_since: z.int().nullable(),
});
export type TaskRow = z.infer<typeof taskRowSchema>;

/** Which Tasks are tracked: those of this station, or all of the organisation. */
export type TrackingScope = 'station' | 'organisation';

const TERMINAL = ['completed', 'failed', 'invalid'];

/** Whether a Task in this status has ended (docs/service.md 3). A Task in an unknown status is open (I7). */
export function isTerminal(status: string): boolean {
  return TERMINAL.includes(status);
}

/** How far tracking has come in a scope: the newest `latest_status_change` of a finished walk. */
export const watermarkSchema = z.object({
  /** All changes up to this date are stored, and the next walk begins after it. Null while the service had no Task at all. */
  from: z.string().nullable(),
  /** The newest change seen. A change between `from` and this date may still turn up, if the service committed it late. */
  seen: z.string().nullable(),
});

/** Key of station_state: the watermark of a scope. */
export function watermarkKey(scope: TrackingScope): string {
  return `tracking.watermark.${scope}`;
}

/** Key of station_state: when the service last told everything (milliseconds since the epoch). */
export const AS_OF_KEY = 'tracking.as-of';
