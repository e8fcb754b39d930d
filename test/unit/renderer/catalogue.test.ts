import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { afterEach, describe, expect, test } from 'vitest';
import { CATALOGS } from '../../../src-main/contract/texts/catalogs.ts';
import { messageText } from '../../../src-main/contract/texts/messages.ts';
import { pseudo, setLocale, t } from '../../../src-renderer/strings/translate.ts';

const keys = Object.keys(CATALOGS.en);
const english = Object.entries(CATALOGS.en);
type Kinds = Readonly<Record<string, number | string>>;
/** Something for every argument a message has: `count` for a number, and the name in angle brackets for words. */
function valuesOf(parts: readonly MessageFormatElement[], count: number): Kinds {
  return Object.assign(
    {},
    ...parts.map((part) => {
      if (part.type === TYPE.plural || part.type === TYPE.select) {
        const own = { [part.value]: part.type === TYPE.plural ? count : 'yes' };
        return Object.assign(own, ...Object.values(part.options).map(({ value }) => valuesOf(value, count)));
      }
      if (part.type === TYPE.number) return { [part.value]: count };
      return part.type === TYPE.argument ? { [part.value]: `<${part.value}>` } : {};
    }),
  );
}
const filled = (message: string, count: number) => valuesOf(parse(message, { ignoreTag: true }), count);
const argumentsOf = (message: string) => Object.keys(filled(message, 2)).sort();

afterEach(() => setLocale('en'));

describe.each([
  ['en', 'en', undefined],
  ['es', 'es', undefined],
  ['pseudo', 'en', pseudo],
] as const)('in %s', (_, language, change) => {
  test('every message can be said, with 0, 1 and many of what it counts', () => {
    for (const [key, text] of english) {
      for (const count of [0, 1, 214]) {
        const values = filled(text, count);
        const said = messageText(key, language, values, change);
        expect(said.trim(), key).not.toBe('');
        for (const [name, value] of Object.entries(values))
          expect(said, key).not.toMatch(typeof value === 'number' ? /undefined/ : `{${name}`);
      }
    }
  });
});

test('the pseudo-locale keeps the arguments and brackets and lengthens the rest', () => {
  for (const [key, text] of english) {
    expect(argumentsOf(pseudo(text)), key).toEqual(argumentsOf(text));
    const said = messageText(key, 'en', filled(text, 2), pseudo);
    expect(said.startsWith('[') && said.endsWith(']'), key).toBe(true);
  }
  setLocale('pseudo');
  expect(t('common.asOf', { time: 'x' })).toMatch(/^\[.*x.*\]$/);
});

test.each(['en', 'es'] as const)('a problem quotes only texts of the app, in %s', (language) => {
  const texts = Object.entries(CATALOGS[language]);
  const isProblem = (key: string) => key.startsWith('problem.');
  const said = new Set(texts.flatMap(([key, text]) => (isProblem(key) ? [] : [text])));
  const quoted = texts
    .filter(([key]) => isProblem(key) && !/\.command(\.\w+)?$/.test(key))
    .flatMap(([, text]) => text.match(/(?<=“)[^”]+(?=”)/g) ?? []);
  expect(quoted.length).toBeGreaterThan(40);
  expect(quoted.filter((text) => !said.has(text) && !/^(not? |A restored|Move a folder)/.test(text))).toEqual(
    [],
  );
});

test('every text is spelled as in the United States', () => {
  const british =
    /\b\w*(isation|[ln]ised?\b|[ln]ising|ognise|yse[ds]?\b|colour|favour|behaviour|neighbour|cancelled|labelled|catalogue|licence|centre|grey)\w*/i;
  expect(english.filter(([, text]) => british.test(text))).toEqual([]);
});

test('a message without arguments is what the parser makes of it', () => {
  for (const [key, text] of [...english, ...Object.entries(CATALOGS.es)]) {
    const parts = parse(text, { ignoreTag: true });
    if (parts.some(({ type }) => type !== TYPE.literal)) continue;
    const literal = parts.map((part) => ('value' in part ? part.value : '')).join('');
    const language = CATALOGS.en[key] === text ? 'en' : 'es';
    expect(messageText(key, language, {}), key).toBe(literal);
  }
});

test('an apostrophe is an apostrophe', () => {
  const withApostrophe = keys.filter((key) => /\w'\w/.test(CATALOGS.en[key] ?? ''));
  expect(withApostrophe.length).toBeGreaterThan(0);
  for (const key of withApostrophe)
    expect(messageText(key, 'en', filled(CATALOGS.en[key] ?? '', 2)), key).toMatch(/\w'\w/);
});
