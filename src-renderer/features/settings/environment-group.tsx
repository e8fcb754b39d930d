import { useState } from 'react';
import type { Settings } from '../../../src-main/contract/settings.ts';
import type { SettingsView } from '../../../src-main/contract/views/settings-view.ts';
import { Button } from '../../components/button.tsx';
import { Choice } from '../../components/choice.tsx';
import { FailureBox } from '../../components/failure-box.tsx';
import { Progress } from '../../components/progress.tsx';
import { t } from '../../strings/translate.ts';
import { Group, useSave } from './group.tsx';
import { NewEnvironment, WatchedToo } from './new-environment.tsx';
import { ownFolders, switchedTo } from './settings-fields.ts';

interface EnvironmentGroupProps {
  readonly view: SettingsView;
  onSaved(view: SettingsView): void;
}

/** Chooses the service of this station; each environment has its own ledger. */
export function EnvironmentGroup({ view, onSaved }: EnvironmentGroupProps) {
  const { settings } = view;
  const [chosen, setChosen] = useState<string | null>(null);
  const [adding, setAdding] = useState(false);
  const { save, busy, failure } = useSave(onSaved);
  const own = ownFolders(view);
  const wanted = chosen ?? settings.environment;
  const names = Object.keys(settings.environments);
  const keep = async (changed: Settings) => {
    if (!(await save(changed))) return;
    setChosen(null);
    setAdding(false);
  };
  const remove = () => {
    const { [wanted]: _, ...environments } = settings.environments;
    void keep({ ...settings, environments });
  };
  return (
    <Group id="environment" title={t('settings.environment')} text={t('settings.environment.text')}>
      <Choice
        label={t('settings.environment.which')}
        value={wanted}
        onChange={setChosen}
        options={[
          { value: 'practice', label: t('common.practice'), hint: t('settings.environment.practice') },
          ...names.map((name) => ({ value: name, label: name, hint: settings.environments[name] ?? '' })),
        ]}
      />
      {wanted !== settings.environment && (
        <div className="stack gap-3 settings-switch">
          <p>
            {t(wanted === 'practice' ? 'settings.environment.toPractice' : 'settings.environment.toOther', {
              name: wanted,
            })}
          </p>
          {own.length > 0 && <WatchedToo folders={own} />}
          <div className="wrap gap-2 settings-actions">
            <Button
              kind="primary"
              isDisabled={busy}
              onPress={() => void keep(switchedTo(view, wanted, settings.environments))}
            >
              {t('settings.environment.switch', {
                name: wanted === 'practice' ? t('common.practice') : wanted,
              })}
            </Button>
            <Button isDisabled={busy} onPress={() => setChosen(null)}>
              {t('common.cancel')}
            </Button>
            {wanted !== 'practice' && (
              <Button kind="quiet" isDisabled={busy} onPress={remove}>
                {t('settings.environment.remove', { name: wanted })}
              </Button>
            )}
          </div>
        </div>
      )}
      {busy && <Progress label={t('settings.saving')} />}
      {failure !== null && <FailureBox failure={failure} />}
      {adding ? (
        <NewEnvironment
          folders={own}
          taken={names}
          busy={busy}
          onCancel={() => setAdding(false)}
          onAdd={(name, address) =>
            void keep(switchedTo(view, name, { ...settings.environments, [name]: address }))
          }
        />
      ) : (
        <div className="wrap gap-2 settings-actions">
          <Button onPress={() => setAdding(true)}>{t('settings.environment.add')}</Button>
        </div>
      )}
    </Group>
  );
}
