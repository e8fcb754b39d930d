import { createContext, useContext } from 'react';
import type { RecordViewOfTask } from '../../../src-main/contract/views/task.ts';

export type DocumentRange = RecordViewOfTask['ranges'][number];

/** What can be done with the documents of the Task around a component. */
export interface Documents {
  /** What a person calls a data item. */
  nameOf(item: string): string;
  /** Shows a document, at a page or second where one is named. */
  open(item: string, range: DocumentRange | null): void;
  save(item: string): void;
}

export const DocumentsContext = createContext<Documents | null>(null);

/** The documents of the Task around this component. */
export function useDocuments(): Documents {
  const documents = useContext(DocumentsContext);
  if (documents === null) throw new Error('no Task around this component');
  return documents;
}
