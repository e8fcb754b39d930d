import { IntlMessageFormat } from 'intl-messageformat';
import { EN, type MessageKey } from './en/index.ts';

export type { MessageKey };

type MessageValues = Readonly<Record<string, string | number>>;
type Locale = 'en' | 'pseudo';

let locale: Locale = 'en';
const formats = new Map<string, IntlMessageFormat>();

/** Sets the language of all later texts. The locale `pseudo` shows which texts are outside the catalog or cut off. */
export function setLocale(wanted: Locale): void {
  locale = wanted;
}

/** Returns a message of the catalog with its ICU arguments filled in. */
export function t(key: MessageKey, values: MessageValues = {}): string {
  const id = `${locale} ${key}`;
  let format = formats.get(id);
  if (format === undefined) {
    const text = EN[key];
    // In ICU, a single apostrophe can begin a quotation. The catalog uses apostrophes only as apostrophes.
    const source = text.replaceAll("'", "''");
    format = new IntlMessageFormat(locale === 'pseudo' ? pseudo(source) : source, 'en', undefined, {
      ignoreTag: true,
    });
    formats.set(id, format);
  }
  return String(format.format(values));
}

/** Returns a text of the contract in the current language. */
export function inLocale(text: string): string {
  return locale === 'pseudo' ? pseudo(text) : text;
}

/** Whether the catalog has a message for a computed key, such as a key with a problem code. */
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

/** Returns a message with accented words, a third longer, in brackets. ICU arguments and keywords stay unchanged. */
export function pseudo(message: string): string {
  const accented = outside(message, (text) => [...text].map((letter) => LETTERS[letter] ?? letter).join(''));
  const words = message.replace(/\{[^{}]*\}/g, '').length;
  return `[${accented}${'~'.repeat(Math.ceil(words / 3))}]`;
}

/** Applies `change` to the parts of a message that are text and not ICU syntax. These parts are at an even depth of braces. */
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
