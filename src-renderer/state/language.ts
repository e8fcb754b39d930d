import { languageOf as spokenLanguage } from '../../src-main/contract/say.ts';
import type { Preferences } from '../../src-main/contract/views/settings-view.ts';
import { setLocale } from '../strings/translate.ts';
import { useLive } from './live.ts';

/**
 * Returns the language for the preference `wanted`. `system` is the language tag of the browser or of the operating system, which is used
 * if the preference is `system` or not loaded yet.
 */
export function languageFor(wanted: Preferences['language'] | undefined, system: string): 'en' | 'es' {
  if (wanted !== undefined && wanted !== 'system') return wanted;
  return spokenLanguage(system);
}

const languageOf = (live: { readonly preferences: Preferences | null }) =>
  languageFor(live.preferences?.language, navigator.language);

/** Returns the language of the window. A component that calls this hook renders again when a person chooses another language. */
export const useLanguage = () => useLive(languageOf);

/** Sets the language of the texts now, and again whenever a person chooses another language. */
export function followLanguage(): void {
  const follow = () => {
    const language = languageOf(useLive.getState());
    setLocale(language);
    document.documentElement.lang = language;
  };
  follow();
  useLive.subscribe(follow);
}
