import { Button } from '../../components/button.tsx';
import { FailureBox } from '../../components/failure-box.tsx';
import { Loading } from '../../components/loading.tsx';
import { goTo } from '../../state/place.ts';
import { useVerb } from '../../state/use-verb.ts';
import { t } from '../../strings/translate.ts';
import { TaskView } from './task-view.tsx';
import { WaitingNote } from './waiting-note.tsx';

/** One Task on a screen of its own. */
export function TaskScreen({ task }: { readonly task: string }) {
  const { data, failure } = useVerb('tasks.get', { task });
  return (
    <div className="screen">
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
