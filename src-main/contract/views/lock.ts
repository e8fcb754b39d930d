import { z } from 'zod';

/** The state of the lock. Times are durations, so that clocks may differ. */
export const lockStateSchema = z.object({
  /** While this is true, the engine refuses everything except unlocking. */
  locked: z.boolean(),
  /** Minutes without input after which the station locks; null for never. */
  idle_minutes: z.int().nullable(),
  /** Without a PIN the station never locks, because nobody could unlock the station. */
  pin_set: z.boolean(),
  /** The means of the account that also unlocks the station. */
  os_means: z.enum(['touch-id']).nullable(),
  /** Set during the last seconds before the station locks, otherwise null. */
  locks_in_seconds: z.number().nullable(),
  /** How long no PIN is accepted after too many wrong PINs. */
  wait_seconds: z.number(),
  /** How many PINs a person may try before the next wait. */
  tries_left: z.int(),
});
export type LockState = z.infer<typeof lockStateSchema>;

/** The typed text of unsent answers, by Task and property. */
export const typedSchema = z.record(
  z.string().min(1).max(100),
  z.record(z.string().max(500), z.string().max(10_000)),
);
export type Typed = z.infer<typeof typedSchema>;
