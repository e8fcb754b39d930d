import type { ReactNode } from 'react';
import type { TaskDetail } from '../../../src-main/contract/views/task.ts';
import { keyed } from '../../components/keyed.ts';
import { Time } from '../../components/time.tsx';
import { plainName } from '../../strings/format.ts';
import { t } from '../../strings/translate.ts';

/** Where a Task comes from and what it is called where. */
export function TaskFacts({ task }: { readonly task: TaskDetail }) {
  return (
    <dl className="task-facts">
      <Fact name={t('task.type')}>{task.task_type}</Fact>
      <Fact name={t('task.from')}>{originText(task)}</Fact>
      <Fact name={t('task.created')}>
        <Time iso={task.created} />
      </Fact>
      {task.category !== null && <Fact name={t('task.category')}>{plainName(task.category)}</Fact>}
      {task.cleared !== null && (
        <Fact name={t('task.followUpDone')}>
          <Time iso={task.cleared} />
        </Fact>
      )}
      {task.file_names.length > 0 && (
        <Fact name={t('task.filesSent')}>
          {keyed(task.file_names).map(({ key, item: name }) => (
            <bdi key={key} className="task-file">
              {name}
            </bdi>
          ))}
        </Fact>
      )}
      {task.external_id !== null && (
        <Fact name={t('task.externalId')}>
          <code>{task.external_id}</code>
        </Fact>
      )}
      <Fact name={t('task.id')}>
        <code>{task.uuid}</code>
      </Fact>
    </dl>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="task-fact">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The folder a Task came from, or that it was given by hand, or that another station sent it. */
function originText({ folder, file_names }: Pick<TaskDetail, 'folder' | 'file_names'>): string {
  if (folder !== null) return t('task.fromFolder', { folder });
  return file_names.length > 0 ? t('common.drop') : t('task.otherStation');
}
