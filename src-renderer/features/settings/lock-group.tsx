import { useState } from 'react';
import type { LockState } from '../../../src-main/contract/views/lock.ts';
import { FailureBox } from '../../components/failure-box.tsx';
import { Button } from '../../components/input/button.tsx';
import { Form, TextField } from '../../components/input/field.tsx';
import { Select } from '../../components/input/select.tsx';
import { useHost } from '../../state/host-context.ts';
import { useLive } from '../../state/live.ts';
import { lockNow } from '../../state/lock.ts';
import { say } from '../../state/notices.ts';
import { useAction } from '../../state/queries/use-verb.ts';
import { t } from '../../strings/translate.ts';
import { Group } from './group.tsx';

const MINUTES = [5, 10, 15, 20, 30, 45, 60];
const NEVER = 'never';
const NOTHING = { pin: '', fresh: '', again: '' };

interface LockGroupProps {
  /** Whether the policy of this computer sets the idle time, so that a person cannot change the idle time here. */
  readonly locked: boolean;
  onSaved(): void;
}

export function LockGroup(props: LockGroupProps) {
  const lock = useLive((live) => live.lock);
  return (
    <Group id="lock" title={t('settings.lock')} text={t('settings.lock.text')}>
      {lock !== null && <LockForm key={`${lock.idle_minutes} ${lock.pin_set}`} lock={lock} {...props} />}
    </Group>
  );
}

function LockForm({ lock, locked, onSaved }: LockGroupProps & { readonly lock: LockState }) {
  const host = useHost();
  const practises = useLive((live) => live.overview?.environment === 'practice');
  const [minutes, setMinutes] = useState(lock.idle_minutes);
  const [texts, setTexts] = useState(NOTHING);
  const [pressed, setPressed] = useState(false);
  const { run, busy, failure, forget } = useAction('lock.set');
  const { idle_minutes: present, pin_set: isSet } = lock;
  const changed = minutes !== present || texts.fresh !== '';
  const turnsOff = minutes === null;
  const unlike = pressed && texts.fresh !== texts.again;
  const put = (change: Partial<typeof NOTHING>) => {
    forget();
    setTexts({ ...texts, ...change });
  };
  const submit = async () => {
    setPressed(true);
    if (!turnsOff && texts.fresh !== texts.again) return;
    const result = await run({
      idle_minutes: minutes,
      pin: texts.pin === '' ? null : texts.pin,
      new_pin: turnsOff || texts.fresh === '' ? null : texts.fresh,
    });
    setTexts(result.ok ? NOTHING : { ...texts, pin: '' });
    if (!result.ok) return;
    setPressed(false);
    say(turnsOff ? t('settings.lock.saved.off') : t('settings.lock.saved.on', { count: minutes }));
    onSaved();
  };
  const choices = [...new Set([...MINUTES, ...(present === null ? [] : [present])])].sort((a, b) => a - b);
  const options = [
    { value: NEVER, label: t('settings.lock.never') },
    ...choices.map((count) => ({ value: String(count), label: t('settings.lock.minutes', { count }) })),
  ];
  const field = (name: keyof typeof NOTHING) => ({
    type: 'password',
    value: texts[name],
    onChange: (text: string) => put({ [name]: text }),
    autoComplete: 'off',
    spellCheck: 'false' as const,
  });
  const asks = changed || (present !== null && isSet);
  return (
    <Form className="stack gap-3 settings-new" onSubmit={submit}>
      {present !== null && !isSet && (
        <p>{t(practises ? 'settings.lock.noPin.practice' : 'settings.lock.noPin')}</p>
      )}
      {present === null && turnsOff && !locked && <p>{t('settings.lock.off')}</p>}
      <Select
        label={t('settings.lock.after')}
        isDisabled={locked}
        value={minutes === null ? NEVER : String(minutes)}
        options={options}
        onChange={(value) => {
          forget();
          setMinutes(value === NEVER ? null : Number(value));
        }}
      />
      {locked && <p className="quiet">{t('settings.locked')}</p>}
      {!turnsOff && (
        <>
          <TextField
            {...field('fresh')}
            label={t(isSet ? 'settings.lock.newPin' : 'settings.lock.newPin.first')}
            hint={`${t(lock.users.length === 0 ? 'settings.lock.newPin.hint' : 'settings.lock.newPin.admin')} ${isSet ? t('settings.lock.newPin.keep') : ''}`}
          />
          {texts.fresh !== '' && (
            <TextField
              {...field('again')}
              label={t('settings.lock.again')}
              fault={unlike ? t('settings.lock.unlike') : null}
            />
          )}
        </>
      )}
      {isSet && changed && (
        <TextField
          {...field('pin')}
          label={t('settings.lock.pin')}
          hint={t(turnsOff ? 'settings.lock.offMeans' : 'settings.lock.pin.hint')}
        />
      )}
      {failure !== null && <FailureBox failure={failure} />}
      {asks && (
        <div className="wrap gap-2 middle">
          {changed && (
            <>
              <Button kind="primary" type="submit" isDisabled={busy}>
                {t('common.save')}
              </Button>
              <Button
                isDisabled={busy}
                onPress={() => {
                  forget();
                  setPressed(false);
                  setTexts(NOTHING);
                  setMinutes(present);
                }}
              >
                {t('settings.giveUp')}
              </Button>
            </>
          )}
          {present !== null && isSet && !changed && (
            <Button onPress={() => void lockNow(host)}>{t('settings.lock.now')}</Button>
          )}
        </div>
      )}
    </Form>
  );
}
