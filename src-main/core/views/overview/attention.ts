import { z } from 'zod';
import {
  describeProblem,
  type ProblemCode,
  problemCodeSchema,
  problemSubjectSchema,
} from '../../../contract/problem.ts';
import type { FolderRule } from '../../../contract/settings.ts';
import type { ProblemView } from '../../../contract/views/common.ts';
import type { Attention } from '../../../contract/views/overview.ts';
import { callbackProblem } from '../../callbacks.ts';
import { copiesState } from '../../housekeeping/external-copies.ts';
import { readFailedPlans } from '../../installation/planned-requests.ts';
import { type Ledger, readAll, readNumber } from '../../ledger/db/ledger.ts';
import { accountOf } from '../../ledger/tables/counts.ts';
import { movesFailed, WAITS_FOR_DECISION } from '../../ledger/tables/files.ts';
import { placesAt, readAnswersUnkept, readFolder } from '../../ledger/tables/folders.ts';
import { UNDECIDED_ANSWER } from '../../ledger/tables/messages.ts';
import { ENDED, NO_TEST, OPEN } from '../../ledger/tables/outbox-rows.ts';
import { behindNow } from '../../ledger/tables/record-behind.ts';
import { openTwins } from '../../ledger/tables/twins.ts';
import { countDenied } from '../../ledger/tasks/tasks.ts';
import { UNPROVEN_PATIENCE_MS } from '../../outbox/attention.ts';
import { readStationsProblem } from '../../stations/stations-problem.ts';
import { undecidedFiles } from '../held-causes.ts';
import { rowProblem } from '../problem-words.ts';

const DAY_MS = 24 * 3_600_000;

const byProblemSchema = z.object({
  n: z.int(),
  problem_code: problemCodeSchema,
  subject: problemSubjectSchema,
  /** The detail of one row of the group. The screen shows the detail only if all rows of the group have the same detail. */
  problem_detail: z.string().nullable(),
  /** The number of different details in the group. */
  said: z.int(),
});

// The first condition is the condition of the partial index over unsent files. SQLite needs this condition to use the index.
const HELD = `state IN ('settling', 'held') AND state = 'held'`;

/** Returns the problem of each folder, except `station.other`, which means that another station handles the folder. */
export function folderAttention(ledger: Ledger, rules: readonly FolderRule[]): Attention[] {
  return rules.flatMap(({ id }) => {
    const row = readFolder(ledger, id);
    if (row === null) return [];
    const problem = rowProblem(row) ?? (row.reachable === 1 ? null : lost());
    return problem === null || problem.code === 'station.other'
      ? []
      : [{ kind: 'folder', folder: id, problem }];
  });
}

/** The failed attempts after which a move needs a person. Before, a program may have a sent file open for a moment. */
const MOVE_ATTEMPTS = 3;

/** Returns what Clearfolder cannot do in a folder beside sending: move sent files, keep the answer folders. */
export function upkeepAttention(ledger: Ledger, rules: readonly FolderRule[]): Attention[] {
  return rules.flatMap(({ id: folder, after, answerFolders }): Attention[] => {
    const unmoved = after === 'move' ? movesFailed(ledger, folder, MOVE_ATTEMPTS) : 0;
    const unkept = answerFolders ? readAnswersUnkept(ledger, folder) : null;
    const told = (code: ProblemCode, detail: string): Attention => ({
      ...{ kind: 'upkeep', folder, problem: describeProblem({ code, detail }) },
    });
    return [
      ...(unmoved === 0 ? [] : [told('folder.unmoved', String(unmoved))]),
      ...(unkept === null ? [] : [told('folder.answers-unkept', `(${unkept})`)]),
    ];
  });
}

/** Returns, for each folder, how many files and folders Clearfolder cannot look at. */
export function unreadableAttention(ledger: Ledger, rules: readonly FolderRule[]): Attention[] {
  return rules.flatMap(({ id: folder }): Attention[] => {
    const { unreadable: count } = accountOf(ledger, folder);
    return count === 0 ? [] : [{ kind: 'unreadable', folder, count }];
  });
}

const SUBJECT = `CASE WHEN folder_id IS NULL THEN 'drop' ELSE 'folder' END AS subject`;
const OF_DOCUMENT = `problem_code, problem_detail, ${SUBJECT}`;
const OF_MESSAGE = `problem_code, problem_detail, CASE lane WHEN 'answers' THEN 'answer' ELSE 'change' END AS subject`;

const lost = (): ProblemView => describeProblem({ code: 'folder.missing', detail: null });

/**
 * Counts the paused, unreachable and unseen folders, and as `unscanned` the unseen folders with those that could not be reached since the
 * start. `lookedThrough`: whether the engine has scanned a folder; null while no engine runs, and every folder is then unseen. A folder that
 * another station handles never counts as unseen.
 */
export function foldersNotKnown(
  ledger: Ledger,
  rules: readonly FolderRule[],
  lookedThrough: ((folder: string) => boolean) | null,
) {
  const known = { unreachable: 0, unseen: 0, paused: 0, unscanned: 0 };
  for (const { id } of rules) {
    const row = readFolder(ledger, id);
    if (row?.paused === 1) {
      known.paused += 1;
      continue;
    }
    const isAway = row?.reachable === 0;
    if (isAway) known.unreachable += 1;
    if (row?.handled_by != null || lookedThrough?.(id) === true) continue;
    known.unscanned += 1;
    if (!isAway) known.unseen += 1;
  }
  return known;
}

/**
 * Counts the unsent files of folders that another station handles, without files from the former path of a changed rule. `settling` is the
 * part of `all` that is in the state `settling`.
 */
