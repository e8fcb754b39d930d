import { useEffect, useRef, useState } from 'react';
import type { LockState } from '../../../src-main/contract/views/lock.ts';
import { Icon } from '../../components/icon.tsx';
import { Button } from '../../components/input/button.tsx';
import { Form, TextField } from '../../components/input/field.tsx';
import { useHost } from '../../state/host-context.ts';
import { useLive } from '../../state/live.ts';
import { needsCount } from '../../state/needs.ts';
import { useAction } from '../../state/queries/use-verb.ts';
import { t } from '../../strings/translate.ts';
import './lock.css';

const NOBODY: LockState['users'] = [];
const STATION = 'station';

/** Shows counts, the state of sending, and the form to unlock. Names of patients and documents must not appear here. */
export function LockScreen({ connection, onPin }: { readonly connection: string; onPin(pin: string): void }) {
  const overview = useLive((live) => live.overview);
  const up = useLive((live) => live.up);
  const means = useLive((live) => live.lock?.os_means ?? null);
  const users = useLive((live) => live.lock?.users ?? NOBODY);
  const [chosen, setChosen] = useState<string | null>(null);
  const named = users.find(({ id }) => id === chosen) ?? null;
  const asksWho = users.length > 0 && named === null && chosen !== STATION;
  const [pin, setPin] = useState('');
  const { run, busy, failure, forget } = useAction('lock.unlock');
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    document.title = t('lock.windowTitle');
  }, []);
  useEffect(() => onPin(pin), [onPin, pin]);
  useEffect(() => {
    if (!busy && !asksWho) form.current?.querySelector('input')?.focus();
  }, [busy, asksWho]);
  const open = async (given: string | null) => {
    await run({ pin: given, user: given === null ? null : (named?.id ?? null) });
    setPin('');
  };
  const choose = (who: string | null) => {
    forget();
    setPin('');
    setChosen(who);
  };
  const submit = () => {
    if (pin !== '' && !busy) void open(pin);
  };
  return (
    <main className="scrolls lock">
      <div className="stack gap-3 lock-box">
        <p className="soft lock-mark">{t('common.appName')}</p>
        <h1 className="lock-title">{t('lock.title')}</h1>
        {overview !== null && (
          <p className="lock-needs">
            {t('lock.needs', { count: needsCount(overview) })}{' '}
            {t(up && overview.connection.state === 'connected' ? 'lock.goesOn' : 'lock.kept')}
          </p>
        )}
        <p className="soft">{connection}</p>
        {asksWho ? (
          <div className="stack gap-2">
            <p className="strong">{t('lock.who')}</p>
            {users.map(({ id, name }) => (
              <Button key={id} onPress={() => choose(id)}>
                <bdi className="break">{name}</bdi>
              </Button>
            ))}
            <Button kind="quiet" onPress={() => choose(STATION)}>
              {t('lock.who.station')}
            </Button>
          </div>
        ) : (
          <Form ref={form} onSubmit={submit} className="stack gap-3 lock-form">
            <TextField
              label={named === null ? t('lock.pin') : t('lock.pinOf', { name: named.name })}
              type="password"
              value={pin}
              onChange={setPin}
              autoComplete="off"
              spellCheck="false"
              isReadOnly={busy}
            />
            <div role="alert">
              {failure !== null && !busy && (
                <p className="lock-failure">
                  {failure.message} {failure.next}
                </p>
              )}
            </div>
            <div className="wrap gap-2">
              <Button kind="primary" type="submit" isDisabled={busy || pin === ''}>
                {t(busy ? 'lock.opening' : 'lock.unlock')}
              </Button>
              {means !== null && named === null && (
                <Button isDisabled={busy} onPress={() => void open(null)}>
                  {t(`lock.means.${means}`)}
                </Button>
              )}
              {users.length > 0 && (
                <Button kind="quiet" isDisabled={busy} onPress={() => choose(null)}>
                  {t('lock.somebodyElse')}
                </Button>
              )}
            </div>
          </Form>
        )}
        <p className="quiet">{t('lock.keptHint')}</p>
        <p className="quiet">
          {t(users.length === 0 || chosen === STATION ? 'lock.forgotten' : 'lock.forgottenOwn')}
        </p>
      </div>
    </main>
  );
}

/** Warns before the station locks automatically. Any input prevents the lock (WCAG 2.2.1). */
export function LockWarning() {
  const host = useHost();
  const seconds = useLive((live) => live.lock?.locks_in_seconds ?? null);
  const [gone, setGone] = useState(0);
  useEffect(() => {
    setGone(0);
    if (seconds === null) return;
    const began = performance.now();
    const timer = setInterval(() => setGone(Math.floor((performance.now() - began) / 1000)), 500);
    return () => clearInterval(timer);
  }, [seconds]);
  return (
    <div role="alert">
      {seconds !== null && (
        <div className="row card gap-3 lock-warning">
          <Icon name="clock" />
          <p>
            {t('lock.soon')}{' '}
            <span aria-hidden="true">{t('lock.in', { seconds: Math.max(0, seconds - gone) })}</span>
          </p>
          <Button size="small" onPress={() => void host.call('lock.activity', {})}>
            {t('lock.stay')}
          </Button>
        </div>
      )}
    </div>
  );
}
