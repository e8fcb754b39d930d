import { expect, test } from 'vitest';
import { inWords, joined, languageOf, type Said, say, sayProblem } from '../../../src-main/contract/say.ts';
import { CATALOGS } from '../../../src-main/contract/texts/catalogs.ts';
import { detailIn, detailOf } from '../../../src-main/contract/texts/detail.ts';
import { messageText } from '../../../src-main/contract/texts/messages.ts';

test('every Spanish text begins and ends as its English text does', () => {
  for (const [key, english] of Object.entries(CATALOGS.en)) {
    const spanish = CATALOGS.es[key] ?? '';
    expect(spanish.trim(), key).not.toBe('');
    expect(/^\s/.test(spanish), key).toBe(/^\s/.test(english));
    if (english.length > 10) expect(/\.\}*$/.test(spanish), key).toBe(/\.\}*$/.test(english));
  }
});

test('a text is said in each language, with the texts and numbers inside it, and never twice replaced', () => {
  const said = say('ledger.dataFolderNetwork', {
    path: '/a/{kind}',
    kind: say('terminal.tasksAre', { count: 12_000, list: '{path}' }),
  });
  expect(inWords(said, 'en')).toContain('/a/{kind} is on the network (12,000 Tasks: {path}.)');
  expect(inWords(said, 'es')).toContain('/a/{kind} está en la red (12,000 tareas: {path}.)');
  const { message, next } = sayProblem({ code: 'file.unreadable', detail: '(EACCES)', subject: 'drop' });
  expect(inWords(joined([message, next], ' '), 'es')).toMatch(
    /^Clearfolder no puede abrir el archivo \(EACCES\).*agregue el archivo de nuevo\.$/,
  );
});

/** The form of a text in the ledger and in the messages between processes. */
const stored: readonly Said[] = [
  say('ledger.dataFolderNetwork', { path: '/a', kind: say('terminal.tasksAre', { count: 2, list: 'x' }) }),
  joined([say('status.waiting'), say('status.gone')], say('common.none')),
  sayProblem({ code: 'service.refused', detail: detailOf('detail.statusSentence', { status: '409' }) })
    .message,
];

test('a stored text holds keys and values and no sentence, so a reworded sentence loses no translation', () => {
  for (const said of stored) {
    const row = JSON.stringify(said);
    for (const language of ['en', 'es'] as const) {
      for (const word of inWords(said, language).match(/[\p{L}]{4,}/gu) ?? [])
        expect(row.toLowerCase().includes(` ${word.toLowerCase()} `), row).toBe(false);
      expect(inWords(JSON.parse(row), language)).toBe(inWords(said, language));
    }
  }
});

test('a detail is a message in every language, with the details inside it; the words of others stay as they are', () => {
  const cut = detailOf('detail.withCode', { words: detailOf('detail.connectionCut'), code: 'EPIPE' });
  expect(detailIn(cut, 'en')).toBe('the connection was cut (EPIPE)');
  expect(detailIn(cut, 'es')).toBe('la conexión se cortó (EPIPE)');
  for (const words of ['EACCES', '{"detail":"detail.unknown","values":{}}', '{"detail":"detail.', '{}'])
    expect(detailIn(words, 'es')).toBe(words);
});

test('a text of another version of Clearfolder is shown by its key, or without its missing values', () => {
  expect(inWords({ key: 'of.another.version', values: {} }, 'es')).toBe('of.another.version');
  expect(messageText('terminal.tasksAre', 'en', {})).toBe(CATALOGS.en['terminal.tasksAre']);
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
