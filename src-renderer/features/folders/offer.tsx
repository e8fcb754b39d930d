import { useState } from 'react';
import type { FolderViewOfRule } from '../../../src-main/contract/views/folder.ts';
import { Dialog } from '../../components/dialog.tsx';
import { FailureBox } from '../../components/failure-box.tsx';
import { Button } from '../../components/input/button.tsx';
import { useHost } from '../../state/host-context.ts';
import { sayPlanned } from '../../state/notices.ts';
import { useAction } from '../../state/queries/use-verb.ts';
import { t } from '../../strings/translate.ts';

interface OfferProps {
  readonly folder: FolderViewOfRule;
  readonly offer: NonNullable<FolderViewOfRule['offer']>;
}

/** Offers to send the documents of a folder that were sent with another task type or other request details as the folder says now. */
export function Offer({ folder: { id, rule }, offer }: OfferProps) {
  const [asking, setAsking] = useState(false);
  const decide = useAction('folders.decide-offer');
  const host = useHost();
  const { documents, tasks, left_out: leftOut } = offer;
  const about = { count: documents, type: rule.taskType, folder: id };
  const go = async (decision: 'send' | 'dismiss') => {
    const result = await decide.run({ folder: id, decision });
    if (!result.ok) return;
    setAsking(false);
    const [text, late, undone] =
      decision === 'send'
        ? [
            t('folders.offer.sends', about),
            t('undo.over.sent', { what: 'documents' }),
            t('folders.offer.undone', about),
          ]
        : [t('folders.offer.dismissed', about), t('undo.over'), t('folders.offer.back')];
    sayPlanned(host, text, result.value, late, () => undone);
  };
  return (
    <div className="stack gap-2 folder-offer">
      {documents > 0 && <p>{t('folders.offer', about)}</p>}
      {leftOut > 0 && <p>{t('folders.offer.leftOut', { ...about, count: leftOut })}</p>}
      <div className="wrap gap-2">
        {documents > 0 && (
          <Button size="small" onPress={() => setAsking(true)}>
            {t('folders.offer.send', about)}
          </Button>
        )}
        <Button size="small" kind="quiet" isDisabled={decide.busy} onPress={() => void go('dismiss')}>
          {t('common.dismiss')}
        </Button>
      </div>
      {decide.failure !== null && !asking && <FailureBox failure={decide.failure} />}
      {asking && documents > 0 && (
        <Dialog
          title={t('folders.offer.title', about)}
          onClose={() => setAsking(false)}
          actions={
            <>
              <Button autoFocus onPress={() => setAsking(false)}>
                {t('common.cancel')}
              </Button>
              <Button kind="primary" isDisabled={decide.busy} onPress={() => void go('send')}>
                {t('folders.offer.sure', about)}
              </Button>
            </>
          }
        >
          <p>{t('folders.offer.text', { tasks, type: rule.taskType })}</p>
          <p>{t('folders.offer.leaves')}</p>
          {decide.failure !== null && <FailureBox failure={decide.failure} />}
        </Dialog>
      )}
    </div>
  );
}
