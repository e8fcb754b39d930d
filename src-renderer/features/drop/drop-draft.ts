import { useState } from 'react';
import type { Drop, DropGrouping } from '../../../src-main/contract/views/drop.ts';
import {
  type DetailsDraft,
  draftOfDetails,
  readDetails,
} from '../../components/input/request-details-draft.ts';
import { forgottenStore } from '../../state/store.ts';

/** The choices and texts that a person entered for a drop. `grouping` and `taskType` are null until the person entered a value. */
export interface DropDraft {
  readonly grouping: DropGrouping | null;
  readonly duplicates: boolean;
  readonly taskType: string | null;
  readonly name: string;
  readonly details: DetailsDraft;
  readonly more: { readonly reference: string; readonly callback: string };
  readonly what: string;
  readonly again: boolean;
}

/** The changed parts of drafts by the id of the drop. A draft stays when a person leaves the screen, and when a sending is undone. */
export const useDropDrafts = forgottenStore<Readonly<Record<string, Partial<DropDraft>>>>({});

/** Whether a draft has request details and no file, so that it becomes a Task without documents (docs/service.md 4.2). */
export function hasOnlyDetails(
  { files, correction }: Pick<Drop, 'files' | 'correction'>,
  { details }: Pick<DropDraft, 'details'>,
): boolean {
  const read = readDetails(details);
  return files.length === 0 && correction === null && read.ok && Object.keys(read.spec).length > 0;
}

/** Returns the draft of a drop, and a function that changes parts of the draft. */
export function useDropDraft({ id, correction }: Pick<Drop, 'id' | 'correction'>) {
  const [first] = useState<DropDraft>(() => ({
    grouping: null,
    duplicates: false,
    taskType: correction?.task_type ?? null,
    name: correction?.name ?? '',
    details: draftOfDetails(correction?.request_spec ?? {}),
    more: { reference: '', callback: '' },
    what: '',
    again: false,
  }));
  const changed = useDropDrafts((drafts) => drafts[id]);
  const change = (part: Partial<DropDraft>) =>
    useDropDrafts.setState((drafts) => ({ [id]: { ...drafts[id], ...part } }));
  return [{ ...first, ...changed }, change] as const;
}
