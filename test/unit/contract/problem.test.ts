import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  PROBLEM_CODES as codes,
  describeForCommandLine,
  describeProblem,
  PROBLEM_SUBJECTS,
} from '../../../src-main/contract/problem.ts';
import { CATALOGS } from '../../../src-main/contract/texts/catalogs.ts';

const textOf = (key: string) => CATALOGS.en[`problem.${key}`];

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
  const keys = codes.flatMap((code) =>
    ['', '.drop', '.answer', '.change'].map((own) => `${code}.command${own}`),
  );
  const commands = [...new Set(keys.flatMap((key) => textOf(key) ?? []))];
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
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n');
  const begun = [...code.matchAll(/`([a-z]+\.(?:[a-z-]+-)?)\$\{/g)].map(([, start]) => start ?? '');
  const silent = codes.filter(
    (one) => !code.includes(`'${one}'`) && !begun.some((start) => one.startsWith(start)),
  );
  expect(silent).toEqual([]);
  for (const name of codes) {
    expect(textOf(`${name}.command`), name).not.toBe(textOf(`${name}.next`));
    for (const subject of PROBLEM_SUBJECTS) {
      for (const what of ['message', 'next']) {
        const own = textOf(`${name}.${what}.${subject}`);
        if (own !== undefined) expect(own, name).not.toBe(textOf(`${name}.${what}`));
      }
    }
  }
});
