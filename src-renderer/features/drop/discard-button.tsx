import { useState } from 'react';
import type { Drop } from '../../../src-main/contract/views/drop.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { say, sayFailure } from '../../state/notices.ts';
import { goTo } from '../../state/place.ts';
import { useAction } from '../../state/use-verb.ts';
import { t } from '../../strings/translate.ts';

/** Forgets a drop; asks first where files of it would have to be given again. */
export function DiscardButton({ drop }: { readonly drop: Drop }) {
  const [asking, setAsking] = useState(false);
  const discard = useAction('drops.discard');
  const kept = drop.files.filter(({ state }) => state !== 'ignored' && state !== 'refused').length;
  const go = async () => {
    const result = await discard.run({ drop: drop.id });
    setAsking(false);
    if (!result.ok) return sayFailure(result.error);
    say(t('drop.discarded', { count: drop.files.length }));
    goTo({ screen: 'today' });
  };
  return (
    <>
      <Button
        kind="quiet"
        isDisabled={discard.busy}
        onPress={() => (kept === 0 ? void go() : setAsking(true))}
      >
        {t('drop.discard')}
      </Button>
      <Dialog
        title={t('drop.discard.title', { count: kept })}
        isOpen={asking}
        onClose={() => setAsking(false)}
        actions={
          <>
            <Button onPress={() => setAsking(false)} autoFocus>
              {t('drop.discard.keep')}
            </Button>
            <Button kind="danger" isDisabled={discard.busy} onPress={() => void go()}>
              {t('drop.discard.sure')}
            </Button>
          </>
        }
      >
        <p>{t('drop.discard.text')}</p>
      </Dialog>
    </>
  );
}
