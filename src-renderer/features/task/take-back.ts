import type { Queued } from '../../../src-main/contract/views/drop.ts';
import type { Host } from '../../host/host.ts';
import { say, sayFailure } from '../../state/notices.ts';
import { t } from '../../strings/translate.ts';

/** Says what was done, with the way back for as long as there is one; `onBack` follows a way back that worked. */
export function sayWithUndo(
  host: Host,
  text: string,
  { ids, undo_until }: Queued,
  onBack?: () => void,
): void {
  const run = async () => {
    const result = await host.call('outbox.withdraw', { ids });
    if (!result.ok) return sayFailure(result.error);
    if (result.value.withdrawn === 0) return say(t('task.tooLate'));
    onBack?.();
    say(t('task.tookBack'));
  };
  say(text, { until: Date.parse(undo_until), run: () => void run() });
}
