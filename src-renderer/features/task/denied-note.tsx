import type { TaskDetail } from '../../../src-main/contract/views/task.ts';
import { Time } from '../../components/time.tsx';
import { t } from '../../strings/translate.ts';

/** What it means that the service denies having a Task, and what to do. */
export function DeniedNote({ task }: { readonly task: TaskDetail }) {
  const { denied_since: denied, gone_since: gone } = task;
  if (denied === null) return null;
  const code = gone === null ? 'tracking.denied' : 'tracking.gone';
  return (
    <div className="task-banner" role="status">
      <p>
        {t(`problem.${code}`)} {t(`problem.${code}.next`)} <Time iso={gone ?? denied} />
      </p>
    </div>
  );
}
