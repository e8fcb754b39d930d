import { useState } from 'react';
import { type FolderRule, isLocked, type Settings } from '../../../src-main/contract/settings.ts';
import type { SettingsView } from '../../../src-main/contract/views/settings-view.ts';
import { FailureBox } from '../../components/failure-box.tsx';
import { Button } from '../../components/input/button.tsx';
import { Choice } from '../../components/input/choice.tsx';
import { Progress } from '../../components/progress.tsx';
import { ownFolders } from '../../state/own-folders.ts';
import { openConnect } from '../../state/panels.ts';
import { usePreview } from '../../state/queries/use-preview.ts';
import { t } from '../../strings/translate.ts';
import { Group, useSave } from './group.tsx';
import { switchedTo } from './settings-fields.ts';

interface EnvironmentGroupProps {
  readonly view: SettingsView;
  onSaved(view: SettingsView): void;
}

export function EnvironmentGroup({ view, onSaved }: EnvironmentGroupProps) {
  const { settings } = view;
  const [chosen, setChosen] = useState<string | null>(null);
  const { save, busy, failure } = useSave(onSaved);
  const own = ownFolders(view);
  const locked = isLocked(view.locked, 'environment');
  const wanted = chosen ?? settings.environment;
  const names = Object.keys(settings.environments);
  const keep = async (changed: Settings) => {
    if (await save(changed)) setChosen(null);
  };
  const remove = () => {
    const { [wanted]: _, ...environments } = settings.environments;
    void keep({ ...settings, environments });
  };
  return (
    <Group id="environment" title={t('settings.environment')} text={t('settings.environment.text')}>
      <Choice
        label={t('settings.environment.which')}
        isDisabled={locked}
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
          <div className="wrap gap-2 middle">
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
      {locked && <p className="quiet">{t('settings.locked')}</p>}
      {!locked && (
        <div className="wrap gap-2 middle">
          <Button onPress={openConnect}>{t('connect.open')}</Button>
        </div>
      )}
    </Group>
  );
}

function WatchedToo({ folders }: { readonly folders: readonly FolderRule[] }) {
  return (
    <div className="settings-watched">
      <p>{t('settings.environment.folders', { count: folders.length })}</p>
      <ul>
        {folders.map((rule) => (
          <WatchedFolder key={rule.id} rule={rule} />
        ))}
      </ul>
    </div>
  );
}

function WatchedFolder({ rule }: { readonly rule: FolderRule }) {
  const { data, failure } = usePreview(rule, true);
  return (
    <li className="stack">
      <bdi className="settings-path">{rule.path}</bdi>
      <span className="quiet" role="status">
        {data === null
          ? (failure?.message ?? t('folders.preview.looking'))
          : data.reachable
            ? t('settings.environment.waits', { count: data.taken })
            : t('folders.preview.unreachable')}
      </span>
    </li>
  );
}
