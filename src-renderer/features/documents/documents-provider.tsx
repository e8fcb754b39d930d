import { type ReactNode, useMemo, useState } from 'react';
import type { TaskDetail } from '../../../src-main/contract/views/task.ts';
import { useHost } from '../../state/host-context.ts';
import { say, sayFailure } from '../../state/notices.ts';
import { plainName } from '../../strings/format.ts';
import { t } from '../../strings/translate.ts';
import { DocumentDialog } from './document-dialog.tsx';
import { type DocumentRange, type Documents, DocumentsContext } from './documents-context.ts';

interface DocumentsProviderProps {
  readonly task: Pick<TaskDetail, 'uuid' | 'data_items'>;
  readonly children: ReactNode;
}

/** Lets its children open and save the documents of one Task. */
export function DocumentsProvider({ task, children }: DocumentsProviderProps) {
  const host = useHost();
  const [opened, setOpened] = useState<{ item: string; range: DocumentRange | null } | null>(null);
  const documents = useMemo((): Documents => {
    const nameOf = (uuid: string) => {
      const item = task.data_items.find((one) => one.uuid === uuid);
      if (item === undefined) return t('task.unnamed');
      return item.name === null || item.name.trim() === '' ? plainName(item.tag) : item.name;
    };
    const save = async (item: string) => {
      const result = await host.saveDocument(task.uuid, item, nameOf(item));
      if (!result.ok) sayFailure(result.error);
      else if (result.value.saved) say(t('document.saved'));
    };
    return {
      nameOf,
      open: (item, range) => setOpened({ item, range }),
      save: (item) => void save(item),
    };
  }, [host, task]);
  return (
    <DocumentsContext value={documents}>
      {children}
      {opened !== null && (
        <DocumentDialog
          task={task.uuid}
          item={opened.item}
          range={opened.range}
          name={documents.nameOf(opened.item)}
          onSave={() => documents.save(opened.item)}
          onClose={() => setOpened(null)}
        />
      )}
    </DocumentsContext>
  );
}
