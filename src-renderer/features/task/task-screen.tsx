import type { TaskDetail } from '../../../src-main/contract/views/task.ts';
import { FailureBox } from '../../components/failure-box.tsx';
import { Button } from '../../components/input/button.tsx';
import { Loading } from '../../components/progress.tsx';
import { goTo } from '../../state/place.ts';
import { useVerb } from '../../state/queries/use-verb.ts';
import { t } from '../../strings/translate.ts';
import { TaskView } from './task-view.tsx';

export function TaskScreen({ task }: { readonly task: string }) {
  const { data, failure } = useVerb('tasks.get', { task });
  return (
    <div className="stack gap-5 screen">
      <div className="task-back">
        <Button kind="quiet" size="small" onPress={back}>
          {t('common.back')}
        </Button>
      </div>
      {data === null && <h1 className="visually-hidden">{t('task.screen')}</h1>}
      {failure !== null && <FailureBox failure={failure} />}
      {data === null && failure === null && <Loading label={t('task.loading')} />}
      {data !== null && (
        <TaskView task={data} level={1}>
          <WaitingNote task={data} />
        </TaskView>
      )}
    </div>
  );
}

function back(): void {
  if (window.history.length > 1) window.history.back();
  else goTo({ screen: 'tasks' });
}

/** Leads from a waiting Task to its answer form, and from a frozen Task to its successor. */
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
