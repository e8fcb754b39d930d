import { afterEach, describe, expect, test } from 'vitest';
import { SERVICE_PROBLEMS_ES } from '../../../src-main/contract/es/service-problems.ts';
import { STATION_PROBLEMS_ES } from '../../../src-main/contract/es/station-problems.ts';
import { PROBLEMS } from '../../../src-main/contract/problem.ts';
import { EN } from '../../../src-renderer/strings/en/index.ts';
import { ES } from '../../../src-renderer/strings/es/index.ts';
import { isMessage, pseudo, setLocale, t } from '../../../src-renderer/strings/translate.ts';

const keys = Object.keys(EN).filter(isMessage);
const argumentsOf = (message: string) =>
  [...new Set([...message.matchAll(/\{(\w+)\s*[,}]/g)].map(([, name]) => name ?? ''))].sort();
/** Something for every argument a message could have. */
const filled = (message: string, count: number) =>
  Object.fromEntries(
    argumentsOf(message).map((name) => [name, /\{\w+, (plural|number)/.test(message) ? count : `<${name}>`]),
  );

afterEach(() => setLocale('en'));

describe.each(['en', 'es', 'pseudo'] as const)('in %s', (locale) => {
  test('every message can be said, with 0, 1 and many of what it counts', () => {
    setLocale(locale);
    for (const key of keys) {
      for (const count of [0, 1, 214]) {
        const said = t(key, filled(EN[key], count));
        expect(said.trim(), key).not.toBe('');
        expect(said, key).not.toMatch(/\{|\}|undefined|#/);
      }
    }
  });
});

test('the pseudo-locale keeps the arguments and brackets and lengthens the rest', () => {
  for (const key of keys) {
    expect(argumentsOf(pseudo(EN[key])), key).toEqual(argumentsOf(EN[key]));
    setLocale('pseudo');
    const said = t(key, filled(EN[key], 2));
    expect(said.startsWith('[') && said.endsWith(']'), key).toBe(true);
  }
});

const PROBLEMS_ES = { ...STATION_PROBLEMS_ES, ...SERVICE_PROBLEMS_ES };

/** The texts of a problem with the place of each, such as `file.empty drop next`. */
const textsOf = (value: unknown, place = ''): [string, string][] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, inner]) => textsOf(inner, `${place} ${name}`))
    : [[place.trim(), String(value)]];

test('the Spanish texts have the keys, the arguments and the kinds of arguments of the English texts', () => {
  expect(Object.keys(ES).sort()).toEqual(Object.keys(EN).sort());
  const kindsOf = (text: string) =>
    [...new Set(text.match(/\{\w+(, (plural|select|selectordinal|number))?/g) ?? [])]
      .filter((one) => argumentsOf(text).includes(one.slice(1).split(',')[0] ?? ''))
      .sort();
  for (const key of keys) expect(kindsOf(ES[key]), key).toEqual(kindsOf(EN[key]));
  const english = new Map(textsOf(PROBLEMS));
  const spanish = new Map(textsOf(PROBLEMS_ES));
  expect([...spanish.keys()].sort()).toEqual([...english.keys()].sort());
  const holes = (text = '') => text.match(/\[|\{detail\}|\]/g);
  for (const [place, text] of spanish) expect(holes(text), place).toEqual(holes(english.get(place)));
});

test.each([
  ['en', EN, PROBLEMS],
  ['es', ES, PROBLEMS_ES],
] as const)('a problem quotes only texts of the app, in %s', (_, texts, problems) => {
  const said = new Set<string>(Object.values(texts));
  const quoted = textsOf(problems)
    .filter(([place]) => !place.endsWith(' command'))
    .flatMap(([, text]) => text.match(/(?<=“)[^”]+(?=”)/g) ?? []);
  expect(quoted.filter((text) => !said.has(text) && !/^(not? |A restored|Move a folder)/.test(text))).toEqual(
    [],
  );
});

test('every text is spelled as in the United States', () => {
  const british =
    /\b\w*(isation|[ln]ised?\b|[ln]ising|ognise|yse[ds]?\b|colour|favour|behaviour|neighbour|cancelled|labelled|catalogue|licence|centre|grey)\w*/i;
  const problems = Object.values(PROBLEMS).map((problem) => JSON.stringify(problem));
  expect([...Object.values(EN), ...problems].filter((text) => british.test(text))).toEqual([]);
});

test('an apostrophe is an apostrophe', () => {
  const withApostrophe = keys.filter((key) => EN[key].includes("'"));
  for (const key of withApostrophe) expect(t(key, filled(EN[key], 2)), key).toContain("'");
});
