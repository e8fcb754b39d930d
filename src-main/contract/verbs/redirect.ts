import { z } from 'zod';
import { verb } from '../verb.ts';

export const redirectVerbs = {
  /** Answers the question of the event `confirm`. `proof` is the PIN or the code; null refuses the changes. */
  'redirect.answer': verb(
    'none',
    { question: z.string().max(100), proof: z.string().min(1).max(500).nullable() },
    z.null(),
  ),
};
