import type { handlingVerbs } from '../../../contract/verbs/handling.ts';
import { type Deed, handleTask } from '../../../core/answering/handle-task.ts';
import { newId } from '../../../core/ids.ts';
import type { AppContext } from '../context.ts';
import type { Handlers } from './handlers.ts';

function handle(context: AppContext, actor: string, task: string, deed: Deed): null {
  handleTask(context.engine().ledger, task, deed, { actor, now: context.clock.now() });
  context.changed();
  return null;
}

export const handlingHandlers: Handlers<keyof typeof handlingVerbs> = {
  'tasks.add-staff-note': ({ task, text }, context, { actor }) =>
    handle(context, actor, task, { kind: 'staff-note', id: newId(context.clock, context.random), text }),
  'tasks.assign': ({ task, to }, context, { actor }) => handle(context, actor, task, { kind: 'assign', to }),
  'tasks.set-aside': ({ task, until }, context, { actor }) =>
    handle(context, actor, task, { kind: 'set-aside', until }),
  'tasks.give-up': ({ task, reason }, context, { actor }) =>
    handle(context, actor, task, { kind: 'give-up', reason }),
  'tasks.take-back': ({ task }, context, { actor }) => handle(context, actor, task, { kind: 'take-back' }),
  'tasks.decide-twin': ({ task, superfluous }, context, { actor }) =>
    handle(context, actor, task, { kind: 'twin', superfluous }),
};
