import type { TaskDetail } from '../../src-main/contract/views/task.ts';
import type { Host } from '../host/host.ts';
import { sayFailure } from './notices.ts';
import { goTo } from './place.ts';
import { forgottenStore } from './store.ts';

/** The Task that a person looked up at the service last, if this station does not know the Task. The lock empties the store (I11). */
export const useAskedTask = forgottenStore<{ readonly task: TaskDetail | null }>(
  { task: null },
  { withEnvironment: true },
);

/** Looks a Task up at the service by its uuid or external_id, and opens the screen of the Task. Says the failure if there is no Task. */
export async function askForTask(host: Host, reference: string): Promise<void> {
  const result = await host.call('tasks.ask', { reference });
  if (!result.ok) return sayFailure(result.error);
  const { uuid, foreign } = result.value;
  useAskedTask.setState({ task: foreign });
  goTo({ screen: 'task', task: uuid });
}

/**
 * Whether a typed text can be the uuid or the external_id of a Task: one word with a digit. The names of patients are no such words, so the
 * app does not offer to send a name to the service as an id.
 */
export function canBeId(text: string): boolean {
  return /^\S+$/u.test(text) && /\d/u.test(text);
}
