import { baseUrlFault, isLocked } from '../../../src-main/contract/settings.ts';
import type { SettingsView } from '../../../src-main/contract/views/settings-view.ts';
import { Disclosure, FoldTitle } from '../../components/disclosure.tsx';
import { Choice } from '../../components/input/choice.tsx';
import { TextField } from '../../components/input/field.tsx';
import { saidText } from '../../strings/problem-text.ts';
import { t } from '../../strings/translate.ts';
import { type ConnectDraft, type ConnectFault, NEW, servicesToChoose } from './connect-draft.ts';

interface ServiceStepProps {
  readonly view: SettingsView;
  readonly draft: ConnectDraft;
  readonly faults: readonly ConnectFault[];
  readonly network: boolean;
  onChange(changes: Partial<ConnectDraft>): void;
}

/**
 * The first step of the dialog: the person chooses the service. If `network` is true, the fields for the proxy and the certificate are
 * visible from the start.
 */
export function ServiceStep({ view, draft, faults, network, onChange }: ServiceStepProps) {
  const { settings, locked } = view;
  const services = servicesToChoose(view);
  const nameFault = faults.find((fault) => fault === 'name' || fault === 'taken');
  const proxyLocked = isLocked(locked, 'network.proxy');
  const caLocked = isLocked(locked, 'network.extraCaFile');
  return (
    <>
      <p className="quiet">{t('connect.service.text')}</p>
      {services.some((name) => name !== NEW) && (
        <Choice
          label={t('connect.service.which')}
          value={draft.chosen}
          isDisabled={services.length === 1}
          options={services.map((name) =>
            name === NEW
              ? { value: NEW, label: t('connect.service.new'), hint: t('connect.service.new.hint') }
              : { value: name, label: name, hint: settings.environments[name] ?? '' },
          )}
          onChange={(chosen) => onChange({ chosen })}
        />
      )}
      {isLocked(locked, 'environment') && <p className="quiet">{t('settings.locked')}</p>}
      {draft.chosen === NEW && (
        <>
          <TextField
            autoFocus
            label={t('settings.environment.address')}
            hint={t('settings.environment.address.hint')}
            value={draft.address}
            onChange={(address) => onChange({ address })}
            placeholder="https://"
            fault={faults.includes('address') ? addressFaultText(draft.address.trim()) : null}
            spellCheck="false"
            mono
          />
          <TextField
            label={t('settings.environment.name')}
            hint={t('settings.environment.name.hint')}
            value={draft.name}
            onChange={(name) => onChange({ name: name.trim() })}
            fault={nameFault === undefined ? null : t(`settings.environment.fault.${nameFault}`)}
            spellCheck="false"
          />
        </>
      )}
      <Disclosure
        key={network ? 'open' : 'closed'}
        startsOpen={network}
        title={<FoldTitle title={t('connect.network')} note={t('connect.network.note')} />}
      >
        <div className="stack gap-3">
          <TextField
            label={t('settings.proxy')}
            hint={t(proxyLocked ? 'settings.locked' : 'connect.proxy.hint')}
            isDisabled={proxyLocked}
            value={draft.proxy}
            onChange={(proxy) => onChange({ proxy })}
            fault={faults.includes('proxy') ? t('settings.fault.proxy') : null}
            spellCheck="false"
          />
          {draft.proxy.trim() !== '' && (
            <>
              <TextField
                label={t('connect.proxy.user')}
                hint={t('connect.proxy.user.hint')}
                value={draft.proxyUser}
                onChange={(proxyUser) => onChange({ proxyUser })}
                fault={faults.includes('proxyUser') ? t('connect.fault.proxyUser') : null}
                autoComplete="off"
                spellCheck="false"
              />
              <TextField
                label={t('connect.proxy.password')}
                type="password"
                value={draft.proxyPassword}
                onChange={(proxyPassword) => onChange({ proxyPassword })}
                autoComplete="off"
              />
            </>
          )}
          <TextField
            label={t('settings.caFile')}
            hint={t(caLocked ? 'settings.locked' : 'connect.network.hint')}
            isDisabled={caLocked}
            value={draft.caFile}
            onChange={(caFile) => onChange({ caFile })}
            spellCheck="false"
          />
        </div>
      </Disclosure>
    </>
  );
}

function addressFaultText(address: string): string | null {
  const fault = baseUrlFault(address);
  if (fault === null) return null;
  if (address === '') return t('settings.environment.fault.empty');
  return t('settings.environment.fault.address', { fault: saidText(fault) });
}
