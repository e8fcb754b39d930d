import { Button as AriaButton } from 'react-aria-components';
import { Icon } from '../components/icon.tsx';
import { useLive } from '../state/live.ts';
import { openKeys } from '../state/panels.ts';
import { timeText } from '../strings/format.ts';
import { t } from '../strings/translate.ts';
import { connectionText } from './connection-text.ts';
import './status-bar.css';

/** The status bar: age of the data, environment, and station. */
export function StatusBar() {
  const overview = useLive((live) => live.overview);
  const up = useLive((live) => live.up);
  const { text, tone, icon } = connectionText(overview, up);
  const nextTry = up && overview?.connection.state === 'unreachable' ? overview.connection.next_try_at : null;
  return (
    <footer className="wrap quiet middle status-bar">
      {/* While all is well only the time changes, each minute, and needs no announcement. */}
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
      {/* Unreadable settings leave environment and station unknown. */}
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
      <AriaButton className="status-keys" onPress={openKeys}>
        {t('shell.keys')}
      </AriaButton>
    </footer>
  );
}
