import { useState } from 'react';
import { LONGEST_NAME } from '../../../src-main/contract/characters.ts';
import type { TaskDetail } from '../../../src-main/contract/views/task.ts';
import { AsOf, Chip, StatusChip } from '../../components/chip.tsx';
import { Button } from '../../components/input/button.tsx';
import { Time } from '../../components/time.tsx';
import { isEnded } from '../../state/follow-up.ts';
import { useHost } from '../../state/host-context.ts';
import { sayFailure, sayResult, sayWithUndo } from '../../state/notices.ts';
import { useAction } from '../../state/queries/use-verb.ts';
import { t } from '../../strings/translate.ts';
import { ChangeDialog } from './change-dialog.tsx';
import { CorrectButton } from './corrections.tsx';
import { pendingEdit } from './history-section.tsx';
import { PrintMenu } from './print-menu.tsx';

export function TaskHead({ task, level = 2 }: { readonly task: TaskDetail; readonly level?: 1 | 2 }) {
  const host = useHost();
  const [renaming, setRenaming] = useState(false);
  const look = useAction('tasks.look');
  const newName = pendingEdit(task.history, ['name']);
  const reference = pendingEdit(task.history, ['external-id']);
  const mark = pendingEdit(task.history, ['cleared', 'not-cleared']);
  const lookNow = async () => {
    sayResult(await look.run({ task: task.uuid }), () => t('task.looking'));
  };
  return (
    <header className="wrap task-head">
      <TaskTitle task={task} level={level} />
      <div className="wrap task-actions">
        <CorrectButton task={task} />
        <div className="wrap gap-2">
          <FollowUp task={task} />
          <Button size="small" onPress={() => setRenaming(true)}>
            {t('task.rename')}
          </Button>
          <Button size="small" isDisabled={look.busy} onPress={lookNow}>
            {t('common.refresh')}
          </Button>
          <PrintMenu task={task} />
        </div>
      </div>
      <p className="quiet task-pending">
        {t('task.followUpMeans')} {!isEnded(task.status) && t('task.followUpEarly')}
      </p>
      <div className="quiet task-pending" role="status">
        {newName !== null && <p>{t('task.pendingName', { state: t(`state.${newName.state}`) })}</p>}
        {reference !== null && <p>{t('task.pendingReference', { state: t(`state.${reference.state}`) })}</p>}
        {mark !== null && <p>{t(mark.what === 'cleared' ? 'task.markingDone' : 'task.markingOpen')}</p>}
      </div>
      {renaming && (
        <ChangeDialog
          title={t('task.renameTitle')}
          label={t('task.name')}
          first={task.name}
          most={LONGEST_NAME}
          fault={t('task.nameFault')}
          saved={t('task.renamed')}
          late={t('undo.over.task', { count: 1, button: t('task.rename') })}
          save={(name) => host.call('tasks.rename', { task: task.uuid, name })}
          onClose={() => setRenaming(false)}
        />
      )}
    </header>
  );
}

interface TaskTitleProps {
  readonly task: TaskDetail;
  readonly level: 1 | 2;
}

/** The name of a Task, with its status and the times of its status. */
export function TaskTitle({ task, level }: TaskTitleProps) {
  const Heading = level === 1 ? 'h1' : 'h2';
  return (
    <div className="stack gap-2 min-0 task-called">
      <Heading className="break task-title" tabIndex={-1} data-detail-heading="">
        <bdi className="task-title-words" title={task.name}>
          {task.name.trim() === '' ? t('tasks.unnamed') : task.name}
        </bdi>
      </Heading>
      <div className="wrap task-state">
        <StatusChip task={task} />
        {task.corrected && <Chip>{t('correct.chip')}</Chip>}
        <Time iso={task.latest_status_change} />
        {task.denied_since === null && <AsOf iso={task.as_of} />}
        {task.cleared !== null && <Chip tone="ok">{t('task.followUpDone')}</Chip>}
      </div>
    </div>
  );
}

/** The button that marks the follow-up of a Task as done, or opens the follow-up again, in any status (docs/service.md 4.5). */
export function FollowUp({ task }: { readonly task: TaskDetail }) {
  const host = useHost();
  const set = useAction('tasks.set-cleared');
  const pending = pendingEdit(task.history, ['cleared', 'not-cleared']);
  const done = pending === null ? task.cleared !== null : pending.what === 'cleared';
  const change = async () => {
    const result = await set.run({ tasks: [task.uuid], cleared: !done });
    if (!result.ok) return sayFailure(result.error);
    const button = t(done ? 'task.markDone' : 'task.markOpen');
    sayWithUndo(
      host,
      t(done ? 'task.markingOpen' : 'task.markingDone'),
      result.value,
      t('undo.over.task', { count: 1, button }),
    );
  };
  return (
    <Button size="small" isDisabled={set.busy} onPress={change}>
      {t(done ? 'task.markOpen' : 'task.markDone')}
    </Button>
  );
}
