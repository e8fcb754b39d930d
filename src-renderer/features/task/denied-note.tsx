import type { TaskDetail } from '../../../src-main/contract/views/task.ts';
import { Time } from '../../components/time.tsx';
import { problemText } from '../../strings/problem-text.ts';
import { t } from '../../strings/translate.ts';

/** What it means that the service denies having a Task, and what to do. */
export function DeniedNote({ task }: { readonly task: TaskDetail }) {
  const { denied_since: denied, gone_since: gone } = task;
  if (denied === null) return null;
  const text = problemText({ code: gone === null ? 'tracking.denied' : 'tracking.gone', detail: null });
  return (
    <div className="spread task-banner" role="status">
      <div>
        <p className="task-banner-lead">
          {t(gone === null ? 'task.denied.since' : 'task.gone.since')} <Time iso={gone ?? denied} />
        </p>
        <p>{text.message}</p>
        <p>{t('common.whatToDo', { next: text.next })}</p>
      </div>
    </div>
  );
}
