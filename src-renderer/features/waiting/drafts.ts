import { create } from 'zustand';
import type { Typed } from '../../../src-main/contract/views/lock.ts';

/** What a person has prepared for a Task and not sent: typed values, and the drop that holds the documents. */
export interface Draft {
  readonly typed: Readonly<Record<string, string>>;
  readonly drop: string | null;
}

const NOTHING: Draft = { typed: {}, drop: null };

export const useDrafts = create<{ readonly drafts: Readonly<Record<string, Draft>> }>(() => ({ drafts: {} }));

/** The draft of an answer, kept while the person looks at other Tasks. */
export function useDraft(task: string): Draft {
  return useDrafts(({ drafts }) => drafts[task] ?? NOTHING);
}

export function changeDraft(task: string, change: Partial<Draft>): void {
  useDrafts.setState(({ drafts }) => ({
    drafts: { ...drafts, [task]: { ...(drafts[task] ?? NOTHING), ...change } },
  }));
}

/** Keeps what was typed for a value that is asked for. */
export function typeInto(task: string, property: string, text: string): void {
  const { typed } = useDrafts.getState().drafts[task] ?? NOTHING;
  changeDraft(task, { typed: { ...typed, [property]: text } });
}

/** For an answer that was sent: its Task begins with nothing again. */
export function forgetDraft(task: string): void {
  useDrafts.setState(({ drafts: { [task]: _, ...others } }) => ({ drafts: others }));
}

/** What was typed, of every Task that something was typed for. */
export function typedNow(): Typed {
  const drafts = Object.entries(useDrafts.getState().drafts);
  const typed = drafts.map(([task, draft]) => [task, filled(draft.typed)] as const);
  return Object.fromEntries(typed.filter(([, texts]) => Object.keys(texts).length > 0));
}

/** Brings back what was kept elsewhere; what was typed or added since then counts. */
export function takeKept(kept: {
  readonly typed: Typed;
  readonly drops: Readonly<Record<string, string>>;
}): void {
  for (const [task, texts] of Object.entries(kept.typed)) {
    const { typed } = useDrafts.getState().drafts[task] ?? NOTHING;
    changeDraft(task, { typed: { ...texts, ...filled(typed) } });
  }
  for (const [task, held] of Object.entries(kept.drops)) {
    const { drop } = useDrafts.getState().drafts[task] ?? NOTHING;
    if (drop === null) changeDraft(task, { drop: held });
  }
}

/** Forgets what was typed here. */
export function forgetTyped(): void {
  useDrafts.setState(({ drafts }) => ({
    drafts: Object.fromEntries(Object.entries(drafts).map(([task, { drop }]) => [task, { typed: {}, drop }])),
  }));
}

const filled = (typed: Draft['typed']) =>
  Object.fromEntries(Object.entries(typed).filter(([, text]) => text !== ''));
