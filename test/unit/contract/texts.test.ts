import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { TEXTS_ES } from '../../../src-main/contract/es/texts/index.ts';
import { inWords, joined, languageOf, say, sayProblem } from '../../../src-main/contract/say.ts';

const texts = Object.entries(TEXTS_ES);
const code = [...globSync('src-main/**/*.ts'), ...globSync('src-renderer/**/*.{ts,tsx}')]
  .filter((path) => !/contract\/es\/|strings\/(en|es)\//.test(path))
  .map((path) => readFileSync(path, 'utf8'))
  .join('\n');

/** How a text can stand in the code: in single quotes, or in double quotes if the text has apostrophes. */
const written = (text: string) => {
  const escaped = text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
  return [`'${escaped.replaceAll("'", "\\'")}'`, `"${escaped.replaceAll('"', '\\"')}"`];
};

test('every Spanish text has an English text that the program says', () => {
  const unused = texts.filter(([english]) => !written(english).some((form) => code.includes(form)));
  expect(unused.map(([english]) => english)).toEqual([]);
});

test('every Spanish text names the values of its English text, and ends as its English text ends', () => {
  const names = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();
  for (const [english, spanish] of texts) {
    expect([...new Set(names(spanish))], english).toEqual([...new Set(names(english))]);
    expect(spanish.trim(), english).not.toBe('');
    expect(/^\s/.test(spanish), english).toBe(/^\s/.test(english));
    expect(spanish.endsWith('.'), english).toBe(english.endsWith('.'));
  }
});

test('a text is said in each language, with the texts and numbers inside it, and never twice replaced', () => {
  const said = say(
    'The data folder {path} is on the network ({kind}), where the record of what was sent could be damaged, so nothing was started.',
    {
      path: '/a/{kind}',
      kind: say('{count} files', { count: 12_000 }),
    },
  );
  expect(inWords(said, 'en')).toContain('/a/{kind} is on the network (12,000 files)');
  expect(inWords(said, 'es')).toContain('/a/{kind} está en la red (12,000 archivos)');
  const { message, next } = sayProblem({ code: 'file.unreadable', detail: '(EACCES)', subject: 'drop' });
  expect(inWords(joined([message, next], ' '), 'es')).toMatch(
    /^Clearfolder no puede abrir el archivo \(EACCES\).*agregue el archivo de nuevo\.$/,
  );
});

test.each([
  ['es', 'es'],
  ['es-MX', 'es'],
  ['es_US.UTF-8', 'es'],
  ['ES@euro', 'es'],
  ['en_US.UTF-8', 'en'],
  ['C.UTF-8', 'en'],
  ['est_EE', 'en'],
  ['', 'en'],
])('the language of %j is %s', (tag, language) => {
  expect(languageOf(tag)).toBe(language);
});
