import type { OutboxStateView } from '../../../src-main/contract/views/common.ts';
import { Dialog } from '../../components/dialog.tsx';
import { t } from '../../strings/translate.ts';

/** The outbox over the screen. */
export function OutboxPanel({ onClose }: { readonly states: readonly OutboxStateView[]; onClose(): void }) {
  return (
    <Dialog title={t('shell.outbox')} isOpen onClose={onClose}>
      {t('common.loading')}
    </Dialog>
  );
}
