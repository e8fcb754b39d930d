import { Button } from '../../components/button.tsx';
import { say, sayFailure } from '../../state/notices.ts';
import { useAction, useVerb } from '../../state/use-verb.ts';
import { problemText } from '../../strings/problem-text.ts';
import { t } from '../../strings/translate.ts';

/** Why the last answer of a Task was not taken, and what can be done about it. */
export function RefusedAnswer({ id }: { readonly id: string }) {
  const { data } = useVerb('outbox.page', { states: ['rejected'], length: 500 });
  const retry = useAction('outbox.retry');
  const problem = data?.rows.find((row) => row.id === id)?.problem ?? null;
  const again = async () => {
    const result = await retry.run({ id });
    if (result.ok) say(t('waiting.refused.retried'));
    else sayFailure(result.error);
  };
  if (data === null) return null;
  const words = problem === null ? null : problemText(problem);
  return (
    <div className="stack gap-1 failure-box" role="alert">
      <p className="failure-box-message">{t('waiting.refused.title')}</p>
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
