import { afterEach, expect, it } from 'vitest';
import { describeProblem } from '../../../src-main/contract/problem.ts';
import { detailOf } from '../../../src-main/contract/texts/detail.ts';
import { problemError } from '../../../src-main/core/plain-error.ts';
import { describeFailure } from '../../../src-main/hosts/headless/describe-failure.ts';
import { detailText, failureInWords, problemText } from '../../../src-renderer/strings/problem-text.ts';
import { setLocale } from '../../../src-renderer/strings/translate.ts';

afterEach(() => setLocale('en'));

it('says a problem in the words of the catalogue, for what it is about, and as it was told', () => {
  const problem = { code: 'spool.full', detail: 'disk {full} <b>' } as const;
  for (const subject of ['folder', 'drop'] as const) {
    const { message, next } = describeProblem({ ...problem, subject });
    expect(problemText({ ...problem, subject })).toEqual({ message, next });
    expect(message).toContain('disk {full} <b>');
  }
});

it('shows a text of the catalogue as one in the pseudo-locale', () => {
  setLocale('pseudo');
  const { message, next } = problemText(describeProblem({ code: 'folder.missing', detail: null }));
  for (const text of [message, next]) expect(text).toMatch(/^\[.*~\]$/);
});

it('says a problem and a failure in Spanish, and leaves a failure without texts for languages as the engine said it', () => {
  setLocale('es');
  const problem = {
    code: 'service.refused',
    detail: detailOf('detail.statusSentence', { status: '409' }),
  } as const;
  const spanish = {
    message: expect.stringContaining('Respuesta del servicio: Estado 409.'),
    next: expect.any(String),
  };
  expect(problemText(problem)).toEqual(spanish);
  expect(failureInWords(describeFailure(problemError(problem)))).toMatchObject(spanish);
  const away = (detail: string) => problemText({ code: 'service.unreachable', detail }).message;
  const cut = detailOf('detail.withCode', { words: detailOf('detail.connectionCut'), code: 'EPIPE' });
  expect(away(cut)).toContain('(la conexión se cortó (EPIPE))');
  expect(away('words of the service (X)')).toContain('(words of the service (X))');
  expect(detailText(cut)).toBe('la conexión se cortó (EPIPE)');
  const other = { code: 'service.refused', message: 'Other words.', next: 'Wait.' };
  expect(failureInWords(other)).toEqual(other);
});
