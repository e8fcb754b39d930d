import { useHost } from '../../state/host-context.ts';
import { say, sayFailure } from '../../state/notices.ts';
import { goTo } from '../../state/place.ts';
import { useAction } from '../../state/use-verb.ts';
import { t } from '../../strings/translate.ts';
import { changeDraft, forgetDraft, useDrafts } from './drafts.ts';

/** Sends an answer and offers the way back; what was typed returns with it. A refused send leaves the draft as it was. */
export function useSendAnswer(task: string, left: number) {
  const host = useHost();
  const action = useAction('answers.send');
  const send = async (
    drop: string | null,
    data: Record<string, string | number> | null,
  ): Promise<boolean> => {
    const before = useDrafts.getState().drafts[task];
    const result = await action.run({ task, drop, data });
    if (!result.ok) return false;
    forgetDraft(task);
    const { ids, undo_until } = result.value;
    const takeBack = async () => {
      const withdrawn = await host.call('outbox.withdraw', { ids });
      if (!withdrawn.ok) return sayFailure(withdrawn.error);
      if (withdrawn.value.withdrawn === 0) return say(t('task.tooLate'));
      changeDraft(task, { typed: before?.typed ?? {} });
      goTo({ screen: 'waiting', task });
      say(t(drop === null ? 'task.tookBack' : 'waiting.takenBackFiles'));
    };
    say(t('waiting.sent', { left }), { until: Date.parse(undo_until), run: () => void takeBack() });
    return true;
  };
  return { send, busy: action.busy, failure: action.failure };
}
