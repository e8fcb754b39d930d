import type { TaskDetail } from '../../../src-main/contract/views/task.ts';
import { Button } from '../../components/button.tsx';
import { useHost } from '../../state/host-context.ts';
import { sayFailure } from '../../state/notices.ts';
import { useAction } from '../../state/use-verb.ts';
import { t } from '../../strings/translate.ts';
import { pendingEdit } from './pending-edit.ts';
import { sayWithUndo } from './take-back.ts';

/** Marks the follow-up of a decided Task as done, or open again; both can be taken back. */
export function FollowUp({ task }: { readonly task: TaskDetail }) {
  const host = useHost();
  const set = useAction('tasks.set-cleared');
  const pending = pendingEdit(task.history, ['cleared', 'not-cleared']);
  const done = pending === null ? task.cleared !== null : pending.what === 'cleared';
  const change = async () => {
    const result = await set.run({ task: task.uuid, cleared: !done });
    if (result.ok) sayWithUndo(host, t(done ? 'task.markedOpen' : 'task.markedDone'), result.value);
    else sayFailure(result.error);
  };
  return (
    <Button size="small" kind={done ? 'plain' : 'primary'} isDisabled={set.busy} onPress={change}>
      {t(done ? 'task.markOpen' : 'task.markDone')}
    </Button>
  );
}
