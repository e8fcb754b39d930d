import type { dropVerbs } from '../../../contract/verbs/drops.ts';
import type { Handlers } from './handlers.ts';

const notYet = () => {
  throw new Error('not built yet');
};

export const dropsHandlers: Handlers<keyof typeof dropVerbs> = {
  'drops.open': notYet,
  'drops.add-paths': notYet,
  'drops.get': notYet,
  'drops.list': notYet,
  'drops.remove-file': notYet,
  'drops.send': notYet,
  'drops.discard': notYet,
  'task-types.known': notYet,
};
