import { z } from 'zod';

/** How the lock of this station stands. Times are given as lengths, so that clocks need not agree. */
export const lockStateSchema = z.object({
  /** While this is true the engine refuses everything but unlocking. */
  locked: z.boolean(),
  /** Minutes without input after which it locks; null where it never does. */
  idle_minutes: z.int().nullable(),
  /** Without a PIN nothing is locked, whatever the settings say: nobody could open it again. */
  pin_set: z.boolean(),
  /** What of the account's own opens it here as well. */
  os_means: z.enum(['touch-id']).nullable(),
  /** Told for the last seconds before it locks, and null otherwise. */
  locks_in_seconds: z.number().nullable(),
  /** How long no PIN is looked at, after too many wrong ones. */
  wait_seconds: z.number(),
  /** How many PINs are looked at before the next wait. */
  tries_left: z.int(),
});
export type LockState = z.infer<typeof lockStateSchema>;

/** What was typed into answers and not sent: text by Task and asked-for property. */
export const typedSchema = z.record(
  z.string().min(1).max(100),
  z.record(z.string().max(500), z.string().max(10_000)),
);
export type Typed = z.infer<typeof typedSchema>;
