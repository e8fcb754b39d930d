import type { TaskRowView } from '../../../src-main/contract/views/task.ts';
import { StatusChip } from '../../components/status-chip.tsx';
import type { Column } from '../../components/table-columns.ts';
import { Time } from '../../components/time.tsx';
import { VerdictChips } from '../../components/verdict-chips.tsx';
import { standText } from '../../strings/format.ts';
import { t } from '../../strings/translate.ts';

/** The columns of the list of Tasks. */
export function taskColumns(): readonly Column<TaskRowView>[] {
  return [
    {
      id: 'name',
      title: t('tasks.column.name'),
      least: 12,
      share: 5,
      sortKey: 'name',
      cell: (task) => <TaskName task={task} />,
    },
    {
      id: 'status',
      title: t('tasks.column.status'),
      least: 12,
      cell: (task) => (
        <span className="tasks-status" title={standText(task)}>
          <StatusChip task={task} />
        </span>
      ),
    },
    {
      id: 'verdicts',
      title: t('tasks.column.verdicts'),
      least: 10.5,
      share: 1,
      cell: (task) => <VerdictChips verdicts={task.verdicts} most={2} />,
    },
    {
      id: 'created',
      title: t('tasks.column.created'),
      least: 6.75,
      spare: 1,
      sortKey: 'created',
      cell: (task) => <Time iso={task.created} />,
    },
    {
      id: 'changed',
      title: t('tasks.column.changed'),
      least: 6.75,
      sortKey: 'latest_status_change',
      cell: (task) => <Time iso={task.latest_status_change} />,
    },
    {
      id: 'cleared',
      title: t('tasks.column.cleared'),
      least: 5.75,
      spare: 2,
      sortKey: 'cleared',
      cell: (task) => (task.cleared === null ? '' : <span title={task.cleared}>{t('tasks.cleared')}</span>),
    },
  ];
}

function TaskName({ task }: { readonly task: TaskRowView }) {
  const files = task.file_names.join(', ');
  const name = task.name || files || t('tasks.unnamed');
  const more = [
    task.task_type,
    task.file_names.length > 0 ? t('common.documents', { count: task.file_names.length }) : null,
    task.folder,
  ]
    .filter((part) => part !== null)
    .join(' · ');
  return (
    <span className="task-name" title={[name, more, ...(files === '' ? [] : [files])].join('\n')}>
      <bdi className="task-name-line">{name}</bdi>
      <span className="task-name-more">{more}</span>
    </span>
  );
}
