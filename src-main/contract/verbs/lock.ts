import { z } from 'zod';
import { lockMinutesSchema } from '../settings.ts';
import { verb } from '../verb.ts';
import { lockStateSchema, typedSchema } from '../views/lock.ts';

const pin = z.string().min(1).max(500);

export const lockVerbs = {
  'lock.state': verb('none', z.strictObject({}), lockStateSchema),
  /** A person has touched this window: the idle time begins anew. */
  'lock.activity': verb('none', z.strictObject({}), z.null()),
  /** Locks every window of the station at once. */
  'lock.now': verb('none', z.strictObject({}), z.null()),
  /** Opens it with the PIN, or with what the account has where none is given. */
  'lock.unlock': verb('none', z.strictObject({ pin: pin.nullable() }), lockStateSchema),
  /** Changes when it locks, and its PIN. `pin` is the present one, where there is one; off forgets it. */
  'lock.set': verb(
    'none',
    z.strictObject({
      idle_minutes: lockMinutesSchema,
      pin: pin.nullable().default(null),
      new_pin: pin.nullable().default(null),
    }),
    lockStateSchema,
  ),
  /** Keeps in the engine's memory what is typed into answers, so that locking or reloading a window loses nothing. */
  'drafts.keep': verb('changed', z.strictObject({ typed: typedSchema }), z.null()),
  /** Also which drop holds the documents that were added to the answer of a Task. */
  'drafts.kept': verb(
    'listed',
    z.strictObject({}),
    z.object({ typed: typedSchema, drops: z.record(z.string(), z.string()) }),
  ),
};
