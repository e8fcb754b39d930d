import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { t } from '../../strings/translate.ts';

/** Asks before something is taken back that may be a Task already. */
export function WithdrawDialog({ onClose, onWithdraw }: { onClose(): void; onWithdraw(): void }) {
  return (
    <Dialog
      title={t('outbox.withdrawTitle')}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button kind="danger" onPress={onWithdraw}>
            {t('outbox.withdrawDo')}
          </Button>
          <Button kind="primary" autoFocus onPress={onClose}>
            {t('outbox.withdrawKeep')}
          </Button>
        </>
      }
    >
      <p>{t('outbox.withdrawText')}</p>
    </Dialog>
  );
}
