import type { TaskRowView } from '../../../src-main/contract/views/task.ts';
import { StatusChip } from '../../components/status-chip.tsx';
import { Time } from '../../components/time.tsx';
import { VerdictChips } from '../../components/verdict-chips.tsx';
import type { Column } from '../../components/virtual-table.tsx';
import { t } from '../../strings/translate.ts';

/** The columns of the list of Tasks. */
export function taskColumns(): readonly Column<TaskRowView>[] {
  return [
    {
      id: 'name',
      title: t('tasks.column.name'),
      width: 'minmax(14rem, 5fr)',
      sortKey: 'name',
      cell: (task) => <TaskName task={task} />,
    },
    {
      id: 'status',
      title: t('tasks.column.status'),
      width: '9rem',
      cell: (task) => <StatusChip status={task.status} />,
    },
    {
      id: 'verdicts',
      title: t('tasks.column.verdicts'),
      width: 'minmax(10.5rem, 1fr)',
      cell: (task) => <VerdictChips verdicts={task.verdicts} most={2} />,
    },
    {
      id: 'created',
      title: t('tasks.column.created'),
      width: '6.75rem',
      sortKey: 'created',
      cell: (task) => <Time iso={task.created} />,
    },
    {
      id: 'changed',
      title: t('tasks.column.changed'),
      width: '6.75rem',
      sortKey: 'latest_status_change',
      cell: (task) => <Time iso={task.latest_status_change} />,
    },
    {
      id: 'cleared',
      title: t('tasks.column.cleared'),
      width: '5.75rem',
      sortKey: 'cleared',
      cell: (task) => (task.cleared === null ? '' : <span title={task.cleared}>{t('tasks.cleared')}</span>),
    },
  ];
}

function TaskName({ task }: { readonly task: TaskRowView }) {
  const files = task.file_names.join(', ');
  const name = task.name || files || t('tasks.unnamed');
  return (
    <span className="task-name" title={files === '' ? name : `${name}\n${files}`}>
      <bdi className="task-name-line">{name}</bdi>
      <span className="task-name-more">
        {task.task_type}
        {task.file_names.length > 0 && ` · ${t('common.documents', { count: task.file_names.length })}`}
        {task.folder !== null && ` · ${task.folder}`}
      </span>
    </span>
  );
}
