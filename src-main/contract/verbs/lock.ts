import { z } from 'zod';
import { lockMinutesSchema } from '../settings.ts';
import { verb } from '../verb.ts';
import { lockStateSchema, typedSchema } from '../views/lock.ts';

const pin = z.string().min(1).max(500);

export const lockVerbs = {
  'lock.state': verb('none', {}, lockStateSchema),
  /** Reports that a person used a window, so that the idle time starts from zero. */
  'lock.activity': verb('none', {}, z.null()),
  'lock.now': verb('none', {}, z.null()),
  /** Unlocks with the PIN. If `pin` is null, the sign-in method of the operating system (`os_means`) unlocks. */
  'lock.unlock': verb('none', { pin: pin.nullable() }, lockStateSchema),
  /** Changes the idle time and the PIN. `pin` is the current PIN of a station with a PIN. A null `idle_minutes` deletes the PIN. */
  'lock.set': verb(
    'none',
    {
      idle_minutes: lockMinutesSchema,
      pin: pin.nullable().default(null),
      new_pin: pin.nullable().default(null),
    },
    lockStateSchema,
  ),
  /** Stores typed answers in the engine's memory, so that an answer survives a lock and a reload of the window. */
  'drafts.keep': verb('changed', { typed: typedSchema }, z.null()),
  /** Returns the typed answers. `drops` gives the id of each Task's drop, if files were added to the answer. */
  'drafts.kept': verb(
    'listed',
    {},
    z.object({ typed: typedSchema, drops: z.record(z.string(), z.string()) }),
  ),
};
