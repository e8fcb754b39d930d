import { z } from 'zod';
import { verb } from '../verb.ts';

export const redirectVerbs = {
  /**
   * Answers the question of the event `confirm`: with the PIN or the code, or with null to cancel. The verb that asked for the
   * change is carried out, or fails, once it is answered.
   */
  'redirect.answer': verb(
    'none',
    z.strictObject({ question: z.string().max(100), proof: z.string().min(1).max(500).nullable() }),
    z.null(),
  ),
};
