import { expect, it } from 'vitest';
import { describeProblem, problemCodeSchema } from '../../../src-main/contract/problem.ts';
import { PROBLEMS } from '../../../src-main/contract/problem-texts.ts';
import { problemText } from '../../../src-renderer/strings/problem-text.ts';

const viewOf = (code: string, detail: string | null) => {
  const problem = { code: problemCodeSchema.parse(code), detail };
  return { ...describeProblem(problem), detail };
};

it('says every problem with and without what the service said, and names no command', () => {
  for (const code of Object.keys(PROBLEMS)) {
    for (const detail of [null, 'disk {full} <b>']) {
      const { message, next } = problemText(viewOf(code, detail));
      expect(message).toBe(viewOf(code, detail).message);
      expect(next).not.toMatch(/clearfolder [a-z]|taskType|NUMBER|SUBMISSION/);
    }
  }
});

it('falls back to the words of the engine', () => {
  const problem = { ...viewOf('file.empty', null), message: 'What', next: 'Do' };
  const unknown = Object.assign(problem, JSON.parse('{"code":"file.of-tomorrow"}'));
  expect(problemText(unknown)).toEqual({ message: 'What', next: 'Do' });
});
