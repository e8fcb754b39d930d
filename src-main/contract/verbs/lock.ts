import { z } from 'zod';
import { lockMinutesSchema } from '../settings.ts';
import { verb } from '../verb.ts';
import { lockStateSchema, typedSchema } from '../views/lock.ts';

const pin = z.string().min(1).max(500);

export const lockVerbs = {
  'lock.state': verb('none', {}, lockStateSchema),
  /** Restarts the idle time after input in a window. */
  'lock.activity': verb('none', {}, z.null()),
  'lock.now': verb('none', {}, z.null()),
  /** Unlocks with the PIN, or, if null, with the sign-in method of the operating system (`os_means`). */
  'lock.unlock': verb('none', { pin: pin.nullable() }, lockStateSchema),
  /** Changes the idle time and the PIN. `pin` is the current PIN, if there is one. A null `idle_minutes` deletes the PIN. */
  'lock.set': verb(
    'none',
    {
      idle_minutes: lockMinutesSchema,
      pin: pin.nullable().default(null),
      new_pin: pin.nullable().default(null),
    },
    lockStateSchema,
  ),
  /** Stores typed answers in the engine's memory, so that locking or reloading a window loses nothing. */
  'drafts.keep': verb('changed', { typed: typedSchema }, z.null()),
  /** The typed answers. `drops` has the id of the drop of each Task's answer. */
  'drafts.kept': verb(
    'listed',
    {},
    z.object({ typed: typedSchema, drops: z.record(z.string(), z.string()) }),
  ),
};
