import './settings-screen.css';
import { useEffect } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import type { Failure } from '../../../src-main/contract/result.ts';
import { isLocked } from '../../../src-main/contract/settings.ts';
import type { Preferences } from '../../../src-main/contract/views/settings-view.ts';
import { FailureBox } from '../../components/failure-box.tsx';
import { Button } from '../../components/input/button.tsx';
import { Choice, Switch } from '../../components/input/choice.tsx';
import { Loading, Progress } from '../../components/progress.tsx';
import { Screen } from '../../components/screen.tsx';
import { useHost } from '../../state/host-context.ts';
import { useLive } from '../../state/live.ts';
import { stayAt, usePlace } from '../../state/place.ts';
import { usePreferences } from '../../state/queries/use-preferences.ts';
import { useAction, useVerb } from '../../state/queries/use-verb.ts';
import { t } from '../../strings/translate.ts';
import { EnvironmentGroup } from './environment-group.tsx';
import { FieldsGroup } from './fields-group.tsx';
import { Group } from './group.tsx';
import { LockGroup } from './lock-group.tsx';
import { SecretGroup } from './secret-group.tsx';
import { changedFields, useCloseGuard, useDrafts } from './settings-fields.ts';
import { AboutGroup, BackupsGroup, DoctorGroup } from './upkeep-groups.tsx';
import { UsersGroup } from './users-group.tsx';

const FIELDS = ['station', 'sending', 'tracking', 'network', 'callbacks', 'retention'] as const;
const PARTS = {
  everyday: ['notifications', 'appearance', 'lock', 'doctor', 'about'],
  administrator: ['environment', 'secret', ...FIELDS, 'users', 'backups'],
} as const;
const PART_NAMES = ['everyday', 'administrator'] as const;

export function SettingsScreen() {
  const { data: view, failure, refresh } = useVerb('settings.get', {});
  const backups = useVerb('backups.state', {});
  const info = useVerb('app.info', {});
  const person = usePreferences();
  const stopped = useStopped();
  const texts = useDrafts((drafts) => drafts.texts);
  useCloseGuard(view !== null && changedFields(view.settings, texts).length > 0);
  // All groups appear at the same time. A group that appeared later would move the other groups while a person clicks.
  const isAnswered = [
    { data: view, failure },
    backups,
    info,
    { data: person.preferences, failure: person.failure },
  ].every((asked) => asked.data !== null || asked.failure !== null);
  const place = usePlace((where) => where.place);
  useEffect(() => {
    if (isAnswered && place.screen === 'settings' && place.group !== undefined) show(place.group);
  }, [isAnswered, place]);
  return (
    <Screen title={t('shell.settings')}>
      <div className="settings">
        <nav className="settings-nav" aria-label={t('settings.groups')}>
          {PART_NAMES.map((part) => (
            <div key={part}>
              <p className="quiet settings-nav-part" id={`settings-part-${part}`}>
                {t(`settings.part.${part}`)}
              </p>
              <ul aria-labelledby={`settings-part-${part}`}>
                {PARTS[part].map((id) => (
                  <li key={id}>
                    <AriaButton className="bare soft left settings-nav-item" onPress={() => show(id)}>
                      {t(`settings.${id}`)}
                    </AriaButton>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
        <div className="settings-groups">
          {failure !== null && failure.message !== stopped?.message && <FailureBox failure={failure} />}
          <RestartBox />
          {!isAnswered && <Loading />}
          {isAnswered && (
            <>
              <h2 className="settings-part">{t('settings.part.everyday')}</h2>
              {person.preferences !== null && (
                <PersonGroups preferences={person.preferences} change={person.change} />
              )}
              <LockGroup
                locked={view !== null && isLocked(view.locked, 'lock.idleMinutes')}
                onSaved={refresh}
              />
              <DoctorGroup />
              <AboutGroup view={view} info={info.data} />
              <div>
                <h2 className="settings-part">{t('settings.part.administrator')}</h2>
                <p className="quiet">{t('settings.part.administrator.text')}</p>
              </div>
            </>
          )}
          {isAnswered && view !== null && (
            <>
              <EnvironmentGroup key={view.settings.environment} view={view} onSaved={refresh} />
              <SecretGroup view={view} refresh={refresh} />
              {FIELDS.map((group) => (
                <FieldsGroup key={group} group={group} view={view} onSaved={refresh} />
              ))}
            </>
          )}
          {isAnswered && (
            <>
              <UsersGroup />
              <BackupsGroup asked={backups} />
            </>
          )}
        </div>
      </div>
    </Screen>
  );
}

function show(id: string): void {
  const group = document.getElementById(`settings-${id}`);
  group?.scrollIntoView({ block: 'start' });
  group?.querySelector('h3')?.focus({ preventScroll: true });
}

function useStopped(): Failure | null {
  return useLive(
    ({ overview }) => overview?.attention.find((one) => one.kind === 'engine-stopped')?.failure ?? null,
  );
}

function RestartBox() {
  const stopped = useStopped();
  const { run, busy, failure } = useAction('app.restart-engine');
  if (stopped === null) return null;
  return (
    <FailureBox failure={failure ?? stopped}>
      <Button isDisabled={busy} onPress={() => void run({})}>
        {t(busy ? 'settings.restarting' : 'settings.restart')}
      </Button>
      {busy && <Progress label={t('settings.restarting')} />}
    </FailureBox>
  );
}

const THEMES: readonly Preferences['theme'][] = ['system', 'light', 'dark'];
const LANGUAGES: readonly Preferences['language'][] = ['system', 'en', 'es'];
const SIZES: readonly Preferences['textSize'][] = ['normal', 'large', 'larger'];

interface PersonGroupsProps {
  readonly preferences: Preferences;
  change(changes: Partial<Preferences>): Promise<void>;
}

function PersonGroups({ preferences, change }: PersonGroupsProps) {
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
            label={t('settings.language')}
            value={preferences.language}
            options={LANGUAGES.map((value) => ({ value, label: t(`settings.language.${value}`) }))}
            onChange={(language) => {
              // A change of the language remounts all screens. The address then leads back to this group of settings.
              stayAt({ screen: 'settings', group: 'appearance' });
              void change({ language });
            }}
          />
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
