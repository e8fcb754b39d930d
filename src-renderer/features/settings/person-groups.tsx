import type { Preferences } from '../../../src-main/contract/views/settings-view.ts';
import { Choice, Switch } from '../../components/input/choice.tsx';
import { useHost } from '../../state/host-context.ts';
import { t } from '../../strings/translate.ts';
import { Group } from './group.tsx';

const THEMES: readonly Preferences['theme'][] = ['system', 'light', 'dark'];
const SIZES: readonly Preferences['textSize'][] = ['normal', 'large', 'larger'];

interface PersonGroupsProps {
  readonly preferences: Preferences;
  change(changes: Partial<Preferences>): Promise<void>;
}

export function PersonGroups({ preferences, change }: PersonGroupsProps) {
  const host = useHost();
  return (
    <>
      <Group id="notifications" title={t('settings.notifications')} text={t('settings.notifications.text')}>
        <Flag name="notifyAttention" preferences={preferences} change={change} />
        <Flag name="notifyDecided" preferences={preferences} change={change} />
        {host.kind === 'desktop' && <Flag name="startAtLogin" preferences={preferences} change={change} />}
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
        <Flag name="singleKeys" preferences={preferences} change={change} />
      </Group>
    </>
  );
}

interface FlagProps extends PersonGroupsProps {
  readonly name: 'notifyAttention' | 'notifyDecided' | 'startAtLogin' | 'singleKeys';
}

function Flag({ name, preferences, change }: FlagProps) {
  return (
    <Switch
      isSelected={preferences[name]}
      onChange={(on) => void change({ [name]: on })}
      hint={t(`settings.${name}.hint`)}
    >
      {t(`settings.${name}`)}
    </Switch>
  );
}
