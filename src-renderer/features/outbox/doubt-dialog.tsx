import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { t } from '../../strings/translate.ts';

const WORDS = {
  'send-again': {
    title: 'outbox.sendAgainTitle',
    text: 'outbox.sendAgainText',
    act: 'outbox.sendAgainDo',
    keep: 'outbox.sendAgainWait',
  },
  withdraw: {
    title: 'outbox.withdrawTitle',
    text: 'outbox.withdrawText',
    act: 'outbox.withdrawDo',
    keep: 'outbox.withdrawKeep',
  },
} as const;
export type DoubtfulAct = keyof typeof WORDS;

interface DoubtDialogProps {
  readonly act: DoubtfulAct;
  onClose(): void;
  onAct(): void;
}

/** Asks before something that may have arrived already is sent again or taken back. */
export function DoubtDialog({ act, onClose, onAct }: DoubtDialogProps) {
  const words = WORDS[act];
  return (
    <Dialog
      title={t(words.title)}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button kind="danger" onPress={onAct}>
            {t(words.act)}
          </Button>
          <Button kind="primary" autoFocus onPress={onClose}>
            {t(words.keep)}
          </Button>
        </>
      }
    >
      <p>{t(words.text)}</p>
    </Dialog>
  );
}
