import { useEffect } from 'react';
import { create } from 'zustand';
import type { FieldName, FieldTexts } from './settings-fields.ts';

/** What was typed and not saved. It outlives the screen, so that looking at another one loses nothing. */
export const useDrafts = create<{ readonly texts: FieldTexts }>(() => ({ texts: {} }));

/** Keeps what was typed into a field until it is saved. */
export function putText(name: FieldName, text: string): void {
  useDrafts.setState(({ texts }) => ({ texts: { ...texts, [name]: text } }));
}

/** Forgets what was typed into these fields: it was saved, or given up. */
export function forgetTexts(names: readonly FieldName[]): void {
  useDrafts.setState(({ texts }) => ({
    texts: Object.fromEntries(Object.entries(texts).filter(([name]) => !names.some((one) => one === name))),
  }));
}

/** Asks before the window is closed or reloaded while something is not saved. */
export function useCloseGuard(unsaved: boolean): void {
  useEffect(() => {
    if (!unsaved) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [unsaved]);
}
