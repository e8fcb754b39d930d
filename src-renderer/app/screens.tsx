import type { Place } from '../../src-main/contract/events.ts';
import { AuditScreen } from '../features/audit/audit-screen.tsx';
import { DropScreen } from '../features/drop/drop-screen.tsx';
import { FoldersScreen } from '../features/folders/folders-screen.tsx';
import { SettingsScreen } from '../features/settings/settings-screen.tsx';
import { TaskScreen } from '../features/task/task-screen.tsx';
import { TasksScreen } from '../features/tasks/tasks-screen.tsx';
import { TodayScreen } from '../features/today/today-screen.tsx';
import { VerdictsScreen } from '../features/verdicts/verdicts-screen.tsx';
import { WaitingScreen } from '../features/waiting/waiting-screen.tsx';

/** The screen of a place. */
export function ScreenOf({ place }: { readonly place: Place }) {
  switch (place.screen) {
    case 'today':
      return <TodayScreen />;
    case 'waiting':
      return <WaitingScreen task={place.task} />;
    case 'verdicts':
      return <VerdictsScreen />;
    case 'tasks':
      return <TasksScreen />;
    case 'task':
      return <TaskScreen key={place.task} task={place.task} />;
    case 'folders':
      return <FoldersScreen />;
    case 'audit':
      return <AuditScreen />;
    case 'settings':
      return <SettingsScreen />;
    case 'drop':
      return <DropScreen key={place.drop} drop={place.drop} />;
  }
}
