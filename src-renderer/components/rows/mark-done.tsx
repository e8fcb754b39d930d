import type { TaskRowView } from '../../../src-main/contract/views/task.ts';
import { isEnded } from '../../state/follow-up.ts';
import { useHost } from '../../state/host-context.ts';
import { sayFailure, sayWithUndo } from '../../state/notices.ts';
import { useAction } from '../../state/queries/use-verb.ts';
import { t } from '../../strings/translate.ts';
import { Button } from '../input/button.tsx';
import type { Selection } from './selection.tsx';

/**
 * A button that marks the follow-up of the selected Tasks as done. The button ignores Tasks whose follow-up is already done. The button
 * also leaves out Tasks that have not ended, and says so: a later result of such a Task would not count under Needs attention. The screen
 * of a single Task can mark such a Task too (docs/service.md 4.5).
 */
export function MarkDone({ selection }: { readonly selection: Selection<TaskRowView> }) {
  const host = useHost();
  const set = useAction('tasks.set-cleared');
  const open = [...(selection.rows?.values() ?? [])].filter(({ cleared }) => cleared === null);
  const tasks = open.filter(({ status }) => isEnded(status)).map(({ uuid }) => uuid);
  const unended = open.length - tasks.length;
  const mark = async () => {
    const result = await set.run({ tasks, cleared: true });
    if (!result.ok) return sayFailure(result.error);
    const count = tasks.length;
    sayWithUndo(
      host,
      t('select.markedDone', { count }),
      result.value,
      t('undo.over.task', { count, button: t('task.markOpen') }),
    );
    selection.change(null);
  };
  return (
    <>
      <Button
        size="small"
        kind="primary"
        isDisabled={tasks.length === 0 || set.busy}
        onPress={() => void mark()}
      >
        {t('select.done', { count: tasks.length })}
      </Button>
      {unended > 0 && (
        <span className="quiet" role="status">
          {t('select.unended', { count: unended })}
        </span>
      )}
    </>
  );
}
