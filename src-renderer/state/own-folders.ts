import type { FolderRule } from '../../src-main/contract/settings.ts';
import type { SettingsView } from '../../src-main/contract/views/settings-view.ts';

type Known = Pick<SettingsView, 'settings' | 'data_folder'>;

/** Returns the folders that a person added. The folder of sample packets is left out, because this folder is inside the data folder. */
export function ownFolders({ settings, data_folder: home }: Known): readonly FolderRule[] {
  return settings.folders.filter(({ path }) => !isBelow(path, home));
}

function isBelow(path: string, home: string): boolean {
  return path === home || path.startsWith(`${home}/`) || path.startsWith(`${home}\\`);
}
