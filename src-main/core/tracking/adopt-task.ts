import { createHash } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { Ledger } from '../ledger/db/ledger.ts';
import {
  addFoundSubmission,
  type FoundTask,
  openInFoundTasks,
  readBehind,
  writeBehind,
} from '../ledger/tables/record-behind.ts';
import { submissionById, submissionTable } from '../ledger/tables/submissions.ts';
import { addWitnessed, type Witnessed } from '../ledger/tables/witnessed.ts';
import { adoptSummary, recordTask } from '../ledger/tasks/tasks.ts';
import type { DataItem, TaskDetails, TaskSummary } from '../service/schemas.ts';
import type { ServiceClient } from '../service/service-client.ts';
import { ServiceError } from '../service/service-failure.ts';
import { judgeFailure } from './list-failure.ts';

export interface AdoptParts {
  readonly ledger: Ledger;
  readonly client: Pick<ServiceClient, 'getTask' | 'itemSha256'>;
  readonly clock: Clock;
}

const ID_LENGTH = 26;

/**
 * Adds a Task that this station made and the ledger lacks, with the hashes of its documents, so that the documents count as sent. If the
 * service does not give the bytes of a document, its name counts (`witnessOf`). `Behind.unread` counts a Task without details or names.
 * @throws ServiceError if the failure concerns every request
 */
export async function adoptTask(parts: AdoptParts, summary: TaskSummary, signal: AbortSignal): Promise<void> {
  const { ledger, clock } = parts;
  const details = await unlessRefused(parts.client.getTask({ uuid: summary.uuid }, { signal }));
  const documents = details === null ? [] : await documentsOf(parts, details, signal);
  const seenAt = clock.now();
  ledger.transaction(() => {
    const requestSpec = details === null ? {} : specOf(details);
    const found = {
      ...foundOf(ledger, details ?? summary),
      requestSpec,
      documents: documents.flatMap(readOf),
    };
    addFoundSubmission(ledger, found, seenAt);
    const withoutBytes = documents.filter(({ sha256 }) => sha256 === null);
    addWitnessed(ledger, withoutBytes);
    if (details === null) adoptSummary(ledger, summary, seenAt);
    else recordTask(ledger, details, { mine: true, seenAt });
    const submissions = submissionTable(ledger);
    for (const { id, taskUuid } of openInFoundTasks(ledger))
      submissions.reject(id, { code: 'submission.at-service', detail: taskUuid }, seenAt);
    const { at, tasks, unread } = readBehind(ledger) ?? { at: seenAt, tasks: 0, unread: 0 };
    const isUnread =
      documents.length === 0 || documents.some(({ name, sha256 }) => (name ?? sha256) === null);
    writeBehind(ledger, { at, kind: 'older', tasks: tasks + 1, unread: unread + (isUnread ? 1 : 0) });
  });
}

function foundOf(ledger: Ledger, task: TaskSummary): Omit<FoundTask, 'documents' | 'requestSpec'> {
  const { uuid: taskUuid, external_id: externalId, task_type: taskType, name, created } = task;
  const own = externalId ?? taskUuid;
  // The external_id ends with the id that the lost submission had.
  const former = own.slice(-ID_LENGTH);
  const isFree = submissionById(ledger, former) === null;
  const id = isFree ? former : `${former}-${taskUuid}`;
  return { id, externalId: own, taskUuid, taskType, name, created };
}

function specOf({ data_items: items }: TaskDetails): Readonly<Record<string, unknown>> {
  const spec = items.find((item) => item.group === 'inputs' && item.tag === 'request-spec');
  const data: unknown = spec?.['data'];
  return typeof data === 'object' && data !== null ? { ...data } : {};
}

function readOf({ name, sha256, mediaType, itemUuid }: WitnessedInput): FoundTask['documents'] {
  return sha256 === null ? [] : [{ name: name ?? itemUuid, mediaType, sha256 }];
}

interface WitnessedInput extends Witnessed {
  readonly mediaType: string;
}

/** Returns the documents of a Task, with the hash of each document whose bytes the service gives. @throws ServiceError if aborted */
async function documentsOf(
  { client }: AdoptParts,
  task: TaskDetails,
  signal: AbortSignal,
): Promise<WitnessedInput[]> {
  const inputs = task.data_items.filter((item) => item.group === 'inputs' && item.tag !== 'request-spec');
  const documents: WitnessedInput[] = [];
  for (const item of inputs) {
    const sha256 = await hashOf(client, task, item, signal);
    const mediaType = item.data_type === 'text' ? 'text/plain' : 'application/octet-stream';
    const of = { taskUuid: task.uuid, itemUuid: item.uuid, taskType: task.task_type };
    documents.push({ ...of, name: item.name ?? null, mediaType, sha256 });
  }
  return documents;
}

/**
 * Stores the documents of a Task that another station made, or this station before its ledger was lost (`witnessOf`).
 * @throws ServiceError if the failure concerns every request
 */
export async function witnessTask(parts: AdoptParts, uuid: string, signal: AbortSignal): Promise<void> {
  const details = await unlessRefused(parts.client.getTask({ uuid }, { signal }));
  if (details === null) return;
  const documents = await documentsOf(parts, details, signal);
  parts.ledger.transaction(() => addWitnessed(parts.ledger, documents));
}

async function hashOf(
  client: AdoptParts['client'],
  task: TaskDetails,
  item: DataItem,
  signal: AbortSignal,
): Promise<string | null> {
  const { data_type: kind } = item;
  const data: unknown = item['data'];
  if (kind === 'text' && typeof data === 'string') return createHash('sha256').update(data).digest('hex');
  if (kind !== 'file') return null;
  try {
    return await client.itemSha256(task.uuid, item.uuid, { signal });
  } catch (error) {
    // The host of the download link is not the service, and may be out of reach for ever.
    if (error instanceof ServiceError && !signal.aborted) return null;
    throw error;
  }
}

/** Resolves to null if the service refuses this request alone, or if its answer cannot be read. @throws ServiceError otherwise */
async function unlessRefused<T>(request: Promise<T>): Promise<T | null> {
  try {
    return await request;
  } catch (error) {
    const { general } = judgeFailure(error);
    const kind = error instanceof ServiceError ? error.failure.kind : null;
    if (!general && (kind === 'refused' || kind === 'unreadable')) return null;
    throw error;
  }
}
