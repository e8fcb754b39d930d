import { Button as AriaButton } from 'react-aria-components';
import { Icon } from '../components/icon.tsx';
import { useLive } from '../state/live.ts';
import { refusedCount } from '../state/needs.ts';
import { openOutbox } from '../state/panels.ts';
import { t } from '../strings/translate.ts';

/** Opens the outbox, and tells beforehand how it stands. */
export function OutboxButton() {
  const overview = useLive((live) => live.overview);
  const onWay = overview?.sending.count ?? 0;
  const refused = overview === null ? 0 : refusedCount(overview);
  return (
    <AriaButton className="wrap nav-item nav-outbox" onPress={() => openOutbox()}>
      <Icon name="outbox" />
      <span className="nav-label">{t('shell.outbox')}</span>
      {onWay > 0 && (
        <span className="quiet nav-note numbers">{t('shell.outboxOnWay', { count: onWay })}</span>
      )}
      {refused > 0 && (
        <span className="quiet nav-note nav-note-bad numbers">
          {t('shell.outboxRefused', { count: refused })}
        </span>
      )}
    </AriaButton>
  );
}
