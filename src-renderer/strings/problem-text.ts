import { describeProblem, type ProblemOfRow } from '../../src-main/contract/problem.ts';
import type { Failure } from '../../src-main/contract/result.ts';
import { inWords, type Said } from '../../src-main/contract/say.ts';
import { detailIn } from '../../src-main/contract/texts/detail.ts';
import { inLocale, language } from './translate.ts';

/** Returns the message about a problem and the advice what to do next, in the language of the app. */
export function problemText(problem: ProblemOfRow): { readonly message: string; readonly next: string } {
  const { message, next } = describeProblem(problem, language());
  return { message: inLocale(message), next: inLocale(next) };
}

/** Returns the failure with its texts in the language of the app. A failure without `said` stays unchanged. */
export function failureInWords(failure: Failure): Failure {
  const { said } = failure;
  if (said === undefined) return failure;
  return { ...failure, message: saidText(said.message), next: saidText(said.next) };
}

/** Returns the detail of a problem, such as a refused connection, in the language of the app. */
export const detailText = (detail: string): string => inLocale(detailIn(detail, language()));

/** Returns a text from the engine in the language of the app. */
export const saidText = (said: Said): string => inLocale(inWords(said, language()));
