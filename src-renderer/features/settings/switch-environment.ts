import type { FolderRule, Settings } from '../../../src-main/contract/settings.ts';
import type { SettingsView } from '../../../src-main/contract/views/settings-view.ts';

type Known = Pick<SettingsView, 'settings' | 'data_folder'>;

/** The folders that a person set up: not the one with samples, which practice mode keeps inside the data folder. */
export function ownFolders({ settings, data_folder: home }: Known): readonly FolderRule[] {
  return settings.folders.filter(({ path }) => !isBelow(path, home));
}

/** The settings with another environment in force. Samples about invented patients never go to a real service. */
export function switchedTo(known: Known, name: string, environments: Settings['environments']): Settings {
  const { settings } = known;
  const folders = name === 'practice' ? settings.folders : [...ownFolders(known)];
  return { ...settings, environment: name, environments, folders };
}

function isBelow(path: string, home: string): boolean {
  return path === home || path.startsWith(`${home}/`) || path.startsWith(`${home}\\`);
}
