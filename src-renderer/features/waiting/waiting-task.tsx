import type { WaitingTask as Row } from '../../../src-main/contract/views/task.ts';
import { Button } from '../../components/button.tsx';
import { FailureBox } from '../../components/failure-box.tsx';
import { Loading } from '../../components/progress.tsx';
import { Empty } from '../../components/screen.tsx';
import { sayResult } from '../../state/notices.ts';
import { goTo } from '../../state/place.ts';
import { useAction, useVerb } from '../../state/use-verb.ts';
import { problemText } from '../../strings/problem-text.ts';
import { t } from '../../strings/translate.ts';
import { TaskView } from '../task/task-view.tsx';
import { AnswerForm } from './answer-form.tsx';

interface WaitingTaskPaneProps {
  readonly uuid: string;
  /** The row of the Task; null if the list does not hold it. */
  readonly row: Row | null;
  readonly left: number;
  onSent(): void;
}

/** The chosen waiting Task with its answer form. */
export function WaitingTaskPane({ uuid, row, left, onSent }: WaitingTaskPaneProps) {
  const { data, failure } = useVerb('tasks.get', { task: uuid });
  if (data === null) {
    return failure === null ? <Loading label={t('task.loading')} /> : <FailureBox failure={failure} />;
  }
  if (row === null && data.status !== 'waiting') {
    return (
      <Empty
        title={t('waiting.notWaiting.title')}
        action={<Button onPress={() => goTo({ screen: 'task', task: uuid })}>{t('waiting.openTask')}</Button>}
      >
        {t('waiting.notWaiting.text')}
      </Empty>
    );
  }
  const frozenTo = row?.frozen_to ?? data.frozen_to;
  const needs = data.needs ?? row?.needs ?? null;
  return (
    <TaskView task={data}>
      {data.answer?.state === 'rejected' && <RefusedAnswer id={data.answer.id} />}
      {frozenTo !== null && (
        <div className="spread task-banner">
          <div>
            <p>
              <strong>{t('waiting.frozen.title')}</strong>
            </p>
            <p>{t('waiting.frozen.text')}</p>
          </div>
          <Button kind="primary" onPress={() => goTo({ screen: 'task', task: frozenTo })}>
            {t('task.openSuccessor')}
          </Button>
        </div>
      )}
      {frozenTo === null && needs === null && <p role="status">{t('waiting.notFetched.text')}</p>}
      {frozenTo === null && needs !== null && (
        <AnswerForm task={uuid} needs={needs} left={left} onSent={onSent} />
      )}
    </TaskView>
  );
}

/** Why the service refused the last answer, and a retry. */
export function RefusedAnswer({ id }: { readonly id: string }) {
  const { data } = useVerb('outbox.page', { states: ['rejected'], length: 500 });
  const retry = useAction('outbox.retry');
  const problem = data?.rows.find((row) => row.id === id)?.problem ?? null;
  const again = async () => {
    sayResult(await retry.run({ id }), () => t('waiting.refused.retried'));
  };
  if (data === null) return null;
  const words = problem === null ? null : problemText(problem);
  return (
    <div className="stack gap-1 failure-box" role="alert">
      <p className="strong">{t('waiting.refused.title')}</p>
      <p>{words === null ? t('waiting.refused.unknown') : words.message}</p>
      {words !== null && <p>{t('common.whatToDo', { next: words.next })}</p>}
      <div className="wrap gap-2 failure-box-actions">
        <Button size="small" isDisabled={retry.busy} onPress={() => void again()}>
          {t('waiting.refused.retry')}
        </Button>
      </div>
    </div>
  );
}
