import { afterEach, describe, expect, test } from 'vitest';
import { PROBLEMS } from '../../../src-main/contract/problem.ts';
import { EN } from '../../../src-renderer/strings/en/index.ts';
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

describe.each(['en', 'pseudo'] as const)('in %s', (locale) => {
  test('every message can be said, with 0, 1 and many of what it counts', () => {
    setLocale(locale);
    for (const key of keys) {
      for (const count of [0, 1, 214]) {
        const said = t(key, filled(EN[key], count));
        expect(said.trim(), key).not.toBe('');
        expect(said, key).not.toMatch(/\{|\}|undefined/);
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
