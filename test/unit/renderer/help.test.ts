import { afterEach, describe, expect, test } from 'vitest';
import { placeSchema } from '../../../src-main/contract/events.ts';
import { CATALOGS } from '../../../src-main/contract/texts/catalogs.ts';
import { helpOf, searchHelp } from '../../../src-renderer/strings/help.ts';
import { setLocale } from '../../../src-renderer/strings/translate.ts';

const SCREENS = placeSchema.options.flatMap(({ shape: { screen } }) =>
  'options' in screen ? screen.options : [...screen.values],
);

afterEach(() => setLocale('en'));

describe.each([
  ['en', CATALOGS.en],
  ['es', CATALOGS.es],
] as const)('in %s', (locale, texts) => {
  test('every screen, and the outbox, has help: what it shows, what people do, what its words mean, what to do when stuck', () => {
    setLocale(locale);
    for (const topic of [...SCREENS, 'outbox' as const]) {
      const { title, shows, parts } = helpOf(topic);
      expect([title, shows].join(), topic).not.toMatch(/undefined|\{/);
      expect(parts.map(({ part }) => part)).toEqual(['steps', 'words', 'stuck']);
      for (const { part, entries } of parts) {
        expect(entries.length, `${topic} ${part}`).toBeGreaterThan(1);
        for (const { title: name, text } of entries) expect(`${name} ${text}`.length, name).toBeLessThan(300);
      }
    }
  });

  test('the help quotes only texts of the app', () => {
    setLocale(locale);
    const said = new Set<string>(Object.values(texts));
    const quoted = JSON.stringify(searchHelp('')).match(/(?<=“)[^”]+(?=”)/g) ?? [];
    expect(quoted.length).toBeGreaterThan(40);
    expect(quoted.filter((text) => !said.has(text))).toEqual([]);
  });
});

test('a search finds the entries of every screen that have all its words, with or without accents', () => {
  setLocale('es');
  const found = searchHelp('conexion interrumpio');
  expect(found.map(({ topic }) => topic)).toEqual(['today', 'outbox']);
  const titles = found.flatMap(({ parts }) =>
    parts.flatMap(({ entries }) => entries.map(({ title }) => title)),
  );
  expect(titles).toEqual([CATALOGS.es['state.unconfirmed'], CATALOGS.es['state.unconfirmed']]);
  expect(searchHelp('xyzzy')).toEqual([]);
});
