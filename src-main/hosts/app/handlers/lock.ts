import type { lockVerbs } from '../../../contract/verbs/lock.ts';
import type { redirectVerbs } from '../../../contract/verbs/redirect.ts';
import type { AppContext } from '../context.ts';
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
  'lock.unlock': ({ pin, user }, { lock }, { actor }) => lock.unlock(pin, user, actor),
  'lock.add-user': async (wanted, { users, lock }, { actor }) => {
    await users.add(wanted, actor);
    return lock.state();
  },
  'lock.remove-user': async (unwanted, { users, lock }, { actor }) => {
    await users.remove(unwanted, actor);
    return lock.state();
  },
  'lock.set': async (wanted, context, { actor }) => {
    await context.setLock(wanted, actor);
    return context.lock.state();
  },
  'drafts.keep': ({ typed }, { drafts }) => {
    drafts.typed = typed;
    return null;
  },
  'drafts.kept': (_, context) => ({ typed: context.drafts.typed, drops: dropsOfAnswers(context) }),
};

// Returns the id of each drop that has documents for an answer, by the uuid of the Task.
function dropsOfAnswers(context: AppContext): Record<string, string> {
  const drops = context.running()?.engine.drops.list() ?? [];
  return Object.fromEntries(
    drops.flatMap(({ id, task, files }) => (task === null || files.length === 0 ? [] : [[task, id]])),
  );
}

export const redirectHandlers: Handlers<keyof typeof redirectVerbs> = {
  'redirect.answer': async ({ question, proof }, { confirmations }, { actor }) => {
    await confirmations.answer(question, proof, actor);
    return null;
  },
};
