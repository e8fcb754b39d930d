import type { Overview } from '../../src-main/contract/views/overview.ts';
import type { IconName } from '../components/icon.tsx';
import { secretTrouble } from '../state/needs.ts';
import { timeText } from '../strings/format.ts';
import { t } from '../strings/translate.ts';

export interface ConnectionText {
  readonly text: string;
  readonly tone: 'ok' | 'warn' | 'bad' | 'plain';
  readonly icon: IconName;
}

/**
 * The state of the connections from window to engine and from engine to service, with the time of the last
 * confirmation (I10).
 */
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
