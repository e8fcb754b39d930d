import { expect, test } from 'vitest';
import { describeProblem, problemCodeSchema } from '../../../src-main/contract/problem.ts';
import { PROBLEMS } from '../../../src-main/contract/problem-texts.ts';

const codes = Object.keys(PROBLEMS).map((code) => problemCodeSchema.parse(code));

test.each(codes)('%s reads as sentences, with and without what the service said', (code) => {
  for (const detail of [null, '', 'it said this', '(EACCES)']) {
    const { message, next } = describeProblem({ code, detail });
    expect(message).toMatch(/^[A-Z].*\S[.)]?$/);
    expect(message).not.toMatch(/[{}[\]]|\(\(|\(\)| {2}| [.,]|undefined|null/);
    expect(next).not.toBe('');
  }
});

test('what the service said is repeated as it is, patterns of the replacement included', () => {
  const { message } = describeProblem({
    code: 'service.invalid',
    detail: "costs $& or $1 in [brackets] or $'",
  });
  expect(message).toContain("It says: costs $& or $1 in [brackets] or $'");
  expect(describeProblem({ code: 'service.invalid', detail: null }).message).not.toContain('It says');
});
