import { SERVICE_PROBLEMS_ES } from '../../src-main/contract/es/service-problems.ts';
import { STATION_PROBLEMS_ES } from '../../src-main/contract/es/station-problems.ts';
import {
  describeProblem,
  PROBLEMS,
  type ProblemOfRow,
  problemCodeSchema,
} from '../../src-main/contract/problem.ts';
import type { Failure } from '../../src-main/contract/result.ts';
import { inLocale, language } from './translate.ts';

const TEXTS = { en: PROBLEMS, es: { ...STATION_PROBLEMS_ES, ...SERVICE_PROBLEMS_ES } };

/** Returns the message about a problem and the advice what to do next, in the language of the app. */
export function problemText(problem: ProblemOfRow): { readonly message: string; readonly next: string } {
  const { message, next } = describeProblem(problem, TEXTS[language()]);
  return { message: inLocale(message), next: inLocale(next) };
}

/** Returns a failure of a verb in the language of the app if its texts are the texts of a problem; otherwise the unchanged failure. */
export function failureInWords(failure: Failure): Failure {
  const { detail } = failure;
  const code = problemCodeSchema.safeParse(failure.code);
  if (detail === undefined || !code.success) return failure;
  return { ...failure, ...problemText({ code: code.data, detail }) };
}
