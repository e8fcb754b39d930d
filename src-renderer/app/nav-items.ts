import type { Place } from '../../src-main/contract/events.ts';
import type { IconName } from '../components/icon.tsx';
import type { MessageKey } from '../strings/translate.ts';

export interface NavItem {
  readonly place: Place;
  readonly label: MessageKey;
  readonly icon: IconName;
  /** Screens that highlight this entry. */
  readonly under: readonly Place['screen'][];
}

/** The screens in the order of the navigation and of their number keys. */
export const NAV_ITEMS: readonly NavItem[] = [
  { place: { screen: 'today' }, label: 'shell.today', icon: 'today', under: ['today', 'drop'] },
  { place: { screen: 'waiting', task: null }, label: 'shell.waiting', icon: 'waiting', under: ['waiting'] },
  { place: { screen: 'verdicts' }, label: 'shell.verdicts', icon: 'verdicts', under: ['verdicts'] },
  { place: { screen: 'tasks' }, label: 'shell.tasks', icon: 'tasks', under: ['tasks', 'task'] },
  { place: { screen: 'folders' }, label: 'shell.folders', icon: 'folders', under: ['folders'] },
  { place: { screen: 'settings' }, label: 'shell.settings', icon: 'settings', under: ['settings', 'audit'] },
];
