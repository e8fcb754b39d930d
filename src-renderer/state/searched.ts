import { create } from 'zustand';
import { goTo } from './place.ts';

/** The Task that a person opened from a search, and the text of that search. The URL contains no such text (I11). */
export const useSearched = create<{ readonly task: string; readonly search: string }>(() => ({
  task: '',
  search: '',
}));

export function openFound(task: string, search: string): void {
  useSearched.setState({ task, search });
  goTo({ screen: 'task', task });
}
