import { useEffect, useRef } from 'react';
import { create } from 'zustand';
import type { MessageKey } from '../strings/translate.ts';

interface Offered {
  readonly label: MessageKey;
  run(): void;
}

/** What the buttons of the shown screen do and the palette offers too. */
export const useOffered = create<{ readonly actions: readonly Offered[] }>(() => ({ actions: [] }));

/** Offers the act of a button in the palette, as long as the button is on the screen. */
export function useOffer(label: MessageKey, act: () => void): void {
  const latest = useRef(act);
  latest.current = act;
  useEffect(() => {
    const offered: Offered = { label, run: () => latest.current() };
    useOffered.setState(({ actions }) => ({ actions: [...actions, offered] }));
    return () =>
      useOffered.setState(({ actions }) => ({ actions: actions.filter((one) => one !== offered) }));
  }, [label]);
}
