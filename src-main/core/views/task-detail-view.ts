import { say } from '../../contract/say.ts';
import { historyOf } from '../answering/history.ts';
import { needsOf } from '../answering/needs.ts';
import { mayCorrect } from '../drops/correction-source.ts';
import { zoned } from '../ledger/db/date-time.ts';
import type { Ledger } from '../ledger/db/ledger.ts';
import { staffNotes } from '../ledger/tasks/handling.ts';
import { patientConflicts } from '../ledger/tasks/patients.ts';
import { currentDetails, latestSnapshot } from '../ledger/tasks/snapshots.ts';
import { successorsOf } from '../ledger/tasks/task-messages.ts';
import { tasksByReference } from '../ledger/tasks/task-queries.ts';
import type { TaskRow } from '../ledger/tasks/task-row.ts';
import { PlainError } from '../plain-error.ts';
import type { TaskDetails } from '../service/schemas.ts';
import { recordsIn } from '../tracking/task-view.ts';
import { aliasOf } from './alias-of.ts';
import { correctionsView, twinView } from './task-full-view.ts';
import { asOfTask, taskEntry } from './tasks-view.ts';

/** A Task in the output of `task ID --json` (docs/architecture.md 12). */
export type TaskDetailView = ReturnType<typeof taskDetailView>;

/**
 * `reference` is a uuid, the beginning of a uuid (4 characters or more), or an external_id. Category, data items and medical records
 * come from the newest payload, even after a later change of the status. @throws PlainError `task.unknown`, `task.ambiguous`
 */
export function taskDetailView(ledger: Ledger, reference: string) {
  const row = onlyTask(ledger, reference);
  const newest = latestSnapshot(ledger, row.uuid)?.payload ?? null;
  const current = currentDetails(ledger, row);
  const history = historyOf(ledger, row.uuid);
  return {
    ...taskEntry(ledger, row),
    /** False for a Task that only the service knows (`foreignTaskView`). */
    known: true,
    as_of: asOfTask(ledger, row),
    /** The uuid of the newer Task that replaced this Task at the service; null if no newer Task is known. */
    frozen_to: row.frozen_to ?? successorsOf(ledger, [row.uuid]).get(row.uuid) ?? null,
    category: newest?.category ?? null,
    data_items: newest === null ? [] : itemsView(ledger, newest),
    /** Data without a fixed shape (docs/service.md 2.1), as the service sent the data. */
    interceptions: newest?.interceptions ?? null,
    medical_records: newest === null ? [] : recordsIn(newest),
    /** The inputs that a waiting Task needs; null for every other status, and until the details of the Task have arrived. */
    needs: row.status === 'waiting' && current !== null ? needsOf(current) : null,
    /** The notes of the staff of this station about the Task, oldest first. The service does not get these notes. */
    staff_notes: staffNotes(ledger, row.uuid),
    /** The details of the patient, such as the name, that differ between the documents of the Task. */
    patient_conflicts: current === null ? [] : patientConflicts(current),
    twin: twinView(ledger, row.uuid),
    /** `of`: the Task that this Task corrects, or null. `by`: the submissions that correct this Task. */
    corrections: correctionsView(ledger, row.uuid),
    may_correct: newest !== null && mayCorrect(row, current),
    history: history.map((entry) => ({ ...entry, at: new Date(entry.at).toISOString() })),
  };
}

/** Returns the data items of a Task as the service sent them, each alias with the name of its original (`aliasOf`). */
export function itemsView(ledger: Ledger, details: TaskDetails) {
  return details.data_items.map((item) => ({
    ...item,
    created: zoned(item.created),
    alias: typeof item['alias'] === 'string' ? item['alias'] : null,
    /** The original of an alias, by name (`dataItemSchema` of the contract). */
    alias_of: aliasOf(ledger, details, item),
  }));
}

function onlyTask(ledger: Ledger, reference: string): TaskRow {
  const found = tasksByReference(ledger, reference);
  const [task] = found;
  if (task === undefined) {
    throw new PlainError('task.unknown', say('documents.stationNotKnowTask'), say('documents.findTask'));
  }
  if (found.length > 1) {
    throw new PlainError(
      'task.ambiguous',
      say('documents.taskExternalId'),
      say('documents.enterLongerPartId', {
        list: found.map((row) => row.uuid).join(', '),
      }),
    );
  }
  return task;
}
