import { Button as AriaButton } from 'react-aria-components';
import type { Overview } from '../../src-main/contract/views/overview.ts';
import { Icon, type IconName } from '../components/icon.tsx';
import { useLive } from '../state/live.ts';
import { secretTrouble } from '../state/needs.ts';
import { openKeys } from '../state/panels.ts';
import { timeText } from '../strings/time-text.ts';
import { t } from '../strings/translate.ts';
import './status-bar.css';

export function StatusBar() {
  const overview = useLive((live) => live.overview);
  const up = useLive((live) => live.up);
  const { text, tone, icon } = connectionText(overview, up);
  const nextTry = up && overview?.connection.state === 'unreachable' ? overview.connection.next_try_at : null;
  return (
    <footer className="wrap quiet middle status-bar">
      {/* While all is well, only the time in this text changes, once a minute. Screen readers must not announce each new time. */}
      <p
        className={`status-connection status-${tone}`}
        role="status"
        aria-live={tone === 'ok' ? 'off' : 'polite'}
      >
        <Icon name={icon} />
        <span className="numbers">{text}</span>
        {nextTry !== null && (
          <span className="soft status-quiet numbers">
            {t('shell.connection.nextTry', { time: timeText(nextTry) })}
          </span>
        )}
      </p>
      {/* A notice ends with its buttons at the right. A late click must not press this button, so the button is at the left. */}
      <AriaButton className="status-keys" onPress={openKeys}>
        {t('shell.keys')}
      </AriaButton>
      {/* If the settings cannot be read, `environment` is an empty text. */}
      {overview !== null && overview.environment !== '' && (
        <p className="status-where">
          <span className={overview.environment === 'practice' ? 'status-practice' : undefined}>
            {overview.environment === 'practice'
              ? t('shell.practiceTitle')
              : t('shell.environment', { name: overview.environment })}
          </span>
          <span title={t('shell.station', { name: overview.station })}>
            {t('shell.station', { name: overview.station })}
          </span>
        </p>
      )}
    </footer>
  );
}

interface ConnectionText {
  readonly text: string;
  readonly tone: 'ok' | 'warn' | 'bad' | 'plain';
  readonly icon: IconName;
}

/** Returns a text about the connections from window to engine and from engine to service, with the time of the data (I10). */
export function connectionText(overview: Overview | null, up: boolean): ConnectionText {
  if (overview === null) {
    return { text: t('shell.connection.connecting'), tone: 'plain', icon: 'clock' };
  }
  if (!up) {
    const time = timeText(overview.now);
    return { text: t('shell.connection.linkDown', { time }), tone: 'bad', icon: 'offline' };
  }
  const { state, confirmed_at: confirmed, problem } = overview.connection;
  const time = confirmed === null ? null : timeText(confirmed);
  switch (state) {
    case 'starting':
      return { text: t('shell.connection.starting'), tone: 'plain', icon: 'clock' };
    case 'stopped':
      return { text: t('shell.connection.stopped'), tone: 'bad', icon: 'stop' };
    case 'needs-secret': {
      const text = t(`shell.connection.${secretTrouble(problem?.code)}Secret`);
      return { text, tone: 'bad', icon: 'key' };
    }
    case 'unreachable': {
      const text = time === null ? t('shell.connection.unreachable') : t('shell.connection.asOf', { time });
      return { text, tone: 'warn', icon: 'offline' };
    }
    case 'connected':
      return time === null
        ? { text: t('shell.connection.connected'), tone: 'plain', icon: 'clock' }
        : { text: t('shell.connection.confirmed', { time }), tone: 'ok', icon: 'check' };
  }
}
