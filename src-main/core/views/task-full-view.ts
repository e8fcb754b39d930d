import { assertNever } from '../../contract/assert-never.ts';
import { describeProblem } from '../../contract/problem.ts';
import { say } from '../../contract/say.ts';
import type {
  CorrectionResult,
  DataItemView,
  HistoryEntryView,
  ItemText,
  RecordViewOfTask,
  TaskDetail,
  TaskRowView,
  TwinView,
} from '../../contract/views/task.ts';
import { dataOf, eventsOf, type TaskEvent } from '../answering/history.ts';
import { mayCorrect } from '../drops/correction-source.ts';
import { zoned } from '../ledger/db/date-time.ts';
import type { Ledger } from '../ledger/db/ledger.ts';
import { correctionsOf } from '../ledger/tables/corrections.ts';
import { submissionTable } from '../ledger/tables/submissions.ts';
import { twinOf } from '../ledger/tables/twins.ts';
import { handlingOf, staffNotes } from '../ledger/tasks/handling.ts';
import { sentFilesOf } from '../ledger/tasks/list-columns.ts';
import { patientConflicts } from '../ledger/tasks/patients.ts';
import { currentDetails, latestSnapshot, type Snapshot } from '../ledger/tasks/snapshots.ts';
import { successorsOf } from '../ledger/tasks/task-messages.ts';
import { readTask, type TaskRow } from '../ledger/tasks/task-row.ts';
import { PlainError } from '../plain-error.ts';
import type { DataItem, TaskDetails } from '../service/schemas.ts';
import { loneConclusions, recordsIn, textsIn, verdictsOf } from '../tracking/task-view.ts';
import { aliasOf } from './alias-of.ts';
import { kindOf } from './outbox/outbox-rows-view.ts';
import { taskRows } from './task-rows-view.ts';
import { asOfTask, isoOf } from './tasks-view.ts';
import { needsView } from './waiting-view.ts';

/**
 * Returns all details of a Task. Verdicts, issues and needs come from the payload of the current status (I6), and all other parts from the
 * newest stored payload. `day`: the present local day.
 * @throws PlainError `task.unknown`
 */
export function taskFullView(ledger: Ledger, uuid: string, day: string): TaskDetail {
  const task = knownTask(ledger, uuid);
  const [row] = taskRows(ledger, [uuid]);
  if (row === undefined) throw taskUnknown();
  const current = currentDetails(ledger, task);
  const newest = latestSnapshot(ledger, uuid)?.payload ?? null;
  return {
    ...row,
    as_of: asOfTask(ledger, task),
    of_station: submissionTable(ledger).madeTask(uuid),
    sent_files: (sentFilesOf(ledger, [uuid]).get(uuid) ?? []).map(({ name, answered_at: at }) => ({
      name,
      answered_at: isoOf(at),
    })),
    verdicts: current === null ? [] : verdictsOf(current, current.issues),
    conclusions: current === null ? [] : loneConclusions(current),
    issues: current?.issues ?? [],
    needs: task.status === 'waiting' && current !== null ? needsView(current) : null,
    frozen_to: task.frozen_to ?? successorsOf(ledger, [uuid]).get(uuid) ?? null,
    category: newest?.category ?? null,
    data_items: newest?.data_items.map((item) => itemView(ledger, newest, item)) ?? [],
    records: newest === null ? [] : recordsIn(newest).map(recordView),
    history: eventsOf(ledger, uuid).map(eventView),
    interceptions: newest?.interceptions ?? null,
    handling: handlingOf(ledger, [uuid], day)(uuid),
    staff_notes: staffNotes(ledger, uuid),
    patient_conflicts: current === null ? [] : patientConflicts(current),
    twin: twinView(ledger, uuid),
    corrections: correctionsView(ledger, uuid),
    may_correct: newest !== null && mayCorrect(task, current),
  };
}

/** Returns the other Task of the same submission, and the decision of a person; null without such a Task. */
export function twinView(ledger: Ledger, uuid: string): TwinView | null {
  const pair = twinOf(ledger, uuid);
  if (pair === null) return null;
  const { other, superfluous, decided_at: at, decided_by: by } = pair;
  const decision = superfluous === null ? 'both' : superfluous === uuid ? 'this' : 'other';
  const status = readTask(ledger, other)?.status ?? 'unknown';
  return { other, other_status: status, decision: at === null ? null : decision, decided_by: by };
}

