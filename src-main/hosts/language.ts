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

/** Sets the language of the texts that this process shows to people from now on: on its terminal, or in its menus and dialogs. */
export function setLanguage(wanted: Language): void {
  language = wanted;
}

export const currentLanguage = (): Language => language;

/** Returns a text in the language of this process. */
export function t<Text extends TextKey>(text: Text, ...values: ValuesOf<Text>): string {
  return inWords(say(text, ...values), language);
}

export const said = (text: Said): string => inWords(text, language);

/**
 * Returns the language of a terminal, as POSIX prescribes: the language of the first of LC_ALL, LC_MESSAGES and LANG that is not empty. On
 * Windows, and on macOS without such a variable, returns the language of the system.
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
