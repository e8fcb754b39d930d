import { z } from 'zod';
import { lockMinutesSchema } from '../settings.ts';
import { verb } from '../verb.ts';
import { lockStateSchema, typedSchema } from '../views/lock.ts';
import { personName } from './handling.ts';

const pin = z.string().min(1).max(500);

export const lockVerbs = {
  'lock.state': verb('none', {}, lockStateSchema),
  /** Reports that a person used a window, so that the time without input starts from zero. */
  'lock.activity': verb('none', {}, z.null()),
  'lock.now': verb('none', {}, z.null()),
  /**
   * Unlocks the station.
   * - `pin` and `user` are set: `pin` is the PIN of the named user with the id `user`.
   * - Only `pin` is set: `pin` is the PIN of the station.
   * - `pin` is null: the operating system checks the person (`os_means`).
   */
  'lock.unlock': verb(
    'none',
    { pin: pin.nullable(), user: z.string().nullable().default(null) },
    lockStateSchema,
  ),
  /** Adds a named user. If a user with this name exists, sets a new PIN for that user. `station_pin` is the PIN of the station. */
  'lock.add-user': verb('none', { name: personName, pin, station_pin: pin }, lockStateSchema),
  'lock.remove-user': verb('none', { user: z.string(), station_pin: pin }, lockStateSchema),
  /**
   * Changes the idle time and the PIN of the station. `pin` is the current PIN. A null `new_pin` keeps the current PIN. A null
   * `idle_minutes` deletes the PIN.
   */
  'lock.set': verb(
    'none',
    {
      idle_minutes: lockMinutesSchema,
      pin: pin.nullable().default(null),
      new_pin: pin.nullable().default(null),
    },
    lockStateSchema,
  ),
  /** Stores the typed values of unsent answers in memory. The values survive a lock and a reload of the window. */
  'drafts.keep': verb('changed', { typed: typedSchema }, z.null()),
  /** Returns the typed values. `drops` has an entry for each unsent answer with files: the uuid of the Task, and the id of the drop. */
  'drafts.kept': verb(
    'listed',
    {},
    z.object({ typed: typedSchema, drops: z.record(z.string(), z.string()) }),
  ),
};
