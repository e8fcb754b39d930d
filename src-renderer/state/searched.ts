import { create } from 'zustand';
import { goTo } from './place.ts';

/**
 * The Task that a person opened from a search, and the text of the search. The text is kept here and not in the URL, because the text may
 * contain patient data (I11).
 */
export const useSearched = create<{ readonly task: string; readonly search: string }>(() => ({
  task: '',
  search: '',
}));

export function openFound(task: string, search: string): void {
  useSearched.setState({ task, search });
  goTo({ screen: 'task', task });
}
