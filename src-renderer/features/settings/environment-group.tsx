import { useState } from 'react';
import { BASE_URL_FAULTS_ES } from '../../../src-main/contract/es/base-url-faults.ts';
import {
  baseUrlFault,
  type FolderRule,
  isLocked,
  type Settings,
} from '../../../src-main/contract/settings.ts';
import type { SettingsView } from '../../../src-main/contract/views/settings-view.ts';
import { FailureBox } from '../../components/failure-box.tsx';
import { Button } from '../../components/input/button.tsx';
import { Choice } from '../../components/input/choice.tsx';
import { Form, TextField } from '../../components/input/field.tsx';
import { Progress } from '../../components/progress.tsx';
import { usePreview } from '../../state/queries/use-preview.ts';
import { language, t } from '../../strings/translate.ts';
import { Group, useSave } from './group.tsx';
import { ownFolders, switchedTo } from './settings-fields.ts';

interface EnvironmentGroupProps {
  readonly view: SettingsView;
  onSaved(view: SettingsView): void;
}

export function EnvironmentGroup({ view, onSaved }: EnvironmentGroupProps) {
  const { settings } = view;
  const [chosen, setChosen] = useState<string | null>(null);
  const [adding, setAdding] = useState(false);
  const { save, busy, failure } = useSave(onSaved);
  const own = ownFolders(view);
  const locked = isLocked(view.locked, 'environment');
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
        !locked && (
          <div className="wrap gap-2 middle">
            <Button onPress={() => setAdding(true)}>{t('settings.environment.add')}</Button>
          </div>
        )
      )}
    </Group>
  );
}

export const ENVIRONMENT_NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;

interface NewEnvironmentProps {
  readonly taken: readonly string[];
  readonly folders: readonly FolderRule[];
  readonly busy: boolean;
  onAdd(name: string, address: string): void;
  onCancel(): void;
}

function NewEnvironment({ taken, folders, busy, onAdd, onCancel }: NewEnvironmentProps) {
  const [name, setName] = useState(taken.includes('production') ? '' : 'production');
  const [address, setAddress] = useState('');
  const [pressed, setPressed] = useState(false);
  const nameFault =
    taken.includes(name) || name === 'practice' ? 'taken' : ENVIRONMENT_NAME.test(name) ? null : 'name';
  const addressFault = baseUrlFault(address.trim());
  const go = () => {
    setPressed(true);
    if (nameFault === null && addressFault === null) onAdd(name, address.trim());
  };
  return (
    <Form className="stack gap-3 settings-new" onSubmit={go}>
      <TextField
        autoFocus
        label={t('settings.environment.address')}
        hint={t('settings.environment.address.hint')}
        value={address}
        onChange={setAddress}
        placeholder="https://HOST/public/v1"
        fault={pressed && addressFault !== null ? addressFaultText(address.trim()) : null}
        spellCheck="false"
        mono
      />
      <TextField
        label={t('settings.environment.name')}
        hint={t('settings.environment.name.hint')}
        value={name}
        onChange={setName}
        fault={pressed && nameFault !== null ? t(`settings.environment.fault.${nameFault}`) : null}
      />
      <p className="quiet">{t('settings.environment.addMeans')}</p>
      {folders.length > 0 && <WatchedToo folders={folders} />}
      <div className="wrap gap-2 middle">
        <Button kind="primary" type="submit" isDisabled={busy}>
          {t('settings.environment.addSwitch')}
        </Button>
        <Button isDisabled={busy} onPress={onCancel}>
          {t('common.cancel')}
        </Button>
      </div>
    </Form>
  );
}

function addressFaultText(address: string): string | null {
  const fault = baseUrlFault(address, language() === 'es' ? BASE_URL_FAULTS_ES : undefined);
  if (fault === null) return null;
  if (address === '') return t('settings.environment.fault.empty');
  return t('settings.environment.fault.address', { fault });
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
