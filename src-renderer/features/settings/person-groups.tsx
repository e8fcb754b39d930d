import type { Preferences } from '../../../src-main/contract/views/settings-view.ts';
import { Choice, Switch } from '../../components/choice.tsx';
import { useHost } from '../../state/host-context.ts';
import { t } from '../../strings/translate.ts';
import { Group } from './group.tsx';

const THEMES: readonly Preferences['theme'][] = ['system', 'light', 'dark'];
const SIZES: readonly Preferences['textSize'][] = ['normal', 'large', 'larger'];

interface PersonGroupsProps {
  readonly preferences: Preferences;
  change(changes: Partial<Preferences>): Promise<void>;
}

/** Notifications and appearance. Each change takes effect at once. */
export function PersonGroups({ preferences, change }: PersonGroupsProps) {
  const host = useHost();
  return (
    <>
      <Group id="notifications" title={t('settings.notifications')} text={t('settings.notifications.text')}>
        <Switch
          isSelected={preferences.notifyAttention}
          onChange={(notifyAttention) => void change({ notifyAttention })}
          hint={t('settings.notifyAttention.hint')}
        >
          {t('settings.notifyAttention')}
        </Switch>
        <Switch
          isSelected={preferences.notifyDecided}
          onChange={(notifyDecided) => void change({ notifyDecided })}
          hint={t('settings.notifyDecided.hint')}
        >
          {t('settings.notifyDecided')}
        </Switch>
        {host.kind === 'desktop' && (
          <Switch
            isSelected={preferences.startAtLogin}
            onChange={(startAtLogin) => void change({ startAtLogin })}
            hint={t('settings.startAtLogin.hint')}
          >
            {t('settings.startAtLogin')}
          </Switch>
        )}
      </Group>
      <Group id="appearance" title={t('settings.appearance')} text={t('settings.appearance.text')}>
        <div className="settings-columns">
          <Choice
            label={t('settings.theme')}
            value={preferences.theme}
            options={THEMES.map((value) => ({ value, label: t(`settings.theme.${value}`) }))}
            onChange={(theme) => void change({ theme })}
          />
          <Choice
            label={t('settings.textSize')}
            value={preferences.textSize}
            options={SIZES.map((value) => ({ value, label: t(`settings.textSize.${value}`) }))}
            onChange={(textSize) => void change({ textSize })}
          />
        </div>
        <Switch
          isSelected={preferences.singleKeys}
          onChange={(singleKeys) => void change({ singleKeys })}
          hint={t('settings.singleKeys.hint')}
        >
          {t('settings.singleKeys')}
        </Switch>
      </Group>
    </>
  );
}
