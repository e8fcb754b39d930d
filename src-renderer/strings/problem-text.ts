import { describeProblem, type ProblemOfRow } from '../../src-main/contract/problem.ts';
import { inLocale } from './translate.ts';

/** Returns the message and the next step of a problem, in the language of the app. */
export function problemText(problem: ProblemOfRow): { readonly message: string; readonly next: string } {
  const { message, next } = describeProblem(problem);
  return { message: inLocale(message), next: inLocale(next) };
}
