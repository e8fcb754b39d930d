import { useEffect } from 'react';
import type { Typed } from '../../../src-main/contract/views/lock.ts';
import { useHost } from '../../state/host-context.ts';
import { beforeLocking } from '../../state/lock.ts';
import { forgottenStore } from '../../state/store.ts';

// An unsent answer to a Task: the typed text of each property, and the id of the drop with the documents; null without documents.
interface Draft {
  readonly typed: Readonly<Record<string, string>>;
  readonly drop: string | null;
}

const NOTHING: Draft = { typed: {}, drop: null };

export const useDrafts = forgottenStore<{ readonly drafts: Readonly<Record<string, Draft>> }>(
  { drafts: {} },
  {
    // The files that a person added stay with their Tasks.
    remains: ({ drafts }) => ({
      drafts: Object.fromEntries(
        Object.entries(drafts).map(([task, { drop }]) => [task, { typed: {}, drop }]),
      ),
    }),
  },
);

export function useDraft(task: string): Draft {
  return useDrafts(({ drafts }) => drafts[task] ?? NOTHING);
}

export function changeDraft(task: string, change: Partial<Draft>): void {
  useDrafts.setState(({ drafts }) => ({
    drafts: { ...drafts, [task]: { ...(drafts[task] ?? NOTHING), ...change } },
  }));
}

export function typeInto(task: string, property: string, text: string): void {
  const { typed } = useDrafts.getState().drafts[task] ?? NOTHING;
  changeDraft(task, { typed: { ...typed, [property]: text } });
}

export function forgetDraft(task: string): void {
  useDrafts.setState(({ drafts: { [task]: _, ...others } }) => ({ drafts: others }));
}

function typedNow(): Typed {
  const drafts = Object.entries(useDrafts.getState().drafts);
  const typed = drafts.map(([task, draft]) => [task, filled(draft.typed)] as const);
  return Object.fromEntries(typed.filter(([, texts]) => Object.keys(texts).length > 0));
}

/** Restores the drafts that the engine has kept. Text and documents that are already on this page take precedence. */
function restoreDrafts(kept: {
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

const filled = (typed: Draft['typed']) =>
  Object.fromEntries(Object.entries(typed).filter(([, text]) => text !== ''));

const AFTER_MS = 300;

/** Keeps the typed texts in the engine. After a lock, after a reload or in another window, restores texts and documents from the engine. */
export function useKeptDrafts(): void {
  const host = useHost();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let kept = '{}';
    const keep = async () => {
      clearTimeout(timer);
      const typed = typedNow();
      const text = JSON.stringify(typed);
      if (text === kept) return;
      kept = text;
      await host.call('drafts.keep', { typed });
    };
    let end = () => {};
    let ended = false;
    void host.call('drafts.kept', {}).then((result) => {
      if (ended) return;
      if (result.ok) {
        kept = JSON.stringify(result.value.typed);
        restoreDrafts(result.value);
      }
      void keep();
      end = useDrafts.subscribe(() => {
        clearTimeout(timer);
        timer = setTimeout(() => void keep(), AFTER_MS);
      });
    });
    beforeLocking(keep);
    return () => {
      ended = true;
      clearTimeout(timer);
      beforeLocking(null);
      end();
    };
  }, [host]);
}
