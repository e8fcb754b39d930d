import { z } from 'zod';

/** The state of the lock. Times are durations, because the clocks of the engine and the window may differ. */
export const lockStateSchema = z.object({
  /** While `locked` is true, the app refuses nearly every verb except unlocking. */
  locked: z.boolean(),
  /** Minutes without input after which the station locks; null for never. */
  idle_minutes: z.int().nullable(),
  /** Whether the station has a PIN. A station without a PIN never locks, because nobody could unlock it. */
  pin_set: z.boolean(),
  /** The sign-in method of the operating system that also unlocks the station; null without such a method. */
  os_means: z.enum(['touch-id']).nullable(),
  /** The seconds before the station locks, if few seconds remain; otherwise null. */
  locks_in_seconds: z.number().nullable(),
  /** The remaining seconds in which no PIN is accepted, because too many PINs were wrong. */
  wait_seconds: z.number(),
  tries_left: z.int(),
});
export type LockState = z.infer<typeof lockStateSchema>;

/** The values that a person typed into unsent answers, by Task and property. */
export const typedSchema = z.record(
  z.string().min(1).max(100),
  z.record(z.string().max(500), z.string().max(10_000)),
);
export type Typed = z.infer<typeof typedSchema>;
