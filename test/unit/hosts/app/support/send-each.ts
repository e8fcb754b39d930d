import type { VerbInput } from '../../../../../src-main/contract/verbs/index.ts';
import type { App } from '../../../../../src-main/hosts/app/app.ts';
import { ask } from './ask.ts';

/** Each file of a drop becomes a Task of its own, with nothing else asked. */
export const SEND_EACH: Omit<VerbInput<'drops.send'>, 'drop'> = {
  grouping: 'each',
  task_type: 'prior-auth',
  request_spec: {},
  name: null,
  duplicates: false,
};

/** Gives files of this machine by hand and sends them, each as a Task of its own unless `more` says otherwise. */
export async function sendByHand(app: App, paths: string[], more: Partial<typeof SEND_EACH> = {}) {
  const { id: drop } = await ask(app, 'drops.open', {});
  await ask(app, 'drops.add-paths', { drop, paths });
  return await ask(app, 'drops.send', { drop, ...SEND_EACH, ...more });
}
