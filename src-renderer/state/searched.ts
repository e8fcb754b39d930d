import { goTo } from './place.ts';
import { forgottenStore } from './store.ts';

/**
 * The Task that a person opened from a search, and the text of the search. The text is kept here and not in the URL, because the text may
 * contain patient data (I11).
 */
export const useSearched = forgottenStore<{ readonly task: string; readonly search: string }>(
  {
    task: '',
    search: '',
  },
  { withEnvironment: true },
);

export function openFound(task: string, search: string): void {
  useSearched.setState({ task, search });
  goTo({ screen: 'task', task });
}
