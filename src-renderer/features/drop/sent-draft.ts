import type { DropGrouping } from '../../../src-main/contract/views/drop.ts';
import type { DetailsDraft } from '../../components/input/request-details-draft.ts';

/** What a person chose and typed for a draft. */
export interface SentDraft {
  readonly grouping: DropGrouping;
  readonly duplicates: boolean;
  readonly typed: string | null;
  readonly name: string;
  readonly details: DetailsDraft;
  readonly more: { readonly reference: string; readonly callback: string };
  readonly what: string;
  readonly again: boolean;
}

// The newest draft that was sent. Older drafts are not kept, because a person undoes only the last act.
let newest: { readonly drop: string; readonly draft: SentDraft } | null = null;

/** Keeps a draft that is sent, so that the form shows the draft again if the person undoes the sending. */
export function keepSentDraft(drop: string, draft: SentDraft): void {
  newest = { drop, draft };
}

export function sentDraft(drop: string): SentDraft | null {
  return newest?.drop === drop ? newest.draft : null;
}
