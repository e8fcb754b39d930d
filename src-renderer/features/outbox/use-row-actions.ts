import { useState } from 'react';
import type { Result } from '../../../src-main/contract/result.ts';
import type { OutboxRow } from '../../../src-main/contract/views/outbox.ts';
import { useHost } from '../../state/host-context.ts';
import { say, sayFailure } from '../../state/notices.ts';
import { closePanels } from '../../state/panels.ts';
import { goTo } from '../../state/place.ts';
import { t } from '../../strings/translate.ts';

/** What a person can do about a row now, and doing it; `onRun` is called when something begins. */
export function useRowActions({ id, state, task_uuid: task }: OutboxRow, onRun: () => void) {
  const host = useHost();
  const [busy, setBusy] = useState(false);
  const run = async <T>(asked: Promise<Result<T>>, done: (value: T) => string) => {
    onRun();
    setBusy(true);
    const result = await asked;
    setBusy(false);
    if (result.ok) say(done(result.value));
    else sayFailure(result.error);
  };
  return {
    busy,
    canRetry: state === 'queued' || state === 'unconfirmed' || state === 'rejected',
    canWithdraw: state === 'queued' || state === 'rejected',
    retry: (taskType: string | null) =>
      run(host.call('outbox.retry', { id, task_type: taskType }), () => t('outbox.retried')),
    withdraw: () =>
      run(host.call('outbox.withdraw', { ids: [id] }), ({ withdrawn }) =>
        t(withdrawn > 0 ? 'outbox.withdrawn' : 'outbox.tooLate'),
      ),
    sendAgain: () => run(host.call('outbox.send-again', { id }), () => t('outbox.sentAgain')),
    openTask: () => {
      if (task === null) return;
      closePanels();
      goTo({ screen: 'task', task });
    },
  };
}
