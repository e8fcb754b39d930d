import { zoned } from '../ledger/db/date-time.ts';
import type { Ledger } from '../ledger/db/ledger.ts';
import { patientConflicts } from '../ledger/tasks/patients.ts';
import type { TaskDetails } from '../service/schemas.ts';
import { recordsIn, viewTask } from '../tracking/task-view.ts';
import { itemsView, type TaskDetailView } from './task-detail-view.ts';
import { isoOf } from './tasks-view.ts';

/**
 * Returns a Task that the service has and the ledger lacks, in the form of `taskDetailView`. The parts that only the ledger has, such as
 * the history, are empty. `readAt`: when the service gave the details, in milliseconds since the epoch.
 */
export function foreignTaskView(ledger: Ledger, details: TaskDetails, readAt: number): TaskDetailView {
  const { uuid, task_type, status, name, created, latest_status_change, cleared } = details;
  return {
    ...{ uuid, task_type, status, name, known: false },
    external_id: details.external_id ?? null,
    created: zoned(created),
    latest_status_change: zoned(latest_status_change),
    cleared: cleared && zoned(cleared),
    ...{ denied_since: null, gone_since: null, assignee: null, put_away: null },
    ...{ details: 'loaded', details_as_of: isoOf(readAt), as_of: isoOf(readAt) },
    ...viewTask(details),
    frozen_to: null,
    category: details.category ?? null,
    data_items: itemsView(ledger, details),
    interceptions: details.interceptions ?? null,
    medical_records: recordsIn(details),
    ...{ twin: null, needs: null, staff_notes: [], history: [], may_correct: false },
    patient_conflicts: patientConflicts(details),
    corrections: { of: null, by: [] },
  };
}
