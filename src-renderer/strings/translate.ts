// This import must come first, because the built page evaluates the schemas of the texts before the module `main.tsx`.
import '../zod-config.ts';
import {
  type CountKey,
  inWords,
  type Language,
  LOCALES,
  type PlainKey,
  say,
  type TextKey,
  type ValuesOf,
} from '../../src-main/contract/say.ts';
import { isTextKey, sourceOf } from '../../src-main/contract/texts/messages.ts';

export type { CountKey, PlainKey };

type Locale = Language | 'pseudo';

let locale: Locale = 'en';

export const FORMATS = LOCALES;

/** Returns the language of the texts. The language is English while the locale is `pseudo`. */
export const language = (): Language => (locale === 'pseudo' ? 'en' : locale);

/**
 * Sets the locale of the texts that `t` returns from now on. The locale `pseudo` is for developers: it shows which texts are missing in the
 * catalog and which texts are cut off.
 */
export function setLocale(wanted: Locale): void {
  locale = wanted;
}

/** Returns the message of the catalog with this key. `values` replace the arguments of the message. */
export function t<Key extends TextKey>(key: Key, ...values: ValuesOf<Key>): string {
  return inWords(say(key, ...values), language(), locale === 'pseudo' ? pseudo : undefined);
}

/** Returns a text that the contract made, in the current language. */
export function inLocale(text: string): string {
  return locale === 'pseudo' ? pseudo(text) : text;
}

/** Whether the catalog has a message without arguments with this key, such as `status.` plus a status. For a key that the program computes. */
export function isMessage(key: string): key is PlainKey {
  return isTextKey(key) && !sourceOf(key, 'en').includes('{');
}

const LETTERS: Readonly<Record<string, string>> = {
  a: 'á',
  e: 'é',
  i: 'í',
  o: 'ö',
  u: 'ü',
  A: 'Å',
  E: 'Ë',
  I: 'Ï',
  O: 'Ø',
  U: 'Û',
  n: 'ñ',
  c: 'ç',
  s: 'š',
  y: 'ý',
};

/** Returns a message for the pseudo locale: with accents, a third longer, and in brackets. ICU syntax stays unchanged. */
export function pseudo(message: string): string {
  const accented = outside(message, (text) => [...text].map((letter) => LETTERS[letter] ?? letter).join(''));
  const words = message.replace(/\{[^{}]*\}/g, '').length;
  return `[${accented}${'~'.repeat(Math.ceil(words / 3))}]`;
}

/** Applies `change` to the parts of a message that are text and not ICU syntax. A part inside an even number of braces is text. */
function outside(message: string, change: (text: string) => string): string {
  let depth = 0;
  let result = '';
  let run = '';
  const flush = () => {
    result += depth % 2 === 0 ? change(run) : run;
    run = '';
  };
  for (const letter of message) {
    if (letter === '{' || letter === '}') {
      flush();
      depth += letter === '{' ? 1 : -1;
      result += letter;
    } else run += letter;
  }
  flush();
  return result;
}
