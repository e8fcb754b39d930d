import { z } from 'zod';
import { verb } from '../verb.ts';

export const redirectVerbs = {
  /**
   * Answers the question of the event `confirm`: may changed settings send documents to another place? `proof` is the PIN of the station
   * or, without a PIN, the code that the terminal shows. With null, the person refuses the changes.
   */
  'redirect.answer': verb(
    'none',
    { question: z.string().max(100), proof: z.string().min(1).max(500).nullable() },
    z.null(),
  ),
};
