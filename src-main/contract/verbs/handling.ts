import { z } from 'zod';
import { LONGEST_NOTE, textOfAtMost } from '../characters.ts';
import { verb } from '../verb.ts';

const task = z.string().min(1).max(200);

export const personName = textOfAtMost(100);
export const staffNoteText = textOfAtMost(LONGEST_NOTE);
export const giveUpReason = textOfAtMost(500);

/**
 * The verbs with which the staff organize their work on a Task. Only the ledger of this station stores the results; the service never gets
 * them.
 */
export const handlingVerbs = {
  /** Adds a note that only the staff of this station read. `tasks.add-note` sends a note to the service instead. */
  'tasks.add-staff-note': verb('changed', { task, text: staffNoteText }, z.null()),
  /** Assigns the Task to the person `to`. A null `to` removes the assignment. */
  'tasks.assign': verb('changed', { task, to: personName.nullable() }, z.null()),
  /** Hides a waiting Task from the screen Waiting until the local day `until`, or until the service changes the status of the Task. */
  'tasks.set-aside': verb('changed', { task, until: z.iso.date() }, z.null()),
  /** Hides a waiting Task from the screen Waiting, because nobody will answer the Task. `reason` says why. */
  'tasks.give-up': verb('changed', { task, reason: giveUpReason }, z.null()),
  /** Shows a Task that was set aside or given up on the screen Waiting again. */
  'tasks.take-back': verb('changed', { task }, z.null()),
  /** Says whether the Task is superfluous, because the service made two Tasks of one submission. If false, both Tasks are wanted. */
  'tasks.decide-twin': verb('changed', { task, superfluous: z.boolean() }, z.null()),
};
