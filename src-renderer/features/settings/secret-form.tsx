import { useEffect, useRef, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Checkbox } from '../../components/choice.tsx';
import { Form, TextField } from '../../components/field.tsx';
import { Progress } from '../../components/progress.tsx';
import { say } from '../../state/notices.ts';
import { useAction } from '../../state/use-verb.ts';
import { t } from '../../strings/translate.ts';

/** A form for a new api_secret. The page sends the api_secret to the engine and forgets it at once (I9). */
export function SecretForm({ isSet, onSet }: { readonly isSet: boolean; onSet(): void }) {
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
      // An api_secret of another organization is explained where the secret is shown.
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
      <div className="wrap gap-2 settings-actions">
        <Button kind="primary" type="submit" isDisabled={busy || secret.trim() === ''}>
          {t(busy ? 'settings.secret.checking' : 'settings.secret.keep')}
        </Button>
      </div>
    </Form>
  );
}
