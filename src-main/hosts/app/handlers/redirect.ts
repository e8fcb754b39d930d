import type { redirectVerbs } from '../../../contract/verbs/redirect.ts';
import type { Handlers } from './handlers.ts';

export const redirectHandlers: Handlers<keyof typeof redirectVerbs> = {
  'redirect.answer': async ({ question, proof }, { confirmations }, { actor }) => {
    await confirmations.answer(question, proof, actor);
    return null;
  },
};
