import { useId, useState } from 'react';
import { fits } from '../../../src-main/contract/characters.ts';
import type { LockState } from '../../../src-main/contract/views/lock.ts';
import { Dialog } from '../../components/dialog.tsx';
import { FailureBox } from '../../components/failure-box.tsx';
import { Button } from '../../components/input/button.tsx';
import { Form, TextField } from '../../components/input/field.tsx';
import { useLive } from '../../state/live.ts';
import { canLock } from '../../state/lock.ts';
import { say } from '../../state/notices.ts';
import { useAction } from '../../state/queries/use-verb.ts';
import { t } from '../../strings/translate.ts';
import { Group } from './group.tsx';

type User = LockState['users'][number];

/** The group of settings for the named users: people who share one account of the computer, each with a PIN of their own. */
export function UsersGroup() {
  const ready = useLive(canLock);
  const users = useLive((live) => live.lock?.users ?? NOBODY);
  const [adding, setAdding] = useState<string | null>(null);
  const [removing, setRemoving] = useState<User | null>(null);
  return (
    <Group id="users" title={t('settings.users')} text={t('users.text')}>
      {!ready && <p>{t('users.needsLock')}</p>}
      {users.length > 0 && (
        <ul className="stack gap-2">
          {users.map((user) => (
            <li key={user.id} className="spread middle">
              <bdi className="min-0 break strong">{user.name}</bdi>
              <span className="wrap gap-2">
                <Button
                  size="small"
                  aria-label={t('users.newPinOf', { name: user.name })}
                  onPress={() => setAdding(user.name)}
                >
                  {t('users.newPin')}
                </Button>
                <Button
                  size="small"
                  aria-label={t('users.removeNamed', { name: user.name })}
                  onPress={() => setRemoving(user)}
                >
                  {t('users.remove')}
                </Button>
              </span>
            </li>
          ))}
        </ul>
      )}
      {ready && (
        <div>
          <Button onPress={() => setAdding('')}>{t('users.add')}</Button>
        </div>
      )}
      {adding !== null && <AddDialog known={adding} onClose={() => setAdding(null)} />}
      {removing !== null && <RemoveDialog user={removing} onClose={() => setRemoving(null)} />}
    </Group>
  );
}

const NOBODY: readonly User[] = [];
const NOTHING = { pin: '', again: '', station: '' };
const SECRET = { type: 'password', autoComplete: 'off', spellCheck: 'false' } as const;

/** Asks for the name and the PIN of a new user. If `known` is the name of an existing user, asks only for a new PIN. */
function AddDialog({ known, onClose }: { readonly known: string; onClose(): void }) {
  const form = useId();
  const { run, busy, failure, forget } = useAction('lock.add-user');
  const [name, setName] = useState(known);
  const [texts, setTexts] = useState(NOTHING);
  const [pressed, setPressed] = useState(false);
  const wanted = name.trim();
  const unlike = texts.pin !== texts.again;
  const submit = async () => {
    setPressed(true);
    if (wanted === '' || !fits(wanted, 100) || unlike || texts.pin === '' || texts.station === '') return;
    const result = await run({ name: wanted, pin: texts.pin, station_pin: texts.station });
    if (!result.ok) return setTexts({ ...texts, station: '' });
    say(t(known === '' ? 'users.added' : 'users.newPinSaved', { name: wanted }));
    onClose();
  };
  const field = (which: keyof typeof NOTHING) => ({
    ...SECRET,
    value: texts[which],
    onChange: (text: string) => {
      forget();
      setTexts({ ...texts, [which]: text });
    },
  });
  return (
    <Dialog
      title={known === '' ? t('users.add.title') : t('users.newPinOf', { name: known })}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{t('common.cancel')}</Button>
          <Button kind="primary" type="submit" form={form} isDisabled={busy}>
            {t('common.save')}
          </Button>
        </>
      }
    >
      <Form id={form} className="stack gap-3" onSubmit={submit}>
        {known === '' && (
          <TextField
            label={t('users.name')}
            hint={t('users.name.hint')}
            value={name}
            fault={pressed && (wanted === '' || !fits(wanted, 100)) ? t('users.name.fault') : null}
            autoFocus
            onChange={setName}
          />
        )}
        <TextField {...field('pin')} label={t('users.pin')} hint={t('users.pin.hint')} />
        <TextField
          {...field('again')}
          label={t('settings.lock.again')}
          fault={pressed && unlike ? t('settings.lock.unlike') : null}
        />
        <TextField {...field('station')} label={t('lock.pin')} hint={t('users.stationPin.hint')} />
      </Form>
      {failure !== null && <FailureBox failure={failure} />}
    </Dialog>
  );
}

function RemoveDialog({ user, onClose }: { readonly user: User; onClose(): void }) {
  const { run, busy, failure, forget } = useAction('lock.remove-user');
  const [pin, setPin] = useState('');
  const submit = async () => {
    if (pin === '') return;
    const result = await run({ user: user.id, station_pin: pin });
    if (!result.ok) return setPin('');
    say(t('users.removed', { name: user.name }));
    onClose();
  };
  return (
    <Dialog
      title={t('users.removeNamed', { name: user.name })}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{t('common.cancel')}</Button>
          <Button kind="danger" isDisabled={busy || pin === ''} onPress={() => void submit()}>
            {t('users.remove')}
          </Button>
        </>
      }
    >
      <p>{t('users.remove.text')}</p>
      <Form onSubmit={submit}>
        <TextField
          {...SECRET}
          label={t('lock.pin')}
          hint={t('users.stationPin.hint')}
          value={pin}
          autoFocus
          onChange={(text) => {
            forget();
            setPin(text);
          }}
        />
      </Form>
      {failure !== null && <FailureBox failure={failure} />}
    </Dialog>
  );
}
