import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  describeForCommandLine,
  describeProblem,
  PROBLEMS,
  problemCodeSchema,
} from '../../../src-main/contract/problem.ts';
import { PROBLEM_SUBJECTS, type ProblemText } from '../../../src-main/contract/problem-text.ts';

const codes = Object.keys(PROBLEMS).map((code) => problemCodeSchema.parse(code));
const texts: readonly (readonly [string, ProblemText])[] = Object.entries(PROBLEMS);

test.each(codes)('%s reads as sentences, with and without what the service said', (code) => {
  for (const subject of PROBLEM_SUBJECTS) {
    for (const detail of [null, '', 'it said this', '(EACCES)']) {
      for (const describe of [describeProblem, describeForCommandLine]) {
        const { message, next } = describe({ code, detail, subject });
        expect(message).toMatch(/^[A-Z].*\S[.)]?$/);
        expect(message).not.toMatch(/[{}[\]]|\(\(|\(\)| {2}| [.,]|undefined|null/);
        expect(next).not.toBe('');
      }
    }
  }
});

test('what the service said is repeated as it is, patterns of the replacement included', () => {
  const { message } = describeProblem({
    code: 'service.invalid',
    detail: "costs $& or $1 in [brackets] or $'",
  });
  expect(message).toContain("The service says: costs $& or $1 in [brackets] or $'");
  expect(describeProblem({ code: 'service.invalid', detail: null }).message).not.toContain('says:');
});

test('the app names no command, and the command line has few texts of its own', () => {
  for (const code of codes) {
    for (const subject of PROBLEM_SUBJECTS) {
      const { next } = describeProblem({ code, detail: null, subject });
      expect(next).not.toMatch(/clearfolder [a-z]|taskType|NUMBER|SUBMISSION/);
    }
  }
  const words = texts.flatMap(([, text]) => [text, text.drop, text.answer, text.change]);
  const commands = [...new Set(words.flatMap((text) => text?.command ?? []))];
  expect(commands.length).toBeGreaterThan(0);
  expect(commands.length).toBeLessThanOrEqual(36);
});

test('what to do for one subject replaces what to do for all, at the command line too', () => {
  const byHand = { code: 'file.too-much-text', detail: null, subject: 'drop' } as const;
  expect(describeForCommandLine({ ...byHand, subject: 'folder' }).next).toContain('clearfolder decide');
  expect(describeForCommandLine(byHand).next).toBe(describeProblem(byHand).next);
});

test('every problem is raised somewhere, and every text of a subject differs from the text for all', () => {
  const code = globSync('src-main/**/*.ts')
    .filter((path) => !/contract\/[a-z]+-problems\.ts$/.test(path))
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n');
  const begun = [...code.matchAll(/`([a-z]+\.(?:[a-z-]+-)?)\$\{/g)].map(([, start]) => start ?? '');
  const silent = codes.filter(
    (one) => !code.includes(`'${one}'`) && !begun.some((start) => one.startsWith(start)),
  );
  expect(silent).toEqual([]);
  for (const [name, text] of texts) {
    expect(text.command, name).not.toBe(text.next);
    for (const own of [text.drop, text.answer, text.change]) {
      if (own === undefined) continue;
      expect(Object.keys(own), name).not.toEqual([]);
      expect(own.message, name).not.toBe(text.message);
      expect(own.next, name).not.toBe(text.next);
    }
  }
});
