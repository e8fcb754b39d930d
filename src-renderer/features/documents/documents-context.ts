import { createContext, useContext } from 'react';
import type { RecordViewOfTask } from '../../../src-main/contract/views/task.ts';

export type DocumentRange = RecordViewOfTask['ranges'][number];

/** Opens and saves documents of the surrounding Task. */
export interface Documents {
  /** The display name of a data item. */
  nameOf(item: string): string;
  /** Shows a document, at a page or second if a range is given. */
  open(item: string, range: DocumentRange | null): void;
  save(item: string): void;
}

export const DocumentsContext = createContext<Documents | null>(null);

export function useDocuments(): Documents {
  const documents = useContext(DocumentsContext);
  if (documents === null) throw new Error('no Task around this component');
  return documents;
}
