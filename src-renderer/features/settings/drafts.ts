import { useEffect } from 'react';
import { create } from 'zustand';
import type { FieldName, FieldTexts } from './settings-fields.ts';

/** Typed and unsaved text. The store outlives the screen, so visiting another screen loses nothing. */
export const useDrafts = create<{ readonly texts: FieldTexts }>(() => ({ texts: {} }));

export function putText(name: FieldName, text: string): void {
  useDrafts.setState(({ texts }) => ({ texts: { ...texts, [name]: text } }));
}

/** Forgets the text of fields that were saved or reset. */
export function forgetTexts(names: readonly FieldName[]): void {
  useDrafts.setState(({ texts }) => ({
    texts: Object.fromEntries(Object.entries(texts).filter(([name]) => !names.some((one) => one === name))),
  }));
}

/** Asks before the window closes or reloads while text is unsaved. */
export function useCloseGuard(unsaved: boolean): void {
  useEffect(() => {
    if (!unsaved) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [unsaved]);
}
