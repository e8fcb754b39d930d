import type { outboxVerbs } from '../../../contract/verbs/outbox.ts';
import type { Handlers } from './handlers.ts';

const notYet = () => {
  throw new Error('not built yet');
};

export const outboxHandlers: Handlers<keyof typeof outboxVerbs> = {
  'outbox.page': notYet,
  'outbox.retry': notYet,
  'outbox.retry-all': notYet,
  'outbox.withdraw': notYet,
  'outbox.send-again': notYet,
  'files.page': notYet,
  'files.decide': notYet,
  'folders.decide-backlog': notYet,
};
