import { setImmediate as nextTurn } from 'node:timers/promises';
import { issueText } from '../../contract/texts/issue-text.ts';
import type { ExportQuery } from '../../contract/verbs/tasks.ts';
import { BYTE_ORDER_MARK, type Cell, csvLines } from '../csv.ts';
import type { Ledger } from '../ledger/db/ledger.ts';
import { currentDetails } from '../ledger/tasks/snapshots.ts';
import { everyTask } from '../ledger/tasks/task-search.ts';
import { viewTask } from '../tracking/task-view.ts';
import { taskRows } from '../views/task-rows-view.ts';

export type ExportFormat = 'csv' | 'json';

/** The number of Tasks that are read into memory at once. Other work runs before the next Tasks are read. */
const TOGETHER = 50;

/**
 * Yields, in parts, the text of an export of all Tasks that match the query: CSV with one line for each Task, or a JSON array. `tasks` is
 * the number of Tasks in the part. The verdicts and reasons of a Task come from one payload (I6).
 */
export async function* exportTasks(
  ledger: Ledger,
  query: ExportQuery,
  format: ExportFormat,
): AsyncGenerator<{ text: string; tasks: number }> {
  const uuids = everyTask(ledger, query);
  const csv = format === 'csv';
  yield { text: csv ? BYTE_ORDER_MARK + csvLines([COLUMNS]) : '[', tasks: 0 };
  for (let at = 0; at < uuids.length; at += TOGETHER) {
    const tasks = exported(ledger, uuids.slice(at, at + TOGETHER));
    const text = csv
      ? csvLines(tasks.map(cellsOf))
      : tasks.map((task, index) => `${at + index === 0 ? '' : ','}\n${JSON.stringify(task)}`).join('');
    yield { text, tasks: tasks.length };
    await nextTurn();
  }
  if (!csv) yield { text: '\n]\n', tasks: 0 };
}

function exported(ledger: Ledger, uuids: readonly string[]) {
  return taskRows(ledger, uuids).map(({ answer: _, verdicts: _codes, ...row }) => {
    const details = currentDetails(ledger, row);
    const view = details === null ? null : viewTask(details);
    return { ...row, verdicts: view?.verdicts ?? [], issues: view?.issues ?? [] };
  });
}

type ExportedTask = ReturnType<typeof exported>[number];

const COLUMNS = [
  ...[
    'id',
    'external_id',
    'name',
    'task_type',
    'status',
    'created',
    'latest_status_change',
    'cleared',
    'denied_since',
  ],
  ...['folder', 'documents', 'approved', 'not_approved', 'reasons', 'issues', 'details'],
];

function cellsOf(task: ExportedTask): Cell[] {
  const codes = (approved: boolean) =>
    task.verdicts.filter((verdict) => verdict.approved === approved).map(({ code }) => code);
  const reasons = task.verdicts.flatMap(({ code, approved, reasons: why }) =>
    approved ? [] : why.map((reason) => `${code}: ${issueText(reason)}`),
  );
  const status = task.gone_since === null ? task.status : 'gone';
  return [
    ...[task.uuid, task.external_id, task.name, task.task_type, status],
    ...[task.created, task.latest_status_change, task.cleared, task.denied_since, task.folder],
    ...[
      task.file_names,
      codes(true),
      codes(false),
      reasons,
      task.issues.map((issue) => issueText(issue)),
    ].map(list),
    task.details,
  ];
}

const list = (texts: readonly string[]): string => texts.join('; ');
