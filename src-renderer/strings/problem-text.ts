import { describeProblem } from '../../src-main/contract/problem.ts';
import type { ProblemView } from '../../src-main/contract/views/common.ts';
import { inLocale } from './translate.ts';

/** What happened and what to do next, in the language of the app. */
export function problemText(problem: ProblemView): { readonly message: string; readonly next: string } {
  const { message, next } = describeProblem(problem);
  return { message: inLocale(message), next: inLocale(next) };
}