export function othersToSend(
  ledger: Ledger,
  rules: readonly FolderRule[],
): { readonly all: number; readonly settling: number } {
  const queuedSince = ledger.prepared(
    `SELECT COUNT(*) AS count
     FROM (SELECT id FROM submission WHERE ${OPEN} AND state = 'queued' AND folder_id = ? AND seq > ?) AS queued
     CROSS JOIN file ON file.submission_id = queued.id`,
  );
  const others = { all: 0, settling: 0 };
  for (const { id } of rules) {
    const row = readFolder(ledger, id);
    if (row?.handled_by == null) continue;
    const after = placesAt(ledger, row.path).findLast(({ folderId }) => folderId === id)?.after ?? 0;
    const { settling } = accountOf(ledger, id);
    others.settling += settling;
    others.all += settling + readNumber(queuedSince, id, after);
  }
  return others;
}

/** Counts the unfinished Tasks of this station that the service denies having: gone Tasks, and Tasks that are not gone yet. */
export function deniedAttention(ledger: Ledger): Attention[] {
  const { gone, denied } = countDenied(ledger, 'station');
  const told = (code: ProblemCode, count: number): Attention[] =>
    count === 0 ? [] : [{ kind: 'denied', count, problem: describeProblem({ code, detail: null }) }];
  return [...told('tracking.gone', gone), ...told('tracking.denied', denied)];
}

export function copiesAttention(ledger: Ledger, folder: string | null): Attention[] {
  const problem = folder === null ? null : copiesState(ledger, folder).problem;
  return problem === null ? [] : [{ kind: 'copies', problem: describeProblem(problem) }];
}

export function callbacksAttention(ledger: Ledger): Attention[] {
  const problem = callbackProblem(ledger);
  return problem === null ? [] : [{ kind: 'callbacks', problem: describeProblem(problem) }];
}

export function stationsAttention(ledger: Ledger): Attention[] {
  const problem = readStationsProblem(ledger);
  return problem === null ? [] : [{ kind: 'stations', problem: describeProblem(problem) }];
}

export function failedActAttention(ledger: Ledger): Attention[] {
  const failed = readFailedPlans(ledger);
  return failed === null ? [] : [{ kind: 'failed-act', ...failed }];
}

export function twinAttention(ledger: Ledger): Attention[] {
  const { count, task } = openTwins(ledger);
  return task === null ? [] : [{ kind: 'twin', count, task }];
}

export function recordAttention(ledger: Ledger, rules: readonly FolderRule[]): Attention[] {
  const behind = behindNow(ledger, rules);
  if (behind === null) return [];
  const code = behind.kind === 'older' ? 'ledger.behind' : 'ledger.none';
  return [{ kind: 'record', problem: describeProblem({ code, detail: String(behind.tasks) }) }];
}

export function backlogAttention(ledger: Ledger): Attention[] {
  return undecidedFiles(ledger).map((one): Attention => ({ kind: 'backlog', ...one }));
}

/** Returns the counts of held files by problem, without the files that wait for a person's decision whether to send the files. */
export function heldAttention(ledger: Ledger): Attention[] {
  // The only files with the problem `file.backlog` that remain are empty.
  const problem = `CASE problem_code WHEN 'file.backlog' THEN 'file.empty' ELSE problem_code END AS problem_code`;
  const detail = `CASE problem_code WHEN 'file.backlog' THEN NULL ELSE problem_detail END AS problem_detail`;
  return byProblem(
    ledger,
    'held',
    `SELECT ${problem}, ${detail}, ${SUBJECT} FROM file WHERE ${HELD} AND NOT (${WAITS_FOR_DECISION})`,
  );
}

/** Returns the counts of rejected submissions, answers and edits by problem. Each of these rows waits for the decision of a person. */
export function rejectedAttention(ledger: Ledger): Attention[] {
  return byProblem(
    ledger,
    'rejected',
    `SELECT ${OF_DOCUMENT} FROM submission WHERE ${ENDED} AND state = 'rejected' AND ${NO_TEST}
     UNION ALL SELECT ${OF_MESSAGE} FROM message WHERE ${ENDED} AND state = 'rejected' AND lane = 'edits'
     UNION ALL SELECT ${OF_MESSAGE} FROM message WHERE ${UNDECIDED_ANSWER}`,
  );
}

/** Counts rows that have had a problem for a day, or for an hour if look-ups prove nothing. The outbox still retries these rows. */
export function stuckAttention(ledger: Ledger, now: number): Attention[] {
  const rows = (columns: string, table: string) =>
    `SELECT ${columns} FROM ${table} WHERE state IN ('queued', 'sending', 'unconfirmed') AND ${NO_TEST}
       AND problem_since <= IIF(problem_code = 'service.unproven', @unproven, @before)`;
  return byProblem(
    ledger,
    'stuck',
    `${rows(OF_DOCUMENT, 'submission')} UNION ALL ${rows(OF_MESSAGE, 'message')}`,
    {
      before: now - DAY_MS,
      unproven: now - UNPROVEN_PATIENCE_MS,
    },
  );
}

function byProblem(
  ledger: Ledger,
  kind: 'held' | 'rejected' | 'stuck',
  rows: string,
  parameters: Record<string, unknown> = {},
): Attention[] {
  const statement = ledger.db.prepare(
    `SELECT problem_code, subject, COUNT(*) AS n, MIN(problem_detail) AS problem_detail,
       COUNT(DISTINCT COALESCE(problem_detail, '')) AS said
     FROM (${rows}) WHERE problem_code IS NOT NULL GROUP BY problem_code, subject ORDER BY n DESC`,
  );
  return readAll(statement, byProblemSchema, parameters).map((row) => ({
    kind,
    count: row.n,
    problem: describeProblem({
      code: row.problem_code,
      subject: row.subject,
      detail: row.said === 1 ? row.problem_detail : null,
    }),
  }));
}
