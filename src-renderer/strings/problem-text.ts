import { describeProblem, type ProblemOfRow } from '../../src-main/contract/problem.ts';
import { inLocale } from './translate.ts';

/** Returns the message about a problem and the advice what to do next, in the language of the app. */
export function problemText(problem: ProblemOfRow): { readonly message: string; readonly next: string } {
  const { message, next } = describeProblem(problem);
  return { message: inLocale(message), next: inLocale(next) };
}
