import { useEffect, useRef, useState } from 'react';
import { identifier } from '../../../src-main/contract/settings.ts';
import type { SecretView, SettingsView } from '../../../src-main/contract/views/settings-view.ts';
import { Chip, type Tone } from '../../components/chip.tsx';
import { FailureBox } from '../../components/failure-box.tsx';
import { Button } from '../../components/input/button.tsx';
import { Checkbox } from '../../components/input/choice.tsx';
import { Form, TextField } from '../../components/input/field.tsx';
import { Progress } from '../../components/progress.tsx';
import { Fact } from '../../components/screen.tsx';
import { say } from '../../state/notices.ts';
import { useAction } from '../../state/queries/use-verb.ts';
import { saidText } from '../../strings/problem-text.ts';
import { t } from '../../strings/translate.ts';
import { Group } from './group.tsx';

const TONES: Readonly<Record<SecretView['state'], Tone>> = {
  practice: 'plain',
  'not-set': 'warn',
  set: 'info',
  accepted: 'ok',
  refused: 'bad',
};

export function SecretGroup({ view, refresh }: { readonly view: SettingsView; refresh(): void }) {
  const { secret } = view;
  const { organisation } = secret;
  const [clearing, setClearing] = useState(false);
  const check = useAction('secret.check');
  const clear = useAction('secret.clear');
  const look = async () => {
    await check.run({});
    refresh();
  };
  const remove = async () => {
    const result = await clear.run({});
    setClearing(false);
    if (result.ok) say(t('settings.secret.cleared'));
    refresh();
  };
  return (
    <Group id="secret" title={t('settings.secret')} text={t('settings.secret.text')}>
      <div className="wrap settings-secret">
        <Chip tone={TONES[secret.state]}>{t(`settings.secret.state.${secret.state}`)}</Chip>
        <p>{t(`settings.secret.words.${secret.state}`)}</p>
      </div>
      {secret.elsewhere !== null && (
        <p role="alert">
          {secret.elsewhere.origin === null
            ? t('settings.secret.elsewhere.unknown')
            : t('settings.secret.elsewhere', { origin: secret.elsewhere.origin })}
        </p>
      )}
      {secret.other !== null && <OtherOrganisation other={secret.other} view={view} refresh={refresh} />}
      {organisation !== null && (
        <dl className="facts">
          <Fact name={t('settings.organisation')}>
            <bdi>{organisation.name ?? t('settings.organisation.unnamed')}</bdi>
          </Fact>
          <Fact name={t('settings.organisation.callback')}>
            {switchText(organisation.external_callback_enabled)}
          </Fact>
          <Fact name={t('settings.organisation.read')}>
            {switchText(organisation.external_read_enabled)}
            <p className="quiet">{t('settings.organisation.read.text')}</p>
          </Fact>
        </dl>
      )}
      {secret.state !== 'practice' && (
        <>
          <p className="quiet">
            {t(secret.overridden ? 'settings.secret.overridden' : 'settings.secret.store', {
              store: saidText(secret.store),
            })}
          </p>
          {!secret.overridden && <SecretForm onSet={refresh} isSet={secret.state !== 'not-set'} />}
          {check.failure !== null && <FailureBox failure={check.failure} />}
          {clear.failure !== null && <FailureBox failure={clear.failure} />}
          {check.busy && <Progress label={t('settings.secret.checking')} />}
          {secret.state !== 'not-set' && (
            <div className="wrap gap-2 middle">
              <Button isDisabled={check.busy} onPress={() => void look()}>
                {t(check.busy ? 'settings.secret.checking' : 'settings.secret.check')}
              </Button>
              {!secret.overridden && !clearing && (
                <Button kind="quiet" onPress={() => setClearing(true)}>
                  {t('settings.secret.clear')}
                </Button>
              )}
            </div>
          )}
          {clearing && (
            <div className="stack gap-3 settings-switch" role="alert">
              <p>{t('settings.secret.clear.text')}</p>
              <div className="wrap gap-2 middle">
                <Button kind="danger" isDisabled={clear.busy} onPress={() => void remove()}>
                  {t('settings.secret.clear.sure')}
                </Button>
                <Button autoFocus onPress={() => setClearing(false)}>
                  {t('common.cancel')}
                </Button>
              </div>
            </div>
          )}
        </>
      )}
    </Group>
  );
}

function switchText(isOn: boolean | null): string {
  if (isOn === null) return t('settings.unknown');
  return t(isOn ? 'settings.on' : 'settings.off');
}

/** A form for a new api_secret. When the engine has stored the api_secret, the form deletes it from the memory of the page (I9). */
function SecretForm({ isSet, onSet }: { readonly isSet: boolean; onSet(): void }) {
  const [secret, setSecret] = useState('');
  const [seen, setSeen] = useState(false);
  const { run, busy, failure, forget } = useAction('secret.set');
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (failure !== null) form.current?.scrollIntoView({ block: 'nearest' });
  }, [failure]);
  const go = async () => {
    const given = secret.trim();
    if (given === '') return;
    const result = await run({ api_secret: given });
    if (result.ok) {
      setSecret('');
      setSeen(false);
      // If the api_secret belongs to another organization, `OtherOrganisation` explains this, and no notice appears.
      if (result.value.other === null)
        say(t(`settings.secret.said.${result.value.state === 'accepted' ? 'accepted' : 'set'}`));
    }
    onSet();
  };
  return (
    <Form ref={form} className="stack gap-3 settings-new" onSubmit={go}>
      <TextField
        autoFocus={!isSet}
        label={t(isSet ? 'settings.secret.replace' : 'settings.secret.new')}
        hint={t('settings.secret.hint')}
        type={seen ? 'text' : 'password'}
        value={secret}
        onChange={(text) => {
          forget();
          setSecret(text);
        }}
        fault={failure === null ? null : `${failure.message} ${t('common.whatToDo', { next: failure.next })}`}
        autoComplete="off"
        spellCheck="false"
        mono
      />
      {secret !== '' && (
        <Checkbox isSelected={seen} onChange={setSeen}>
          {t('settings.secret.show')}
        </Checkbox>
      )}
      {busy && <Progress label={t('settings.secret.checking')} />}
      <div className="wrap gap-2 middle">
        <Button kind="primary" type="submit" isDisabled={busy || secret.trim() === ''}>
          {t(busy ? 'settings.secret.checking' : 'settings.secret.keep')}
        </Button>
      </div>
    </Form>
  );
}

interface Props {
  readonly other: NonNullable<SecretView['other']>;
  readonly view: SettingsView;
  refresh(): void;
}

// Explains that the api_secret and the ledger belong to different organizations. A person can confirm that both are the same organization,
// or give the api_secret an environment with its own ledger (I12).
function OtherOrganisation({ other, view, refresh }: Props) {
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
    if (name !== '' && !identifier.safeParse(name).success) return t('settings.environment.fault.name');
    return failure === null ? null : `${failure.message} ${t('common.whatToDo', { next: failure.next })}`;
  };
  const go = async () => {
    if (!identifier.safeParse(name).success) return;
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
