import { inWords, say } from '../../../contract/say.ts';
import { settingsJsonSchema } from '../../../contract/settings.ts';
import { systemClock } from '../../../core/clock.ts';
import { refuseOverlaps } from '../../../core/folders/overlaps.ts';
import { openStation } from '../../../core/installation/open-station.ts';
import { lockedKeys, readPolicy } from '../../../core/settings/policy.ts';
import { loadSettings, ruleRemark } from '../../../core/settings/settings-file.ts';
import { said, t } from '../../language.ts';
import { type StationContext, show, showJson } from '../terminal.ts';

/** `settings check FILE`: checks a settings file with the policy of this computer. @throws PlainError if the settings have a fault */
export async function checkSettings(
  { terminal }: Pick<StationContext, 'terminal'>,
  file: string,
): Promise<void> {
  const policy = readPolicy();
  const settings = loadSettings(file, policy);
  const locked = lockedKeys(policy);
  await refuseOverlaps(settings.folders, null, systemClock);
  const remarks = settings.folders.flatMap((rule) => {
    const remark = ruleRemark(rule);
    return remark === null ? [] : [say('terminal.folderRemark', { id: rule.id, remark })];
  });
  show(
    terminal,
    {
      ok: true,
      policy: policy?.file ?? null,
      locked,
      remarks: remarks.map((remark) => inWords(remark, 'en')),
    },
    () => [
      t('terminal.settingsValid', { environment: settings.environment, count: settings.folders.length }),
      ...(policy === null
        ? []
        : [t('terminal.policySetsLocks', { file: policy.file, list: locked.join(', ') })]),
      ...remarks.map(said),
    ],
  );
}

export function showSettingsSchema({ terminal }: Pick<StationContext, 'terminal'>): void {
  showJson(terminal, settingsJsonSchema());
}

export async function showSettings({ terminal, choice }: StationContext): Promise<void> {
  const { settings, settingsFile } = await openStation(choice, undefined, 'read');
  if (!terminal.json) {
    terminal.err(
      settingsFile === null ? t('terminal.noSettingsFile') : t('terminal.fromSettingsFile', { settingsFile }),
    );
  }
  showJson(terminal, settings);
}
