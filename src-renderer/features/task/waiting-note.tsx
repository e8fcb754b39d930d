import type { TaskDetail } from '../../../src-main/contract/views/task.ts';
import { Button } from '../../components/button.tsx';
import { goTo } from '../../state/place.ts';
import { t } from '../../strings/translate.ts';

/** Leads from a Task that waits to where it is answered, and from a frozen one to the Task that took its place. */
export function WaitingNote({ task }: { readonly task: TaskDetail }) {
  const { frozen_to } = task;
  if (frozen_to !== null) {
    return (
      <div className="spread task-banner">
        <p>{t('task.frozen')}</p>
        <Button onPress={() => goTo({ screen: 'task', task: frozen_to })}>{t('task.openSuccessor')}</Button>
      </div>
    );
  }
  if (task.status !== 'waiting' || task.gone_since !== null) return null;
  return (
    <div className="spread task-banner">
      <p>{t('task.waitsFor')}</p>
      <Button kind="primary" onPress={() => goTo({ screen: 'waiting', task: task.uuid })}>
        {t('task.answerLink')}
      </Button>
    </div>
  );
}
