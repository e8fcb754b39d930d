import { useDrafts as useSettingsDrafts } from '../features/settings/settings-fields.ts';
import { forgetTyped } from '../features/waiting/drafts.ts';
import { useNotices } from '../state/notices.ts';
import { closePanels } from '../state/panels.ts';
import { useTasksView } from '../state/tasks-view.ts';
import { useDropTargets } from '../state/uploads.ts';
import { useVerdictFilters } from '../state/verdict-filters.ts';

/** Resets every store with data of the screens, because the station is locked. `live.ts` resets the data of the engine. */
export function forgetEverything(): void {
  useNotices.setState(useNotices.getInitialState(), true);
  useTasksView.setState(useTasksView.getInitialState(), true);
  useVerdictFilters.setState(useVerdictFilters.getInitialState(), true);
  useSettingsDrafts.setState(useSettingsDrafts.getInitialState(), true);
  useDropTargets.setState(useDropTargets.getInitialState(), true);
  forgetTyped();
  closePanels();
}
