import { useEffect, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { useHost } from '../../state/host-context.ts';
import { useLive } from '../../state/live.ts';
import { t } from '../../strings/translate.ts';
import './lock.css';

/** A warning shortly before the station locks; any input keeps it unlocked (WCAG 2.2.1). */
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
        <div className="row card gap-3 lock-warning" data-react-aria-top-layer="true">
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
