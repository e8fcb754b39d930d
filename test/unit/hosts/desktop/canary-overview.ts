import { describeProblem } from '../../../../src-main/contract/problem.ts';
import { NOTHING_FOUND } from '../../../../src-main/contract/views/common.ts';
import type { Attention, Overview } from '../../../../src-main/contract/views/overview.ts';
import { overviewOf } from '../../../support/overview-sample.ts';

/** A name that must never be seen outside the window. */
export const CANARY = 'Zzyzx-Quill';

export const problem = { ...describeProblem({ code: 'file.unreadable', detail: CANARY }), detail: CANARY };

/** An overview of a station with that name in which all is well, but for what is changed. */
export const overview = (change: Partial<Overview> = {}): Overview =>
  overviewOf({ station: CANARY, account: NOTHING_FOUND, tasks_known: 0, ...change });

export const accountWith = (change: Partial<Overview['account']>) => ({ ...NOTHING_FOUND, ...change });
export const connectionIn = (
  state: Overview['connection']['state'],
  trouble: Overview['connection']['problem'] = state === 'connected' ? null : problem,
) => ({
  state,
  confirmed_at: '2026-03-02T14:32:00Z',
  next_try_at: null,
  problem: trouble,
});

export const ATTENTION = {
  waiting: (count: number): Attention => ({ kind: 'waiting', count, longest_since: '2026-03-01T08:00:00Z' }),
  held: (count: number): Attention => ({ kind: 'held', count, problem }),
  rejected: (count: number): Attention => ({ kind: 'rejected', count, problem }),
  folder: (): Attention => ({ kind: 'folder', folder: CANARY, problem }),
  secret: (): Attention => ({ kind: 'secret', problem }),
};
