import { setImmediate as nextTurn } from 'node:timers/promises';
import { dayOf } from '../../contract/local-day.ts';
import { inWords, type Language, say } from '../../contract/say.ts';
import { issueText } from '../../contract/texts/issue-text.ts';
import { statusText } from '../../contract/texts/status-text.ts';
import { sheetTimeText } from '../../contract/time-text.ts';
import type { ExportQuery } from '../../contract/verbs/tasks.ts';
import type { Handling } from '../../contract/views/task.ts';
import { BYTE_ORDER_MARK, type Cell, csvLines } from '../csv.ts';
import type { Ledger } from '../ledger/db/ledger.ts';
import { correctionsAmong } from '../ledger/tables/corrections.ts';
import { handlingOf } from '../ledger/tasks/handling.ts';
import { currentDetails } from '../ledger/tasks/snapshots.ts';
import { everyTask } from '../ledger/tasks/task-search.ts';
import { viewTask } from '../tracking/task-view.ts';
import { taskRows } from '../views/task-rows-view.ts';

export type ExportFormat = 'csv' | 'json';

export interface ExportForm {
  readonly format: ExportFormat;
  /** The language of CSV. JSON has no words of Clearfolder. */
  readonly language: Language;
}

/** The number of Tasks that are read into memory at once. Other work runs before the next Tasks are read. */
const TOGETHER = 50;

/**
 * Yields, in parts, the text of an export of all Tasks that match the query: CSV with one line for each Task, or a JSON array. `tasks` is
 * the number of Tasks in the part. `now` decides which Tasks are set aside. The verdicts and reasons of a Task come from one payload (I6).
 */
export async function* exportTasks(
  ledger: Ledger,
  query: ExportQuery,
  { format, language }: ExportForm,
  now: number,
): AsyncGenerator<{ text: string; tasks: number }> {
  const uuids = everyTask(ledger, query);
  const csv = format === 'csv';
  yield { text: csv ? BYTE_ORDER_MARK + csvLines([headings(language)]) : '[', tasks: 0 };
  for (let at = 0; at < uuids.length; at += TOGETHER) {
    const some = uuids.slice(at, at + TOGETHER);
    const tasks = exported(ledger, some);
    const text = csv
      ? csvText(tasks, peopleOf(ledger, some, now), language)
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

/** The facts of a Task that only CSV contains: the handling by the staff, and the Tasks that correct the Task. */
interface People {
  readonly handling: (uuid: string) => Handling;
  readonly corrections: (uuid: string) => ReturnType<typeof correctionsAmong>;
}

function peopleOf(ledger: Ledger, uuids: readonly string[], now: number): People {
  const corrections = Map.groupBy(correctionsAmong(ledger, uuids), ({ corrects }) => corrects);
  return {
    handling: handlingOf(ledger, uuids, dayOf(new Date(now))),
    corrections: (uuid) => corrections.get(uuid) ?? [],
  };
}

/**
 * The columns for programs that join tables. They follow the columns for people, and their names are the same in every language. No name
 * reads like the name of a column for people.
 */
const MACHINE_COLUMNS = [
  ...['id', 'external_id', 'task_type', 'service_status', 'service_created', 'service_latest_status_change'],
  ...['service_cleared', 'denied_since', 'details_state'],
];

function headings(language: Language): string[] {
  const words = [
    ...[
      say('exports.name'),
      say('exports.status'),
      say('exports.codesApproved'),
      say('exports.codesNotApproved'),
    ],
    ...[say('exports.whyNotApproved'), say('exports.whatServiceReports')],
    ...[say('exports.created'), say('exports.lastChange'), say('exports.followDone')],
    ...[say('exports.lookedAfter'), say('exports.correctedBy')],
    ...[say('exports.folder'), say('folders.documents')],
  ];
  return [...words.map((word) => inWords(word, language)), ...MACHINE_COLUMNS];
}

function csvText(
  tasks: readonly ExportedTask[],
  { handling, corrections }: People,
  language: Language,
): string {
  return csvLines(
    tasks.map((task) => [
      ...[task.name, standText(task, handling(task.uuid), language)],
      ...outcomeCells(task, language),
      ...[task.created, task.latest_status_change].map(sheetTimeText),
      task.cleared && sheetTimeText(task.cleared),
      ...[handling(task.uuid).assignee, correctedBy(corrections(task.uuid), language)],
      ...[task.folder, list(task.file_names)],
      ...machineCells(task),
    ]),
  );
}

/** Returns the status of a Task in the words of the screens. */
function standText(task: ExportedTask, { put_away: away }: Handling, language: Language): string {
  if (task.gone_since !== null) return inWords(say('status.gone'), language);
  if (task.denied_since !== null) return inWords(say('status.denied'), language);
  if (away?.kind === 'given-up') return inWords(say('status.given-up'), language);
  if (away?.kind === 'set-aside')
    return inWords(say('exports.setAsideUntil', { day: { day: away.until } }), language);
  if (task.status === 'completed' && task.verdicts.length === 0)
    return inWords(say(`verdict.none.${task.details}`), language);
  return statusText(task.status, language);
}

/** Returns the name and id of each Task that corrects a Task. The name alone is often the name of the corrected Task. */
function correctedBy(corrections: ReturnType<typeof correctionsAmong>, language: Language): Cell {
  const tasks = corrections.map(({ uuid, name }) =>
    uuid === null ? inWords(say('exports.inOutbox'), language) : name ? `${name} (${uuid})` : uuid,
  );
  return tasks.length === 0 ? null : list(tasks);
}

function outcomeCells({ verdicts, issues }: ExportedTask, language: Language): string[] {
  const codes = (approved: boolean) =>
    verdicts.filter((verdict) => verdict.approved === approved).map(({ code }) => code);
  const reasons = verdicts.flatMap(({ code, approved, reasons: why }) =>
    approved ? [] : why.map((reason) => `${code}: ${issueText(reason, language)}`),
  );
  const reported = issues.map((issue) => issueText(issue, language));
  return [codes(true), codes(false), reasons, reported].map(list);
}

function machineCells(task: ExportedTask): Cell[] {
  const status = task.gone_since === null ? task.status : 'gone';
  return [
    ...[task.uuid, task.external_id, task.task_type, status],
    ...[task.created, task.latest_status_change, task.cleared, task.denied_since, task.details],
  ];
}

const list = (texts: readonly string[]): string => texts.join('; ');
