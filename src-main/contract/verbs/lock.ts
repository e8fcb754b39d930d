import { z } from 'zod';
import { lockMinutesSchema } from '../settings.ts';
import { verb } from '../verb.ts';
import { lockStateSchema, typedSchema } from '../views/lock.ts';

const pin = z.string().min(1).max(500);

export const lockVerbs = {
  'lock.state': verb('none', {}, lockStateSchema),
  /** Restarts the idle time, because a person has used this window. */
  'lock.activity': verb('none', {}, z.null()),
  /** Locks every window of the station. */
  'lock.now': verb('none', {}, z.null()),
  /** Unlocks with the PIN; with null, by the means of the account (`os_means`). */
  'lock.unlock': verb('none', { pin: pin.nullable() }, lockStateSchema),
  /** Changes the idle time and the PIN. `pin` is the current PIN, if there is one; `idle_minutes` null deletes the PIN. */
  'lock.set': verb(
    'none',
    {
      idle_minutes: lockMinutesSchema,
      pin: pin.nullable().default(null),
      new_pin: pin.nullable().default(null),
    },
    lockStateSchema,
  ),
  /** Keeps typed answers in the engine's memory, so that locking or reloading a window loses nothing. */
  'drafts.keep': verb('changed', { typed: typedSchema }, z.null()),
  /** Returns the typed answers, and for each Task the drop with the documents of its answer. */
  'drafts.kept': verb(
    'listed',
    {},
    z.object({ typed: typedSchema, drops: z.record(z.string(), z.string()) }),
  ),
};