/** Returns `of`, the Task that the Task `uuid` corrects, or null; and `by`, the submissions that correct the Task `uuid`. */
export function correctionsView(ledger: Ledger, uuid: string): TaskDetail['corrections'] {
  const { of, by } = correctionsOf(ledger, uuid);
  const rows = taskRows(
    ledger,
    by.flatMap(({ task_uuid: task }) => task ?? []),
  );
  return {
    of: of && { task: of.corrects, name: of.name, what: of.what },
    by: by.map(({ task_uuid: task, name, state, what }) => {
      const row = rows.find((one) => one.uuid === task);
      return { task, name, state, what, result: row === undefined ? null : resultOf(row) };
    }),
  };
}

function resultOf({ status, denied_since, gone_since, verdicts }: TaskRowView): CorrectionResult {
  const approved = verdicts.length === 0 ? null : verdicts.every((verdict) => verdict.approved);
  return { status, denied_since, gone_since, approved };
}

/** Whether to request the payload: the ledger has no payload, and no fetch is due. A payload that retention removed stays removed. */
export function lacksDetails(ledger: Ledger, uuid: string): boolean {
  const { details_due: due, cleared, name } = knownTask(ledger, uuid);
  const purged = name === '' && cleared !== null;
  return due === 0 && !purged && latestSnapshot(ledger, uuid) === null;
}

/** Returns the row of a Task. @throws PlainError `task.unknown` */
export function knownTask(ledger: Ledger, uuid: string): TaskRow {
  const task = readTask(ledger, uuid);
  if (task === null) throw taskUnknown();
  return task;
}

/** Returns the newest stored payload of a Task, as the service sent the payload. @throws PlainError `task.unknown`, `task.no-payload` */
export function newestPayload(ledger: Ledger, uuid: string): Snapshot {
  knownTask(ledger, uuid);
  const snapshot = latestSnapshot(ledger, uuid);
  if (snapshot !== null) return snapshot;
  throw new PlainError(
    'task.no-payload',
    say('documents.stationNoDetailsTask'),
    say('documents.refreshTask'),
  );
}

function taskUnknown(): PlainError {
  return new PlainError(
    'task.unknown',
    say('documents.stationNotKnowTaskNothingChanged'),
    say('documents.searchTaskListTasks'),
  );
}

/** Returns the text that the service read in each data item, from the newest stored payload. @throws PlainError `task.unknown` */
export function taskTexts(ledger: Ledger, uuid: string): ItemText[] {
  knownTask(ledger, uuid);
  const items = latestSnapshot(ledger, uuid)?.payload.data_items ?? [];
  return items
    .map((item) => ({ data_item: item.uuid, records: textsIn(item) }))
    .filter(({ records }) => records.length > 0);
}

export function recordView(record: ReturnType<typeof recordsIn>[number]): RecordViewOfTask {
  return {
    ...record,
    ranges: record.ranges.map(({ unit, from, to }) => ({ unit, from, to })),
    fields: record.fields === null ? null : { ...record.fields },
  };
}

export function itemView(ledger: Ledger, details: TaskDetails, item: DataItem): DataItemView {
  const { uuid, group, tag, created, data_type: dataType } = item;
  return {
    uuid,
    group,
    tag,
    created: zoned(created),
    name: item.name ?? null,
    data_format: item.data_format ?? null,
    data_type: dataType,
    data: item['data'] ?? null,
    alias: typeof item['alias'] === 'string' ? item['alias'] : null,
    alias_of: aliasOf(ledger, details, item),
  };
}

function eventView(event: TaskEvent): HistoryEntryView {
  const at = new Date(event.at).toISOString();
  switch (event.kind) {
    case 'status':
      return { kind: event.kind, at, status: event.status, since: event.since };
    case 'asked':
      return { kind: event.kind, at, since: event.since, issues: [...event.issues] };
    case 'sent': {
      const { message, files, wentTo, problem } = event;
      return {
        kind: event.kind,
        at,
        id: message.id,
        what: kindOf(message.payload, files.length),
        by: message.actor,
        files: [...files],
        event: message.payload.kind === 'event' ? message.payload.event : null,
        data: dataOf(message.payload),
        state: message.state,
        went_to: wentTo,
        already_there: message.progress.alreadyThere ?? null,
        problem: problem && describeProblem(problem),
      };
    }
    default:
      return assertNever(event);
  }
}
