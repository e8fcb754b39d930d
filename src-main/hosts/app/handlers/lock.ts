import type { lockVerbs } from '../../../contract/verbs/lock.ts';
import type { Handlers } from './handlers.ts';

export const lockHandlers: Handlers<keyof typeof lockVerbs> = {
  'lock.state': (_, { lock }) => lock.state(),
  'lock.activity': (_, { lock }) => {
    lock.touched();
    return null;
  },
  'lock.now': (_, { lock }, { actor }) => {
    lock.now(actor, 'asked');
    return null;
  },
  'lock.unlock': ({ pin }, { lock }, { actor }) => lock.unlock(pin, actor),
  'lock.set': async (wanted, context, { actor }) => {
    await context.setLock(wanted, actor);
    return context.lock.state();
  },
  'drafts.keep': ({ typed }, { drafts }) => {
    drafts.keep(typed);
    return null;
  },
  'drafts.kept': (_, { drafts }) => ({ typed: drafts.kept() }),
};
