import { z } from 'zod';
import type { Failure } from '../../../contract/result.ts';
import type { FolderRule } from '../../../contract/settings.ts';
import { NOTHING_FOUND } from '../../../contract/views/common.ts';
import type { Attention, Overview } from '../../../contract/views/overview.ts';
import { stationStateOf } from '../../../contract/views/station-report.ts';
import { type Ledger, readAll, readNumber } from '../../ledger/db/ledger.ts';
import { readState } from '../../ledger/db/station-state.ts';
import { accountOf, answersNotOut } from '../../ledger/tables/counts.ts';
import { NO_TEST } from '../../ledger/tables/outbox-rows.ts';
import { AS_OF_KEY } from '../../ledger/tasks/task-row.ts';
import { countTasks } from '../../ledger/tasks/task-search.ts';
import { readOwnHealth } from '../../stations/own-health.ts';
import { outboxRefSchema, outboxRows, type Underway } from '../outbox/outbox-rows-view.ts';
import { tasksPutAway } from '../waiting-view.ts';
import {
  backlogAttention,
  callbacksAttention,
  copiesAttention,
  deniedAttention,
  failedActAttention,
  folderAttention,
  foldersNotKnown,
  heldAttention,
  othersToSend,
  recordAttention,
  rejectedAttention,
  stationsAttention,
  stuckAttention,
  twinAttention,
  unreadableAttention,
  upkeepAttention,
} from './attention.ts';
import {
  clockProblem,
  connectionOf,
  type EngineStanding,
  lanesPaused,
  ledgerProblem,
  networkProblem,
  secretProblem,
} from './connection.ts';
import {
  correctedOfTwoPatients,
  tasksChecked,
  tasksDecided,
  tasksOfTwoPatients,
  tasksToFollowUp,
  tasksWaiting,
} from './tasks.ts';

const LISTED = 50;

export interface OverviewParts {
  readonly now: number;
  readonly revision: number;
  readonly station: string;
  readonly environment: string;
  readonly rules: readonly FolderRule[];
  readonly copies: string | null;
  /** The ledger; null if the ledger cannot be opened. The overview then has no counts, and `failure` contains the reason. */
  readonly ledger: Ledger | null;
  readonly engine: (EngineStanding & { readonly underway: Underway }) | null;
  /** The reason why no engine runs; null while an engine runs or starts. */
  readonly failure: Failure | null;
  readonly drops: number;
}

/** Returns the overview. All reads are in one transaction, so that all counts on the Today screen agree. */
export function overviewView(parts: OverviewParts): Overview {
  const { ledger } = parts;
  const overview =
    ledger === null ? withoutLedger(parts) : ledger.db.transaction(() => withLedger(parts, ledger))();
  return { ...overview, state: stationStateOf(overview) };
}

function withLedger(parts: OverviewParts, ledger: Ledger): Omit<Overview, 'state'> {
  const { rules, engine, failure, now } = parts;
  const { set_aside, given_up } = tasksPutAway(ledger, now);
  const others = othersToSend(ledger, rules);
  const notKnown = foldersNotKnown(ledger, rules, engine?.lookedThrough ?? null);
  return {
    ...named(parts),
    connection: connectionOf(engine, failure, readState(ledger, AS_OF_KEY, z.number()), now),
    recorded: true,
    account: accountOf(ledger),
    files_unrecorded: engine?.filesUnrecorded ?? 0,
    others_to_send: others.all,
    others_settling: others.settling,
    answers_not_out: answersNotOut(ledger),
    folders_unreachable: notKnown.unreachable,
    folders_unseen: notKnown.unseen,
    folders_paused: notKnown.paused,
    folders_unscanned: notKnown.unscanned,
    lanes_paused: engine === null ? [] : lanesPaused(engine, now),
    stations_shared: readOwnHealth(ledger) !== null,
    attention: attentionOf(parts, ledger),
    sending: sendingOf(ledger, engine?.underway ?? []),
    checking: tasksChecked(ledger),
    decided_today: tasksDecided(ledger, new Date(now).setHours(0, 0, 0, 0)),
    tasks_known: countTasks(ledger),
    tasks_set_aside: set_aside,
    tasks_given_up: given_up,
  };
}

