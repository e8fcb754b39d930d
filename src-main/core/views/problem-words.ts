import type { ProblemSubject } from '../../contract/problem.ts';
import { describeForCommandLine, describeProblem } from '../../contract/problem.ts';
import type { ProblemView } from '../../contract/views/common.ts';
import { type ProblemColumns, problemOf } from '../ledger/tables/outbox-rows.ts';

export function rowProblem(row: ProblemColumns, subject: ProblemSubject = 'folder'): ProblemView | null {
  const problem = problemOf(row);
  return problem && describeProblem({ ...problem, subject });
}

export function commandLineProblem(row: ProblemColumns, subject: ProblemSubject = 'folder') {
  const problem = problemOf(row);
  return problem && describeForCommandLine({ ...problem, subject });
}
