import { settingsJsonSchema } from '../../../contract/settings.ts';
import { refuseOverlaps } from '../../../core/folders/overlaps.ts';
import { openStation } from '../../../core/installation/open-station.ts';
import { lockedKeys, readPolicy } from '../../../core/settings/policy.ts';
import { loadSettings, ruleRemark } from '../../../core/settings/settings-file.ts';
import { type StationContext, show, showJson } from '../terminal.ts';

/** `settings check FILE`: checks a settings file with the policy of this computer. @throws PlainError if the settings have a fault */
export function checkSettings({ terminal }: Pick<StationContext, 'terminal'>, file: string): void {
  const policy = readPolicy();
  const settings = loadSettings(file, policy);
  const locked = lockedKeys(policy);
  refuseOverlaps(settings.folders, null);
  const remarks = settings.folders.flatMap((rule) => {
    const remark = ruleRemark(rule);
    return remark === null ? [] : [`Folder "${rule.id}": ${remark}`];
  });
  show(terminal, { ok: true, policy: policy?.file ?? null, locked, remarks }, () => [
    `The settings are valid: environment "${settings.environment}", ${settings.folders.length} folder${settings.folders.length === 1 ? '' : 's'}.`,
    ...(policy === null ? [] : [`The policy ${policy.file} sets and locks: ${locked.join(', ')}.`]),
    ...remarks,
  ]);
}

export function showSettingsSchema({ terminal }: Pick<StationContext, 'terminal'>): void {
  showJson(terminal, settingsJsonSchema());
}

export async function showSettings({ terminal, choice }: StationContext): Promise<void> {
  const { settings, settingsFile } = await openStation(choice);
  if (!terminal.json) {
    terminal.err(
      settingsFile === null ? 'There is no settings file. These are the defaults:' : `From ${settingsFile}:`,
    );
  }
  showJson(terminal, settings);
}
