import { useEffect, useState } from 'react';
import type { Backlog } from '../../../src-main/contract/settings.ts';
import type { FolderViewOfRule } from '../../../src-main/contract/views/folder.ts';
import { Dialog } from '../../components/dialog.tsx';
import { FailureBox } from '../../components/failure-box.tsx';
import { BacklogField } from '../../components/folders/backlog-field.tsx';
import { countBacklog } from '../../components/folders/count-backlog.ts';
import { Button } from '../../components/input/button.tsx';
import { Loading } from '../../components/progress.tsx';
import { useHost } from '../../state/host-context.ts';
import { sayPlanned } from '../../state/notices.ts';
import { openFiles } from '../../state/panels.ts';
import { usePreview } from '../../state/queries/use-preview.ts';
import { useAction, useVerb } from '../../state/queries/use-verb.ts';
import { t } from '../../strings/translate.ts';

interface BacklogDialogProps {
  readonly folder: string;
  onClose(): void;
}

/** Asks about the files of a folder that wait for a decision. Closes as soon as no file waits. */
export function BacklogDialog({ folder: id, onClose }: BacklogDialogProps) {
  const { data } = useVerb('folders.list', {});
  const folder = data?.find((one) => one.id === id);
  const isDecided = data !== null && (folder === undefined || folder.backlog_waiting === 0);
  useEffect(() => {
    if (isDecided) onClose();
  }, [isDecided, onClose]);
  return folder === undefined || isDecided ? null : <Question folder={folder} onClose={onClose} />;
}

interface QuestionProps extends Pick<BacklogDialogProps, 'onClose'> {
  readonly folder: FolderViewOfRule;
}

function Question({ folder, onClose }: QuestionProps) {
  const [decision, setDecision] = useState<Backlog | null>(null);
  const decide = useAction('folders.decide-backlog');
  const host = useHost();
  const preview = usePreview(folder.rule);
  const backlog = countBacklog(folder.backlog_waiting, preview.data);
  const go = async () => {
    if (decision === null) return;
    const result = await decide.run({ folder: folder.id, decision });
    if (!result.ok) return;
    const count = decision === 'send' ? backlog.documents : 0;
    const text =
      count > 0 ? t('folders.backlog.sends', { count, folder: folder.id }) : t('folders.backlog.decided');
    const late = count > 0 ? t('undo.over.sent', { what: 'documents' }) : t('undo.over');
    sayPlanned(host, text, result.value, late, () => t('folders.backlog.undone'));
    onClose();
  };
  return (
    <Dialog
      title={t('folders.backlog.title')}
      onClose={onClose}
      actions={
        <>
          <Button
            kind="quiet"
            onPress={() => {
              openFiles({ folder: folder.id, drops: false, states: ['held'] });
            }}
          >
            {t('folders.backlog.see')}
          </Button>
          <Button onPress={onClose}>{t('common.cancel')}</Button>
          <Button kind="primary" isDisabled={decide.busy || decision === null} onPress={() => void go()}>
            {goText(decision, backlog.documents)}
          </Button>
        </>
      }
    >
      {preview.looking ? (
        <Loading label={t('folders.preview.looking')} />
      ) : (
        <BacklogField
          {...backlog}
          value={decision}
          ages={preview.data?.backlog ?? []}
          later={false}
          onChange={setDecision}
        />
      )}
      {decide.failure !== null && <FailureBox failure={decide.failure} />}
    </Dialog>
  );
}

function goText(decision: Backlog | null, count: number): string {
  if (decision === null) return t('folders.backlog.choose');
  if (typeof decision === 'object') return t('folders.backlog.go.newer');
  return decision === 'skip' ? t('folders.backlog.skip') : t('folders.backlog.send', { count });
}
