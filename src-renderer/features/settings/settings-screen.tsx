import { useCallback } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { FailureBox } from '../../components/failure-box.tsx';
import { Loading } from '../../components/loading.tsx';
import { Screen } from '../../components/screen.tsx';
import { useVerb } from '../../state/use-verb.ts';
import { t } from '../../strings/translate.ts';
import { AboutGroup } from './about-group.tsx';
import { BackupsGroup } from './backups-group.tsx';
import { DoctorGroup } from './doctor-group.tsx';
import { useCloseGuard, useDrafts } from './drafts.ts';
import { EnvironmentGroup } from './environment-group.tsx';
import { FieldsGroup } from './fields-group.tsx';
import { LockGroup } from './lock-group.tsx';
import { PersonGroups } from './person-groups.tsx';
import { RestartBox, useStopped } from './restart-box.tsx';
import { SecretGroup } from './secret-group.tsx';
import './settings-screen.css';
import { changedFields } from './settings-fields.ts';

const FIELDS = ['station', 'sending', 'tracking', 'network', 'callbacks', 'retention'] as const;
const GROUPS = [
  'environment',
  'secret',
  ...FIELDS,
  'lock',
  'notifications',
  'appearance',
  'backups',
  'doctor',
  'about',
] as const;

/** Everything that can be set, in groups that are saved each on its own. */
export function SettingsScreen() {
  const { data: view, failure, refresh } = useVerb('settings.get', {});
  const stopped = useStopped();
  const texts = useDrafts((drafts) => drafts.texts);
  useCloseGuard(view !== null && changedFields(view.settings, texts).length > 0);
  const saved = useCallback(() => refresh(), [refresh]);
  return (
    <Screen title={t('settings.title')}>
      <div className="settings">
        <nav className="settings-nav" aria-label={t('settings.groups')}>
          <ul>
            {GROUPS.map((id) => (
              <li key={id}>
                <AriaButton className="settings-nav-item" onPress={() => show(id)}>
                  {t(`settings.${id}`)}
                </AriaButton>
              </li>
            ))}
          </ul>
        </nav>
        <div className="settings-groups">
          {failure !== null && failure.message !== stopped?.message && <FailureBox failure={failure} />}
          <RestartBox />
          {view === null && failure === null && <Loading />}
          {view !== null && (
            <>
              <EnvironmentGroup key={view.settings.environment} view={view} onSaved={saved} />
              <SecretGroup view={view} refresh={refresh} />
              {FIELDS.map((group) => (
                <FieldsGroup key={group} group={group} view={view} onSaved={saved} />
              ))}
            </>
          )}
          <LockGroup onSaved={saved} />
          <PersonGroups />
          <BackupsGroup />
          <DoctorGroup />
          <AboutGroup view={view} />
        </div>
      </div>
    </Screen>
  );
}

function show(id: string): void {
  const group = document.getElementById(`settings-${id}`);
  group?.scrollIntoView({ block: 'start' });
  group?.querySelector('h2')?.focus({ preventScroll: true });
}
