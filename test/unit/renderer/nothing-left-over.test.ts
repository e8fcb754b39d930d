import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (pattern: string) => globSync(pattern).map((path) => readFileSync(path, 'utf8'));
const code = read('src-renderer/**/*.{ts,tsx}').join('\n');
const components = read('src-renderer/**/*.tsx').join('\n');
const classes = new Set(
  read('src-renderer/**/*.css')
    .flatMap((css) => css.replace(/\/\*.*?\*\//gs, '').match(/[^{}]+(?=\{)/g) ?? [])
    .flatMap((selector) => selector.match(/(?<=\.)[a-z][\w-]*/g) ?? []),
);

/** What comes before the part of a name that is known only as the program runs: `state.${state}`. */
const begun = [...code.matchAll(/([\w.-]+[.-]|\w+\.\w+)\$\{/g)].map(([, start]) => start ?? '');

test('every class of a style sheet is worn somewhere', () => {
  const unworn = [...classes].filter(
    (name) =>
      !new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(code) &&
      !begun.some((start) => start.endsWith('-') && name.startsWith(start)),
  );
  expect(unworn).toEqual([]);
});

test('every class that is worn stands in a style sheet', () => {
  const worn = [...components.matchAll(/className="([^"]+)"/g)].flatMap(([, names]) =>
    (names ?? '').split(' '),
  );
  expect(worn.length).toBeGreaterThan(300);
  expect([...new Set(worn)].filter((name) => !classes.has(name))).toEqual([]);
});
