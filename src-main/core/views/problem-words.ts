import { describeProblem, type ProblemCode } from '../../contract/problem.ts';
import type { ProblemSubject } from '../../contract/problem-text.ts';
import type { ProblemView } from '../../contract/views/common.ts';

export function rowProblem(
  row: { problem_code: ProblemCode | null; problem_detail: string | null },
  subject: ProblemSubject = 'folder',
): ProblemView | null {
  return row.problem_code === null
    ? null
    : describeProblem({ code: row.problem_code, detail: row.problem_detail, subject });
}
