// This import must come first, because the built page evaluates the schemas of the texts before the module `main.tsx`.
import '../zod-config.ts';
import { IntlMessageFormat } from 'intl-messageformat';
import { LOCALES } from '../../src-main/contract/say.ts';
import { EN, type MessageKey } from './en/index.ts';
import { ES } from './es/index.ts';

export type { MessageKey };

type MessageValues = Readonly<Record<string, string | number>>;
type Locale = 'en' | 'es' | 'pseudo';

let locale: Locale = 'en';

export const FORMATS = LOCALES;
const CATALOGS = { en: EN, es: ES } as const;

/** Returns the language of the texts. The language is English while the locale is `pseudo`. */
export const language = (): 'en' | 'es' => (locale === 'es' ? 'es' : 'en');
const formats = new Map<string, IntlMessageFormat>();

/**
 * Sets the locale of the texts that `t` returns from now on. The locale `pseudo` is for developers: it shows which texts are missing in the
 * catalog and which texts are cut off.
 */
export function setLocale(wanted: Locale): void {
  locale = wanted;
}

/** Returns the message of the catalog with this key. `values` replace the ICU arguments of the message. */
export function t(key: MessageKey, values: MessageValues = {}): string {
  const id = `${locale} ${key}`;
  let format = formats.get(id);
  if (format === undefined) {
    const text = CATALOGS[language()][key];
    // In ICU syntax, a single apostrophe can begin a quotation. The catalog contains no quotations, so each apostrophe is doubled.
    const source = text.replaceAll("'", "''");
    format = new IntlMessageFormat(
      locale === 'pseudo' ? pseudo(source) : source,
      FORMATS[language()],
      undefined,
      {
        ignoreTag: true,
      },
    );
    formats.set(id, format);
  }
  return String(format.format(values));
}

/** Returns a text that the contract made, in the current language. */
export function inLocale(text: string): string {
  return locale === 'pseudo' ? pseudo(text) : text;
}

/** Whether the catalog contains a message with this key. Needed for a key that the program computes, such as `status.` plus a status. */
export function isMessage(key: string): key is MessageKey {
  return Object.hasOwn(EN, key);
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
