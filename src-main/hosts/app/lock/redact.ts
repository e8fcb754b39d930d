import { assertNever } from '../../../contract/assert-never.ts';
import type { AppEvent } from '../../../contract/events.ts';
import { describeProblem, type ProblemOfRow } from '../../../contract/problem.ts';
import type { Attention, Overview } from '../../../contract/views/overview.ts';
import { isLocked } from './lock-words.ts';

/** Returns the event without names, for a locked station; null if a locked station must not send the event. */
export function redactEvent(event: AppEvent): AppEvent | null {
  switch (event.kind) {
    case 'overview':
      return { kind: 'overview', overview: redactOverview(event.overview) };
    case 'lock':
    case 'preferences':
    case 'go':
      return event;
    case 'progress':
    case 'confirm':
    case 'drop':
      return null;
    default:
      return assertNever(event);
  }
}

// Returns the overview without names. Each allowed field is listed, so that a locked station does not send a new field by default.
function redactOverview(overview: Overview): Overview {
  const { connection, decided_today: decided } = overview;
  return {
    revision: overview.revision,
    now: overview.now,
    station: overview.station,
    environment: overview.environment,
    state: overview.state,
    connection: {
      state: connection.state,
      confirmed_at: connection.confirmed_at,
      next_try_at: connection.next_try_at,
      problem: connection.problem && plain(connection.problem),
    },
    compared: overview.compared,
    recorded: overview.recorded,
    account: overview.account,
    files_unrecorded: overview.files_unrecorded,
    others_to_send: overview.others_to_send,
    others_settling: overview.others_settling,
    answers_not_out: overview.answers_not_out,
    folders_unreachable: overview.folders_unreachable,
    folders_unseen: overview.folders_unseen,
    folders_paused: overview.folders_paused,
    folders_unscanned: overview.folders_unscanned,
    folders: overview.folders,
    lanes_paused: overview.lanes_paused.map(({ lane, problem }) => ({ lane, problem: plain(problem) })),
    stations_shared: overview.stations_shared,
    attention: overview.attention.map(redactAttention),
    sending: { count: overview.sending.count, rows: [] },
    checking: { count: overview.checking.count, tasks: [] },
    decided_today: {
      count: decided.count,
      tasks: [],
      approved: decided.approved,
      not_approved: decided.not_approved,
      ended_badly: decided.ended_badly,
      not_loaded: decided.not_loaded,
    },
    tasks_known: overview.tasks_known,
    tasks_set_aside: overview.tasks_set_aside,
    tasks_given_up: overview.tasks_given_up,
  };
}

function redactAttention(attention: Attention): Attention {
  switch (attention.kind) {
    case 'engine-stopped': {
      // The text of the failure may contain a path, so the page gets the text of `isLocked` instead.
      const { message, next } = isLocked();
      return { kind: 'engine-stopped', failure: { code: attention.failure.code, message, next } };
    }
    case 'failed-act': {
      const { message, next } = isLocked();
      const failure = { code: attention.failure.code, message, next };
      return { kind: 'failed-act', count: attention.count, newest: attention.newest, failure };
    }
    case 'unwritable':
    case 'secret':
    case 'network':
    case 'clock':
    case 'copies':
    case 'callbacks':
    case 'stations':
    case 'record':
      return { kind: attention.kind, problem: plain(attention.problem) };
    case 'folder':
    case 'upkeep':
      return { kind: attention.kind, folder: '', problem: plain(attention.problem) };
    case 'unreadable':
      return { kind: 'unreadable', folder: '', count: attention.count };
    case 'backlog':
      return { kind: 'backlog', folder: '', count: attention.count, causes: attention.causes };
    case 'denied':
    case 'held':
    case 'rejected':
    case 'stuck':
      return { kind: attention.kind, count: attention.count, problem: plain(attention.problem) };
    case 'waiting':
      return { kind: 'waiting', count: attention.count, longest_since: attention.longest_since };
    case 'twin':
    case 'wrong-patient':
    case 'corrected-patient':
      return { kind: attention.kind, count: attention.count, task: '' };
    case 'not-approved':
    case 'ended-badly':
    case 'drop':
      return { kind: attention.kind, count: attention.count };
    default:
      return assertNever(attention);
  }
}

// Returns the problem without detail, because the detail may contain a file name.
const plain = ({ code, subject }: ProblemOfRow) => describeProblem({ code, subject, detail: null });
