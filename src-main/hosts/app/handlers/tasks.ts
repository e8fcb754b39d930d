import type { taskVerbs } from '../../../contract/verbs/tasks.ts';
import type { Handlers } from './handlers.ts';

const notYet = () => {
  throw new Error('not built yet');
};

export const tasksHandlers: Handlers<keyof typeof taskVerbs> = {
  'tasks.page': notYet,
  'tasks.facets': notYet,
  'tasks.get': notYet,
  'tasks.raw': notYet,
  'tasks.look': notYet,
  'tasks.set-cleared': notYet,
  'tasks.rename': notYet,
  'tasks.journeys': notYet,
  'waiting.list': notYet,
  'answers.send': notYet,
};
