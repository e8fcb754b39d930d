import {
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  useContext,
  useEffect,
  useMemo,
  useState,
} from 'react';
import type { Failure } from '../../../src-main/contract/result.ts';
import type { ItemText, RecordViewOfTask, TaskDetail } from '../../../src-main/contract/views/task.ts';
import { Dialog } from '../../components/dialog.tsx';
import { FailureBox } from '../../components/failure-box.tsx';
import { Button } from '../../components/input/button.tsx';
import { Loading } from '../../components/progress.tsx';
import type { ReadDocument } from '../../host/host.ts';
import { useHost } from '../../state/host-context.ts';
import { useLive } from '../../state/live.ts';
import { say, sayFailure } from '../../state/notices.ts';
import { useVerb } from '../../state/queries/use-verb.ts';
import { nameText } from '../../strings/issue-text.ts';
import { t } from '../../strings/translate.ts';
import { documentKind } from './document-kind.ts';
import { DocumentText } from './document-text.tsx';
import { AudioView, ImageView, JsonDocument, TextDocument } from './document-views.tsx';
import type { ViewTools } from './view-bar.tsx';
import './documents.css';

type DocumentRange = RecordViewOfTask['ranges'][number];

/** Opens and saves documents of the Task of the surrounding `DocumentsProvider`. `item` is the uuid of a data item. */
export interface Documents {
  nameOf(item: string): string;
  open(item: string, range: DocumentRange | null): void;
  save(item: string): void;
  /** Writes an audit entry before a person prints a page; null means all pages. Resolves to false if the entry cannot be written. */
  notePrinted(item: string, page: number | null): Promise<boolean>;
}

const DocumentsContext = createContext<Documents | null>(null);

export function useDocuments(): Documents {
  const documents = useContext(DocumentsContext);
  if (documents === null) throw new Error('this component needs a surrounding Task');
  return documents;
}

interface DocumentsProviderProps {
  readonly task: Pick<TaskDetail, 'uuid' | 'data_items'>;
  /** The text of the search by which the person found the Task. */
  readonly search: string;
  readonly children: ReactNode;
}

export function DocumentsProvider({ task, search, children }: DocumentsProviderProps) {
  const host = useHost();
  const [opened, setOpened] = useState<Opened | null>(null);
  const documents = useMemo((): Documents => {
    const nameOf = (uuid: string) => {
      const item = task.data_items.find((one) => one.uuid === uuid);
      if (item === undefined) return t('task.unnamed');
      return item.name === null || item.name.trim() === '' ? nameText(item.tag) : item.name;
    };
    const save = async (item: string) => {
      const result = await host.saveDocument(task.uuid, item, nameOf(item));
      if (!result.ok) sayFailure(result.error);
      else if (result.value.saved) say(t('document.saved'));
    };
    const notePrinted = async (item: string, page: number | null) => {
      const noted = await host.call('documents.printed', { task: task.uuid, item, page });
      if (!noted.ok) sayFailure(noted.error);
      return noted.ok;
    };
    return {
      nameOf,
      notePrinted,
      open: (item, range) => setOpened({ item, range }),
      save: (item) => void save(item),
    };
  }, [host, task]);
  return (
    <DocumentsContext value={documents}>
      {children}
      {opened !== null && (
        <DocumentDialog task={task} search={search} {...opened} onClose={() => setOpened(null)} />
      )}
    </DocumentsContext>
  );
}

// pdf.js is larger than all other code of the page, so the page loads the PDF view only when a person opens a PDF.
const PdfView = lazy(async () => ({ default: (await import('./pdf-view.tsx')).PdfView }));

interface Opened {
  readonly item: string;
  readonly range: DocumentRange | null;
}

interface DocumentDialogProps extends Opened, Omit<DocumentsProviderProps, 'children'> {
  onClose(): void;
}

/** Shows a document in a dialog. The document is in the memory of the page only while the dialog is open. */
function DocumentDialog({ task, search, item, range, onClose }: DocumentDialogProps) {
  const { nameOf, save, notePrinted } = useDocuments();
  const singleKeys = useLive((live) => live.preferences?.singleKeys !== false);
  const tools = { singleKeys, notePrinted: (page: number | null) => notePrinted(item, page) };
  const name = nameOf(item);
  const { document, failure, again } = useDocument(task.uuid, item);
  const texts = useVerb('tasks.texts', { task: task.uuid });
  const text = textOf(item, task.data_items, texts.data ?? []);
  const [page, setPage] = useState(range?.unit === 'page' ? range.from : 1);
  const actions = (
    <>
      <Button onPress={() => save(item)}>{t('document.save')}</Button>
      <Button kind="primary" onPress={onClose}>
        {t('common.close')}
      </Button>
    </>
  );
  return (
    <Dialog title={name} onClose={onClose} size="full" actions={actions}>
      <div className="grow gap-4 document-split">
        <div className="stack gap-4 min-0">
          {failure !== null && (
            <FailureBox failure={failure}>
              <Button onPress={again}>{t('common.retry')}</Button>
            </FailureBox>
          )}
          {failure === null && document === null && <Loading label={t('document.loading')} />}
          {document !== null && (
            <Suspense fallback={<Loading label={t('document.loading')} />}>
              <Shown
                document={document}
                tools={tools}
                name={name}
                range={range}
                page={page}
                onPage={setPage}
              />
            </Suspense>
          )}
        </div>
        {text !== null && <DocumentText text={text} page={page} search={search} onPage={setPage} />}
      </div>
    </Dialog>
  );
}

/**
 * Returns the texts that the service read in the data item `item`. If `item` is a copy without texts of its own, returns the texts of its
 * original. Returns null if there are none.
 */
function textOf(item: string, items: TaskDetail['data_items'], texts: readonly ItemText[]): ItemText | null {
  const original = items.find(({ uuid }) => uuid === item)?.alias?.split('/')[1];
  const read = (wanted: string | undefined) => texts.find((one) => one.data_item === wanted);
  return read(item) ?? read(original) ?? null;
}

function useDocument(task: string, item: string) {
  const host = useHost();
  const [asked, setAsked] = useState(0);
  const [document, setDocument] = useState<ReadDocument | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of `asked` repeats the request, because a download link expires
  useEffect(() => {
    let wanted = true;
    setFailure(null);
    void host.readDocument(task, item).then((result) => {
      if (!wanted) return;
      if (result.ok) setDocument(result.value);
      else setFailure(result.error);
    });
    return () => {
      wanted = false;
      setDocument(null);
    };
  }, [host, task, item, asked]);
  return { document, failure, again: () => setAsked(asked + 1) };
}

interface ShownProps {
  readonly document: ReadDocument;
  readonly tools: ViewTools;
  readonly name: string;
  readonly range: DocumentRange | null;
  readonly page: number;
  onPage(page: number): void;
}

function Shown({ document, tools, name, range, page, onPage }: ShownProps) {
  const { blob } = document;
  const { kind, type } = documentKind(document.type, document.name || name);
  switch (kind) {
    case 'pdf':
      return <PdfView blob={blob} tools={tools} name={name} page={page} onPage={onPage} />;
    case 'image':
      return <ImageView blob={blob} tools={tools} type={type} name={name} />;
    case 'audio':
      return (
        <AudioView blob={blob} type={type} name={name} from={range?.unit === 'second' ? range.from : 0} />
      );
    case 'json':
      return <JsonDocument blob={blob} tools={tools} name={name} />;
    case 'text':
      return <TextDocument blob={blob} tools={tools} name={name} />;
    case 'other':
      return <p>{t('document.cannotShow', { type })}</p>;
  }
}
