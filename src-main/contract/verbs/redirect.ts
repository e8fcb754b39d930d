import { z } from 'zod';
import { verb } from '../verb.ts';

export const redirectVerbs = {
  /** Answers the event `confirm` with the PIN or the code; null cancels. The verb that caused the event then continues or fails. */
  'redirect.answer': verb(
    'none',
    { question: z.string().max(100), proof: z.string().min(1).max(500).nullable() },
    z.null(),
  ),
};
