import { z } from 'zod';
import { say } from '../../contract/say.ts';
import { type Ledger, readAll, readOne } from '../ledger/db/ledger.ts';
import type { Purpose } from '../ledger/tables/dedup-keys.ts';
import { submissionSchema } from '../ledger/tables/outbox-rows.ts';
import { currentDetails, latestSnapshot, type Snapshot } from '../ledger/tasks/snapshots.ts';
import { isTerminal, readTask, type TaskRow } from '../ledger/tasks/task-row.ts';
import { PlainError } from '../plain-error.ts';

type TaskDetails = Snapshot['payload'];
/** A data item of a Task (docs/service.md 2.2). */
export type SourceItem = TaskDetails['data_items'][number];

/** A Task that a person corrects, with its input data items at the service and the details with which the Task was sent. */
export interface CorrectionSource extends Purpose {
  readonly task: string;
  readonly taskName: string;
  readonly externalId: string | null;
  /** The name that a person gave to the Task; null if the service named the Task. */
  readonly name: string | null;
  readonly items: readonly SourceItem[];
  /** Maps the SHA-256 of each file that this station sent for the Task to the name of the file. */
  readonly sent: ReadonlyMap<string, string>;
}

/**
 * Whether a person may send a correction of the Task. True for a Task that waits or is gone. True for a Task that ended if the Task has no
 * verdict, a code is not approved, or the documents disagree about the patient. False while the service still checks the Task.
 */
export function mayCorrect(task: TaskRow, details: TaskDetails | null): boolean {
  if (task.gone_since !== null || task.status === 'waiting') return true;
  if (!isTerminal(task.status)) return false;
  const verdicts = details?.verdicts ?? [];
  return task.patient_conflict === 1 || verdicts.length === 0 || verdicts.some(({ approved }) => !approved);
}

const sentSchema = z.object({ sha256: z.string(), file_name: z.string() });

/**
 * Reads from the ledger what a correction of the Task `uuid` starts with.
 * @throws PlainError `correct.not-now`, `correct.no-details`
 */
export function correctionSource(ledger: Ledger, uuid: string): CorrectionSource {
  const task = readTask(ledger, uuid);
  const details = latestSnapshot(ledger, uuid)?.payload;
  if (task === null || details === undefined) throw noDetails();
  if (!mayCorrect(task, currentDetails(ledger, task))) throw notNow();
  const own = ownSubmission(ledger, uuid);
  const sent = readAll(
    ledger.prepared(
      `SELECT sha256, file_name FROM submission_file JOIN submission ON submission.id = submission_id WHERE task_uuid = @uuid
       UNION ALL
       SELECT sha256, file_name FROM message_file JOIN message ON message.id = message_id WHERE task_uuid = @uuid`,
    ),
    sentSchema,
    { uuid },
  );
  const inputs = details.data_items.filter(({ group }) => group === 'inputs');
  return {
    task: uuid,
    taskName: task.name,
    externalId: task.external_id,
    taskType: task.task_type,
    requestSpec: own?.request_spec ?? specOf(inputs),
    name: own?.name ?? null,
    items: inputs.filter(({ tag }) => tag !== SPEC),
    sent: new Map(sent.map(({ sha256, file_name: name }) => [sha256, name])),
  };
}

/** Returns the task type and request_spec of the Task `uuid`, as this station sent them or as the service lists them. */
export function purposeOf(ledger: Ledger, uuid: string): Purpose {
  const task = readTask(ledger, uuid);
  if (task === null) throw noDetails();
  const inputs = latestSnapshot(ledger, uuid)?.payload.data_items.filter(({ group }) => group === 'inputs');
  const requestSpec = ownSubmission(ledger, uuid)?.request_spec ?? specOf(inputs ?? []);
  return { taskType: task.task_type, requestSpec };
}

const ownSubmission = (ledger: Ledger, uuid: string) =>
  readOne(
    ledger.prepared('SELECT * FROM submission WHERE task_uuid = ? ORDER BY seq LIMIT 1'),
    submissionSchema,
    uuid,
  );

/** The tag of the data item that contains the request_spec (docs/service.md 2.2). */
const SPEC = 'request-spec';

function specOf(inputs: readonly SourceItem[]): Record<string, unknown> {
  const data = inputs.find(({ tag }) => tag === SPEC)?.['data'];
  return z.record(z.string(), z.unknown()).safeParse(data).data ?? {};
}

function noDetails(): PlainError {
  return new PlainError(
    'correct.no-details',
    say('documents.stationNotDetailsTask'),
    say('documents.refreshTaskTryAgain'),
  );
}

function notNow(): PlainError {
  return new PlainError(
    'correct.not-now',
    say('documents.serviceStillChecksTask'),
    say('documents.waitResultTaskChecked'),
  );
}
