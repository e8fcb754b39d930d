import { expect, test } from 'vitest';
import { languageFor } from '../../../src-renderer/state/language.ts';

test.each([
  ['system', 'es-MX', 'es'],
  ['system', 'ES', 'es'],
  ['system', 'est', 'en'],
  ['system', 'de-DE', 'en'],
  [undefined, 'es', 'es'],
  ['en', 'es-MX', 'en'],
  ['es', 'en-US', 'es'],
] as const)('a person who wants %s on a system in %s reads %s', (wanted, system, language) => {
  expect(languageFor(wanted, system)).toBe(language);
});
