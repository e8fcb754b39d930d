import {
  inWords,
  type Language,
  languageOf,
  type Said,
  say,
  type TextKey,
  type ValuesOf,
} from '../contract/say.ts';

let language: Language = 'en';

/** Sets the language of all texts that this process shows from now on in its terminal, menus and dialogs. */
export function setLanguage(wanted: Language): void {
  language = wanted;
}

export const currentLanguage = (): Language => language;

/** Returns the text of `key` in the language of this process. */
export function t<Key extends TextKey>(key: Key, ...values: ValuesOf<Key>): string {
  return inWords(say(key, ...values), language);
}

export const said = (text: Said): string => inWords(text, language);

/**
 * Returns the language of a terminal by the rule of POSIX: the first of the variables LC_ALL, LC_MESSAGES and LANG that is not empty
 * determines the language. On Windows, and on macOS if all three are empty, returns the language of the operating system.
 */
export function terminalLanguage(
  env: NodeJS.ProcessEnv,
  platform: NodeJS.Platform = process.platform,
): Language {
  const posix = env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG'];
  if (platform !== 'win32' && posix) return languageOf(posix);
  if (platform !== 'win32' && platform !== 'darwin') return 'en';
  return languageOf(new Intl.DateTimeFormat().resolvedOptions().locale);
}
