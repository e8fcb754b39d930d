import { refuseOverlaps } from '../../core/folders/overlaps.ts';
import { openStation, type StationChoice } from '../../core/installation/open-station.ts';
import { DEFAULT_SETTINGS, loadSettings, ruleRemark } from '../../core/settings/settings-file.ts';
import { show, showJson, type Terminal } from './terminal.ts';

/** `settings check FILE`: whether a settings file can be used, and if not, what is wrong where. */
export function checkSettings(terminal: Terminal, file: string): void {
  const settings = loadSettings(file);
  refuseOverlaps(settings.folders, null);
  const remarks = settings.folders.flatMap((rule) => {
    const remark = ruleRemark(rule);
    return remark === null ? [] : [`Folder "${rule.id}": ${remark}`];
  });
  show(terminal, { ok: true, remarks }, () => [
    `The settings are valid: environment "${settings.environment}", ${settings.folders.length} folder${settings.folders.length === 1 ? '' : 's'}.`,
    ...remarks,
  ]);
}

/** `settings show`: the settings in force, every default filled in. */
export async function showSettings(terminal: Terminal, choice: StationChoice): Promise<void> {
  const { settings, settingsFile } = await openStation(choice);
  if (!terminal.json) {
    terminal.err(
      settingsFile === null ? 'There is no settings file. These are the defaults:' : `From ${settingsFile}:`,
    );
  }
  showJson(terminal, settingsFile === null ? DEFAULT_SETTINGS : settings);
}
