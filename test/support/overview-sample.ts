import { describeProblem, type ProblemCode } from '../../src-main/contract/problem.ts';
import { type AccountView, NOTHING_FOUND, type ProblemView } from '../../src-main/contract/views/common.ts';
import type { OutboxRow } from '../../src-main/contract/views/outbox.ts';
import type { Connection, Overview } from '../../src-main/contract/views/overview.ts';
import { stationStateOf } from '../../src-main/contract/views/station-report.ts';

export const AT = '2026-11-21T14:32:00';

export function problemOf(code: ProblemCode): ProblemView {
  return { ...describeProblem({ code, detail: null }), detail: null };
}

/** An account whose sum adds up. */
export function accountOf(counts: Partial<AccountView>): AccountView {
  const { unreadable, ...states } = { ...NOTHING_FOUND, ...counts, found: 0 };
  return { ...states, unreadable, found: Object.values(states).reduce((sum, count) => sum + count, 0) };
}

/** A submission of one file that is on its way. */
export function outboxRowOf(problem: ProblemView | null): OutboxRow {
  return {
    id: 'one',
    kind: 'submission',
    state: 'queued',
    task_uuid: null,
    task_name: null,
    task_type: 'prior-auth',
    folder: 'scans',
    files: [{ path: 'scan.pdf', size: 1 }],
    attempts: 1,
    created_at: AT,
    next_attempt_at: null,
    progress: null,
    problem,
    allowed_task_types: [],
    perhaps_sent: false,
    by: null,
  };
}

/** An overview of a station that is connected and has sent 214 documents, changed as a test wants it. */
export function overviewOf(changes: Partial<Overview> = {}, connection: Partial<Connection> = {}): Overview {
  const none = { count: 0, tasks: [] };
  const sample: Omit<Overview, 'state'> = {
    revision: 1,
    now: AT,
    station: 'front-desk',
    environment: 'production',
    connection: { state: 'connected', confirmed_at: AT, next_try_at: null, problem: null, ...connection },
    compared: connection.state === undefined || connection.state === 'connected',
    recorded: true,
    account: accountOf({ accepted: 214 }),
    files_unrecorded: 0,
    others_to_send: 0,
    others_settling: 0,
    answers_not_out: 0,
    folders_unreachable: 0,
    folders_unseen: 0,
    folders_paused: 0,
    folders_unscanned: 0,
    folders: 1,
    lanes_paused: [],
    stations_shared: false,
    attention: [],
    sending: { count: 0, rows: [] },
    checking: none,
    decided_today: { ...none, approved: 0, not_approved: 0, ended_badly: 0, not_loaded: 0 },
    tasks_known: 214,
    tasks_set_aside: 0,
    tasks_given_up: 0,
    ...changes,
  };
  return { state: stationStateOf(sample), ...sample };
}
