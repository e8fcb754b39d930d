import { z } from 'zod';
import { lockMinutesSchema } from '../settings.ts';
import { verb } from '../verb.ts';
import { lockStateSchema, typedSchema } from '../views/lock.ts';

const pin = z.string().min(1).max(500);

export const lockVerbs = {
  'lock.state': verb('none', {}, lockStateSchema),
  /** Reports input in a window, which starts the idle time again. */
  'lock.activity': verb('none', {}, z.null()),
  'lock.now': verb('none', {}, z.null()),
  /** Unlocks with the PIN. If `pin` is null, the sign-in method of the operating system (`os_means`) unlocks. */
  'lock.unlock': verb('none', { pin: pin.nullable() }, lockStateSchema),
  /** Changes the idle time and the PIN. `pin` is the current PIN, if there is one. If `idle_minutes` is null, the PIN is deleted. */
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
  /** Returns the typed answers. `drops` gives the id of each Task's drop, if files were added to the answer. */
  'drafts.kept': verb(
    'listed',
    {},
    z.object({ typed: typedSchema, drops: z.record(z.string(), z.string()) }),
  ),
};
