import { useState } from 'react';
import type { SecretView, SettingsView } from '../../../src-main/contract/views/settings-view.ts';
import { FailureBox } from '../../components/failure-box.tsx';
import { Button } from '../../components/input/button.tsx';
import { Form, TextField } from '../../components/input/field.tsx';
import { say } from '../../state/notices.ts';
import { useAction } from '../../state/queries/use-verb.ts';
import { t } from '../../strings/translate.ts';
import { ENVIRONMENT_NAME } from './environment-group.tsx';

interface Props {
  readonly other: NonNullable<SecretView['other']>;
  readonly view: SettingsView;
  refresh(): void;
}

/** The api_secret belongs to another organization than the ledger: explains both and offers the ways on (I12). */
export function OtherOrganisation({ other, view, refresh }: Props) {
  const [asked, setAsked] = useState<'same' | 'own' | null>(null);
  const unknown = t('settings.other.unknown');
  const names = { secret: other.secret ?? unknown, record: other.record ?? unknown };
  const close = () => setAsked(null);
  return (
    <div className="stack gap-3 settings-switch" role="alert">
      <p>{t('settings.other.text', names)}</p>
      <p>{t('settings.other.former', names)}</p>
      {asked === null && (
        <div className="wrap gap-2 middle">
          <Button onPress={() => setAsked('same')}>{t('settings.other.same')}</Button>
          {!view.secret.overridden && (
            <Button onPress={() => setAsked('own')}>{t('settings.other.own')}</Button>
          )}
        </div>
      )}
      {asked === 'same' && <SameOrganisation id={other.id} names={names} close={close} refresh={refresh} />}
      {asked === 'own' && <OwnEnvironment view={view} names={names} close={close} refresh={refresh} />}
    </div>
  );
}

interface Way {
  readonly names: { readonly secret: string; readonly record: string };
  close(): void;
  refresh(): void;
}

function SameOrganisation({ id, names, close, refresh }: Way & { readonly id: string }) {
  const { run, busy, failure } = useAction('secret.same-organisation');
  const go = async () => {
    const result = await run({ organisation: id });
    if (result.ok) say(t('settings.other.same.said', names));
    refresh();
  };
  return (
    <>
      <p>{t('settings.other.same.text', names)}</p>
      {failure !== null && <FailureBox failure={failure} />}
      <div className="wrap gap-2 middle">
        <Button kind="danger" isDisabled={busy} onPress={() => void go()}>
          {t('settings.other.same.sure')}
        </Button>
        <Button autoFocus isDisabled={busy} onPress={close}>
          {t('common.cancel')}
        </Button>
      </div>
    </>
  );
}

function OwnEnvironment({ view, names, close, refresh }: Way & { readonly view: SettingsView }) {
  const [name, setName] = useState('');
  const { run, busy, failure, forget } = useAction('secret.own-environment');
  const faultText = () => {
    if (name !== '' && !ENVIRONMENT_NAME.test(name)) return t('settings.environment.fault.name');
    return failure === null ? null : `${failure.message} ${t('common.whatToDo', { next: failure.next })}`;
  };
  const go = async () => {
    if (!ENVIRONMENT_NAME.test(name)) return;
    const result = await run({ environment: name });
    if (result.ok) say(t('settings.other.own.said', { ...names, name }));
    refresh();
  };
  return (
    <Form className="stack gap-3 settings-new" onSubmit={go}>
      <p>{t('settings.other.own.text', { ...names, environment: view.settings.environment })}</p>
      <TextField
        autoFocus
        label={t('settings.other.own.name')}
        hint={t('settings.other.own.hint')}
        value={name}
        onChange={(text) => {
          forget();
          setName(text);
        }}
        fault={faultText()}
        spellCheck="false"
      />
      <div className="wrap gap-2 middle">
        <Button kind="primary" type="submit" isDisabled={busy || name === ''}>
          {t('settings.other.own.sure')}
        </Button>
        <Button isDisabled={busy} onPress={close}>
          {t('common.cancel')}
        </Button>
      </div>
    </Form>
  );
}
