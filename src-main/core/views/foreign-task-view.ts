import { z } from 'zod';
import { say } from '../../contract/say.ts';
import type { TaskDetail } from '../../contract/views/task.ts';
import { zoned } from '../ledger/db/date-time.ts';
import type { Ledger } from '../ledger/db/ledger.ts';
import { patientConflicts } from '../ledger/tasks/patients.ts';
import { PlainError } from '../plain-error.ts';
import type { TaskDetails } from '../service/schemas.ts';
import type { ServiceClient } from '../service/service-client.ts';
import { ServiceError } from '../service/service-failure.ts';
import { recordsIn, viewTask } from '../tracking/task-view.ts';
import { itemsView, type TaskDetailView } from './task-detail-view.ts';
import { itemView, recordView } from './task-full-view.ts';
import { isoOf } from './tasks-view.ts';

/**
 * Reads a Task from the service by its uuid or external_id (docs/service.md 4.3). The ledger keeps nothing of the Task.
 * @throws PlainError `task.unknown` if the service denies the Task, `task.not-asked` if the service could not be asked
 */
export async function askForTask(
  client: Pick<ServiceClient, 'getTask'>,
  reference: string,
): Promise<TaskDetails> {
  const uuid = z.guid().safeParse(reference);
  try {
    return await client.getTask(uuid.success ? { uuid: uuid.data } : { externalId: reference });
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const { failure } = error;
    const isDenied = failure.kind === 'refused' && [400, 404, 422].includes(failure.status);
    throw isDenied ? taskDenied() : taskNotAsked();
  }
}

function taskDenied(): PlainError {
  return new PlainError('task.unknown', say('documents.stationNotKnowTaskId'), say('documents.checkId'));
}

export function taskNotAsked(): PlainError {
  return new PlainError(
    'task.not-asked',
    say('documents.stationNotKnowTaskIdNot'),
    say('documents.checkConnectionService'),
  );
}

/**
 * Returns a Task that the service has and the ledger lacks, in the form of `taskDetailView`. The parts that only the ledger has, such as
 * the history, are empty. `readAt`: when the service gave the details, in milliseconds since the epoch.
 */
export function foreignTaskView(ledger: Ledger, details: TaskDetails, readAt: number): TaskDetailView {
  return {
    ...foreignParts(details, readAt),
    known: false,
    ...{ assignee: null, put_away: null },
    ...viewTask(details),
    data_items: itemsView(ledger, details),
    medical_records: recordsIn(details),
  };
}

/** As `foreignTaskView`, in the form of `taskFullView`. */
export function foreignTaskFullView(ledger: Ledger, details: TaskDetails, readAt: number): TaskDetail {
  const conflicts = patientConflicts(details);
  const { verdicts, conclusions } = viewTask(details);
  return {
    ...foreignParts(details, readAt),
    ...{ folder: null, file_names: [], journey: null, answer: null, of_station: false, sent_files: [] },
    ...{ patient_conflict: conflicts.length > 0, corrected: false },
    ...{ verdicts, conclusions, issues: details.issues },
    data_items: details.data_items.map((item) => itemView(ledger, details, item)),
    records: recordsIn(details).map(recordView),
    handling: { assignee: null, put_away: null },
  };
}

function foreignParts(details: TaskDetails, readAt: number) {
  const { uuid, task_type, status, name, created, latest_status_change, cleared } = details;
  return {
    ...{ uuid, task_type, status, name },
    external_id: details.external_id ?? null,
    created: zoned(created),
    latest_status_change: zoned(latest_status_change),
    cleared: cleared && zoned(cleared),
    ...{ denied_since: null, gone_since: null, frozen_to: null },
    details: 'loaded' as const,
    ...{ details_as_of: isoOf(readAt), as_of: isoOf(readAt) },
    category: details.category ?? null,
    interceptions: details.interceptions ?? null,
    ...{ twin: null, needs: null, staff_notes: [], history: [], may_correct: false },
    patient_conflicts: patientConflicts(details),
    corrections: { of: null, by: [] },
  };
}
