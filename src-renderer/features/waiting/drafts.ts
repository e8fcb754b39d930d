import { z } from 'zod';
import { create } from 'zustand';
import type { Typed } from '../../../src-main/contract/views/lock.ts';

/** What a person has prepared for a Task and not sent: typed values, and the drop that holds the documents. */
export interface Draft {
  readonly typed: Readonly<Record<string, string>>;
  readonly drop: string | null;
}

const NOTHING: Draft = { typed: {}, drop: null };
const KEY = 'clearfolder.answer-drops';
const dropsSchema = z.record(z.string(), z.string());

/** The drops of answers outlive a reload, as the engine still holds them; ids only, never what was typed (I11). */
function kept(): Record<string, Draft> {
  try {
    const drops = dropsSchema.parse(JSON.parse(sessionStorage.getItem(KEY) ?? '{}'));
    return Object.fromEntries(Object.entries(drops).map(([task, drop]) => [task, { typed: {}, drop }]));
  } catch {
    return {};
  }
}

export const useDrafts = create<{ readonly drafts: Readonly<Record<string, Draft>> }>(() => ({
  drafts: kept(),
}));

useDrafts.subscribe(({ drafts }) => {
  const drops = Object.entries(drafts).flatMap(([task, { drop }]) => (drop === null ? [] : [[task, drop]]));
  try {
    sessionStorage.setItem(KEY, JSON.stringify(Object.fromEntries(drops)));
  } catch {
    // Without storage a reload forgets which drop was meant; the documents can be added again.
  }
});

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

/** Brings back what was kept elsewhere; what was typed since then counts. */
export function takeKept(kept: Typed): void {
  for (const [task, texts] of Object.entries(kept)) {
    const { typed } = useDrafts.getState().drafts[task] ?? NOTHING;
    changeDraft(task, { typed: { ...texts, ...filled(typed) } });
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
