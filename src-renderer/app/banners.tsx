import { useEffect, useState } from 'react';
import { Icon } from '../components/icon.tsx';
import { Button } from '../components/input/button.tsx';
import { useLive } from '../state/live.ts';
import { openConnect } from '../state/panels.ts';
import { timeText } from '../strings/time-text.ts';
import { t } from '../strings/translate.ts';
import './banners.css';

const PATIENCE_MS = 3000;

/** Whether this window has had no connection to the engine for at least `PATIENCE_MS`. A shorter gap is normal while the page loads. */
function useLost(): boolean {
  const up = useLive((live) => live.up);
  const [lost, setLost] = useState(false);
  useEffect(() => {
    if (up) {
      setLost(false);
      return;
    }
    const timer = setTimeout(() => setLost(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [up]);
  return lost && !up;
}

export function Banners() {
  const environment = useLive((live) => live.overview?.environment ?? null);
  const now = useLive((live) => live.overview?.now ?? null);
  const locked = useLive((live) => live.lock?.locked ?? true);
  const lost = useLost();
  return (
    <div>
      {environment === 'practice' && (
        <p className="wrap middle banner banner-practice">
          <strong>{t('shell.practiceTitle')}</strong>
          <span>{t('shell.practiceText')}</span>
          {!locked && (
            <Button size="small" onPress={openConnect}>
              {t('shell.practiceConnect')}
            </Button>
          )}
        </p>
      )}
      <div role="alert">
        {lost && (
          <p className="wrap middle banner banner-lost">
            <Icon name="offline" />
            <strong>{t('shell.linkDownTitle')}</strong>
            <span>
              {now === null ? t('shell.linkNever') : t('shell.linkDownText', { time: timeText(now) })}
            </span>
          </p>
        )}
      </div>
    </div>
  );
}
