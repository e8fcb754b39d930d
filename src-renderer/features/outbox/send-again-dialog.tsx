import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { t } from '../../strings/translate.ts';

/** Asks before something is sent that may have arrived already. */
export function SendAgainDialog({ onClose, onSend }: { onClose(): void; onSend(): void }) {
  return (
    <Dialog
      title={t('outbox.sendAgainTitle')}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button kind="danger" onPress={onSend}>
            {t('outbox.sendAgainDo')}
          </Button>
          <Button kind="primary" autoFocus onPress={onClose}>
            {t('outbox.sendAgainWait')}
          </Button>
        </>
      }
    >
      <p>{t('outbox.sendAgainText')}</p>
    </Dialog>
  );
}
