import { FormatError, IntlMessageFormat } from 'intl-messageformat';
import { CATALOGS } from './catalogs.ts';
import type { Messages } from './message-keys.d.ts';

export const LANGUAGES = ['en', 'es'] as const;
export type Language = (typeof LANGUAGES)[number];

/**
 * The locale of numbers and dates in each language. Spanish uses `es-US`, which writes a decimal point, because number fields accept no
 * decimal comma.
 */
export const LOCALES = { en: 'en', es: 'es-US' } as const satisfies Record<Language, string>;

/** The key of a message in `en/*.json` and `es/*.json`. */
export type TextKey = keyof Messages<string>;

export const isTextKey = (key: string): key is TextKey => Object.hasOwn(CATALOGS.en, key);

/** The keys that begin with `start`, in the order of the catalog. */
export const keysThatBegin = (start: string): readonly TextKey[] =>
  Object.keys(CATALOGS.en)
    .filter(isTextKey)
    .filter((key) => key.startsWith(start));

/** Returns the ICU message of a key. A key of another version of Clearfolder stands for its message. */
export const sourceOf = (key: string, language: Language): string => CATALOGS[language][key] ?? key;

const QUOTED_BRACE = /'([{}])'/g;

const formats = new Map<string, IntlMessageFormat>();

/**
 * Returns the message of a key with its values. Each message is parsed at its first use. A message whose values are missing, because another
 * version of Clearfolder stored the key, is returned as it stands in the catalog.
 */
export function messageText(
  key: string,
  language: Language,
  values: Readonly<Record<string, string | number>>,
  change: (source: string) => string = (source) => source,
): string {
  const source = change(sourceOf(key, language));
  // Most messages have no arguments. Such a message is its own text, apart from the apostrophes around a brace, and needs no parser, so
  // that the start of the command line loads none of the parser's data.
  const text = source.replace(QUOTED_BRACE, '');
  if (!/[{}]|''/.test(text)) return source.replace(QUOTED_BRACE, '$1');
  const id = `${language} ${source}`;
  const format =
    formats.get(id) ?? new IntlMessageFormat(source, LOCALES[language], undefined, { ignoreTag: true });
  formats.set(id, format);
  try {
    return String(format.format(values));
  } catch (error) {
    if (error instanceof FormatError) return source;
    throw error;
  }
}