function attentionOf(parts: OverviewParts, ledger: Ledger): Attention[] {
  const { rules, engine, failure, drops, now } = parts;
  const secret = engine === null ? null : secretProblem(engine);
  const network = engine === null ? null : networkProblem(engine);
  const waiting = tasksWaiting(ledger, now);
  const { notApproved, endedBadly } = tasksToFollowUp(ledger);
  return [
    ...stopped(failure),
    ...unwritable(engine),
    ...when(secret, (problem): Attention => ({ kind: 'secret', problem })),
    ...when(network, (problem): Attention => ({ kind: 'network', problem })),
    ...when(engine && clockProblem(engine), (problem): Attention => ({ kind: 'clock', problem })),
    ...stationsAttention(ledger),
    ...recordAttention(ledger, rules),
    ...failedActAttention(ledger),
    ...twinAttention(ledger),
    ...folderAttention(ledger, rules),
    ...unreadableAttention(ledger, rules),
    ...upkeepAttention(ledger, rules),
    ...when(tasksOfTwoPatients(ledger), (found): Attention => ({ kind: 'wrong-patient', ...found })),
    ...when(
      waiting,
      ({ count, longestSince }): Attention => ({ kind: 'waiting', count, longest_since: longestSince }),
    ),
    ...deniedAttention(ledger),
    ...rejectedAttention(ledger),
    ...heldAttention(ledger),
    ...backlogAttention(ledger),
    ...stuckAttention(ledger, now),
    ...copiesAttention(ledger, parts.copies),
    ...callbacksAttention(ledger),
    ...when(correctedOfTwoPatients(ledger), (found): Attention => ({ kind: 'corrected-patient', ...found })),
    ...counted('not-approved', notApproved),
    ...counted('ended-badly', endedBadly),
    ...counted('drop', drops),
  ];
}

function sendingOf(ledger: Ledger, underway: Underway): Overview['sending'] {
  const open = `state IN ('queued', 'sending', 'unconfirmed') AND ${NO_TEST}`;
  const count = ledger.db.prepare(
    `SELECT (SELECT COUNT(*) FROM submission WHERE ${open}) + (SELECT COUNT(*) FROM message WHERE ${open}) AS n`,
  );
  const newest = ledger.db.prepare(
    `SELECT "table", id FROM (
       SELECT 'submission' AS "table", id, state, MAX(created_at, COALESCE(last_sent_at, 0)) AS at
         FROM submission WHERE ${open}
       UNION ALL
       SELECT 'message', id, state, MAX(created_at, COALESCE(first_sent_at, 0)) FROM message WHERE ${open})
     ORDER BY CASE state WHEN 'sending' THEN 0 WHEN 'unconfirmed' THEN 1 ELSE 2 END, at DESC LIMIT ${LISTED}`,
  );
  return {
    count: readNumber(count),
    rows: outboxRows(ledger, readAll(newest, outboxRefSchema), underway),
  };
}

function withoutLedger(parts: OverviewParts): Omit<Overview, 'state'> {
  const none = { count: 0, tasks: [] };
  return {
    ...named(parts),
    connection: connectionOf(parts.engine, parts.failure, null, parts.now),
    recorded: false,
    account: NOTHING_FOUND,
    files_unrecorded: parts.engine?.filesUnrecorded ?? 0,
    others_to_send: 0,
    others_settling: 0,
    answers_not_out: 0,
    // Without the ledger the state of every folder is unknown, so every folder counts as unreachable.
    folders_unreachable: parts.rules.length,
    folders_unseen: 0,
    folders_paused: 0,
    folders_unscanned: parts.rules.length,
    lanes_paused: [],
    stations_shared: false,
    attention: [...stopped(parts.failure), ...unwritable(parts.engine), ...counted('drop', parts.drops)],
    sending: { count: 0, rows: [] },
    checking: none,
    decided_today: { ...none, approved: 0, not_approved: 0, ended_badly: 0, not_loaded: 0 },
    tasks_known: 0,
    tasks_set_aside: 0,
    tasks_given_up: 0,
  };
}

function named({ revision, now, station, environment, rules, engine }: OverviewParts) {
  const compared = engine?.compared ?? false;
  return {
    revision,
    now: new Date(now).toISOString(),
    station,
    environment,
    compared,
    folders: rules.length,
  };
}

function stopped(failure: Failure | null): Attention[] {
  return when(failure, (told): Attention => ({ kind: 'engine-stopped', failure: told }));
}

function unwritable(engine: EngineStanding | null): Attention[] {
  return when(engine && ledgerProblem(engine), (problem): Attention => ({ kind: 'unwritable', problem }));
}

function counted(kind: 'not-approved' | 'ended-badly' | 'drop', count: number): Attention[] {
  return count === 0 ? [] : [{ kind, count }];
}

function when<T>(value: T | null, make: (value: T) => Attention): Attention[] {
  return value === null ? [] : [make(value)];
}
