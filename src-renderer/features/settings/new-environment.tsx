import { useState } from 'react';
import { baseUrlFault, type FolderRule } from '../../../src-main/contract/settings.ts';
import { Button } from '../../components/button.tsx';
import { Form, TextField } from '../../components/field.tsx';
import { t } from '../../strings/translate.ts';

export const ENVIRONMENT_NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;

interface NewEnvironmentProps {
  readonly taken: readonly string[];
  readonly folders: readonly FolderRule[];
  readonly busy: boolean;
  onAdd(name: string, address: string): void;
  onCancel(): void;
}

/** Adds a service by name and address, and checks both. */
export function NewEnvironment({ taken, folders, busy, onAdd, onCancel }: NewEnvironmentProps) {
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
      <div className="wrap gap-2 settings-actions">
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

/** The fault of a service address in words; null if there is none. The contract decides. */
export function addressFaultText(address: string): string | null {
  const fault = baseUrlFault(address);
  if (fault === null) return null;
  if (address === '') return t('settings.environment.fault.empty');
  return t('settings.environment.fault.address', { fault });
}

/** The folders whose documents the new service will receive. */
export function WatchedToo({ folders }: { readonly folders: readonly FolderRule[] }) {
  return (
    <div className="settings-watched">
      <p>{t('settings.environment.folders', { count: folders.length })}</p>
      <ul>
        {folders.map(({ id, path }) => (
          <li key={id}>
            <bdi className="settings-path">{path}</bdi>
          </li>
        ))}
      </ul>
    </div>
  );
}
