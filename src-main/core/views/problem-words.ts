import { describeProblem, type Problem, type ProblemCode } from '../../contract/problem.ts';
import type { ProblemView } from '../../contract/views/common.ts';

/** A problem as a user interface shows it: the words, and what was said. */
export function problemView(problem: Problem): ProblemView {
  return { ...describeProblem(problem), detail: problem.detail };
}

/** The problem of a row that has the two columns, or null. */
export function rowProblem(row: {
  problem_code: ProblemCode | null;
  problem_detail: string | null;
}): ProblemView | null {
  return row.problem_code === null
    ? null
    : problemView({ code: row.problem_code, detail: row.problem_detail });
}
