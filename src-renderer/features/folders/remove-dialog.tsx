import type { FolderViewOfRule } from '../../../src-main/contract/views/folder.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { FailureBox } from '../../components/failure-box.tsx';
import { say } from '../../state/notices.ts';
import { useAction } from '../../state/use-verb.ts';
import { t } from '../../strings/translate.ts';

/** Stops watching a folder, after saying what that means. */
export function RemoveDialog({ folder, onClose }: { readonly folder: FolderViewOfRule; onClose(): void }) {
  const remove = useAction('folders.remove');
  const { held, settling, queued, sending, unconfirmed } = folder.counts;
  const go = async () => {
    const result = await remove.run({ folder: folder.id });
    if (!result.ok) return;
    say(t('folders.removed', { id: folder.id }));
    onClose();
  };
  return (
    <Dialog
      title={t('folders.remove.title', { id: folder.id })}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button autoFocus onPress={onClose}>
            {t('folders.remove.keep')}
          </Button>
          <Button kind="danger" isDisabled={remove.busy} onPress={() => void go()}>
            {t('folders.remove.sure')}
          </Button>
        </>
      }
    >
      <p>{t('folders.remove.text')}</p>
      {held + settling > 0 && <p>{t('folders.remove.notSent', { count: held + settling })}</p>}
      {queued + sending + unconfirmed > 0 && (
        <p>{t('folders.remove.onWay', { count: queued + sending + unconfirmed })}</p>
      )}
      {remove.failure !== null && <FailureBox failure={remove.failure} />}
    </Dialog>
  );
}
