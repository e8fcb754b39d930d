import { useCallback } from 'react';
import type { Queued } from '../../../src-main/contract/views/drop.ts';
import { useHost } from '../../state/host-context.ts';
import { say, sayFailure } from '../../state/notices.ts';
import { t } from '../../strings/translate.ts';

/** Says that a drop goes out, and takes it back for as long as that is offered. */
export function useSayQueued() {
  const host = useHost();
  return useCallback(
    (queued: Queued, { documents, tasks }: { readonly documents: number; readonly tasks: number }) => {
      const takeBack = async () => {
        const result = await host.call('outbox.withdraw', { ids: queued.ids });
        if (!result.ok) return sayFailure(result.error);
        const { withdrawn, too_late } = result.value;
        say(
          too_late === 0
            ? t('drop.takenBack', { tasks: withdrawn })
            : t('drop.takenBackPartly', { tasks: withdrawn, late: too_late }),
        );
      };
      if (queued.ids.length === 0) return say(t('drop.sent.nothing'));
      say(t('drop.sent', { documents, tasks }), {
        until: new Date(queued.undo_until).getTime(),
        run: () => void takeBack(),
      });
    },
    [host],
  );
}
