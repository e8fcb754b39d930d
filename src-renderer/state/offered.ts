import { type RefCallback, useCallback, useRef } from 'react';
import type { PlainKey } from '../strings/translate.ts';
import { forgottenStore } from './store.ts';

interface Offered {
  readonly label: PlainKey;
  run(): void;
}

/** The acts of buttons on the current screen that the palette offers too. */
export const useOffered = forgottenStore<{ readonly actions: readonly Offered[] }>({ actions: [] });

/**
 * Returns the ref of a button whose act the palette offers too, as long as the button is on the screen. React Aria renders the contents of
 * `Tabs` a second time without any button, so a ref and not an effect decides.
 */
export function useOffer(label: PlainKey, act: () => void): RefCallback<HTMLButtonElement> {
  const latest = useRef(act);
  latest.current = act;
  return useCallback(() => {
    const offered: Offered = { label, run: () => latest.current() };
    useOffered.setState(({ actions }) => ({ actions: [...actions, offered] }));
    return () =>
      useOffered.setState(({ actions }) => ({ actions: actions.filter((one) => one !== offered) }));
  }, [label]);
}
