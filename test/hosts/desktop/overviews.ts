import { describeProblem } from '../../../src-main/contract/problem.ts';
import { NOTHING_FOUND } from '../../../src-main/contract/views/common.ts';
import type { Attention, Overview } from '../../../src-main/contract/views/overview.ts';

/** A name that must never be seen outside the window. */
export const CANARY = 'Zzyzx-Quill';

const problem = { ...describeProblem({ code: 'file.unreadable', detail: CANARY }), detail: CANARY };

/** An overview in which everything is well, but for what is changed. */
export function overview(change: Partial<Overview> = {}): Overview {
  return {
    revision: 1,
    now: '2026-03-02T14:32:10Z',
    station: CANARY,
    environment: 'production',
    connection: {
      state: 'connected',
      confirmed_at: '2026-03-02T14:32:00Z',
      next_try_at: null,
      problem: null,
    },
    account: NOTHING_FOUND,
    answers_not_out: 0,
    folders_unreachable: 0,
    folders_unseen: 0,
    folders_paused: 0,
    folders: 1,
    attention: [],
    sending: { count: 0, rows: [] },
    checking: { count: 0, tasks: [] },
    decided_today: { count: 0, tasks: [], approved: 0, not_approved: 0, ended_badly: 0 },
    tasks_known: 0,
    ...change,
  };
}

export const accountWith = (change: Partial<Overview['account']>) => ({ ...NOTHING_FOUND, ...change });
export const connectionIn = (state: Overview['connection']['state']) => ({
  state,
  confirmed_at: '2026-03-02T14:32:00Z',
  next_try_at: null,
  problem,
});

export const ATTENTION = {
  waiting: (count: number): Attention => ({ kind: 'waiting', count, longest_since: '2026-03-01T08:00:00Z' }),
  held: (count: number): Attention => ({ kind: 'held', count, problem }),
  rejected: (count: number): Attention => ({ kind: 'rejected', count, problem }),
  folder: (): Attention => ({ kind: 'folder', folder: CANARY, problem }),
  secret: (): Attention => ({ kind: 'secret', problem }),
};
