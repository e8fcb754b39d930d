import { useState } from 'react';
import type { FolderViewOfRule } from '../../../src-main/contract/views/folder.ts';
import { FailureBox } from '../../components/failure-box.tsx';
import { Button } from '../../components/input/button.tsx';
import { Loading } from '../../components/progress.tsx';
import { Empty, Screen } from '../../components/screen.tsx';
import { sayResult } from '../../state/notices.ts';
import { useAction, useVerb } from '../../state/queries/use-verb.ts';
import { t } from '../../strings/translate.ts';
import { FolderCard } from './folder-card.tsx';
import { FolderDialog } from './folder-dialog.tsx';
import './folder-dialog.css';
import './folders.css';

type Open = { readonly folder: FolderViewOfRule | null } | null;

/** The watched folders with their states and files. */
export function FoldersScreen() {
  const { data: folders, failure } = useVerb('folders.list', {});
  const [open, setOpen] = useState<Open>(null);
  const rescan = useAction('folders.rescan');
  const lookAtAll = async () => {
    sayResult(await rescan.run({ folder: null }), () => t('folders.looking'));
  };
  const add = (
    <Button kind="primary" onPress={() => setOpen({ folder: null })}>
      {t('folders.add')}
    </Button>
  );
  const others = folders?.filter(({ id }) => id !== open?.folder?.id).map(({ id }) => id) ?? [];
  return (
    <Screen
      title={t('folders.title')}
      lead={folders === null || folders.length === 0 ? null : leadText(folders)}
      actions={
        folders !== null &&
        folders.length > 0 && (
          <>
            <Button isDisabled={rescan.busy} onPress={() => void lookAtAll()}>
              {t('folders.lookAll')}
            </Button>
            {add}
          </>
        )
      }
    >
      {failure !== null && <FailureBox failure={failure} />}
      {folders === null && failure === null && <Loading />}
      {folders?.length === 0 && (
        <Empty title={t('folders.empty.title')} action={add}>
          {t('folders.empty.text')}
        </Empty>
      )}
      <ul className="folders">
        {folders?.map((folder) => (
          <FolderCard key={folder.id} folder={folder} onEdit={() => setOpen({ folder })} />
        ))}
      </ul>
      {open !== null && <FolderDialog folder={open.folder} others={others} onClose={() => setOpen(null)} />}
    </Screen>
  );
}

function leadText(folders: readonly FolderViewOfRule[]): string {
  const away = folders.filter(({ reachable }) => !reachable).length;
  const paused = folders.filter(({ paused }) => paused).length;
  return t('folders.lead', { count: folders.length, away, paused });
}
