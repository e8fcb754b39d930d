import { z } from 'zod';

/** The state of the lock. All times are durations, because the clocks of the engine and the window may differ. */
export const lockStateSchema = z.object({
  /** While `locked` is true, the app refuses nearly every verb except unlocking. */
  locked: z.boolean(),
  /** The minutes without input after which the station locks; null if the station never locks. */
  idle_minutes: z.int().nullable(),
  pin_set: z.boolean(),
  /** A sign-in method of the operating system that unlocks the station as the PIN does; null without such a method. */
  os_means: z.enum(['touch-id']).nullable(),
  /** The seconds before the station locks; null unless the station locks soon. */
  locks_in_seconds: z.number().nullable(),
  /** The seconds for which the station still accepts no PIN, because too many PINs were wrong; otherwise 0. */
  wait_seconds: z.number(),
  tries_left: z.int(),
  /** The named users: each can unlock the station with a PIN of their own. Empty if there are no named users. */
  users: z.array(z.object({ id: z.string(), name: z.string() })),
  /** The name of the named user who unlocked the station; null if no named user did. */
  person: z.string().nullable(),
});
export type LockState = z.infer<typeof lockStateSchema>;

/** The values that a person typed into unsent answers. The outer key is the uuid of the Task, and the inner key is the property. */
export const typedSchema = z.record(
  z.string().min(1).max(100),
  z.record(z.string().max(500), z.string().max(10_000)),
);
export type Typed = z.infer<typeof typedSchema>;
