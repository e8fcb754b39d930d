import type { FolderRule } from '../../src-main/contract/settings.ts';
import type { SettingsView } from '../../src-main/contract/views/settings-view.ts';

type Known = Pick<SettingsView, 'settings' | 'data_folder'>;

/** Returns the folder rules that a person added. Leaves out the rule for sample packets, whose folder is inside the data folder. */
export function ownFolders({ settings, data_folder: home }: Known): readonly FolderRule[] {
  return settings.folders.filter(({ path }) => !isBelow(path, home));
}

function isBelow(path: string, home: string): boolean {
  return path === home || path.startsWith(`${home}/`) || path.startsWith(`${home}\\`);
}
