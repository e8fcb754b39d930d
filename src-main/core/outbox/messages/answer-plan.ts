import { isDeepStrictEqual } from 'node:util';
import { compareInstants } from '../../ledger/db/date-time.ts';
import { jsonObject } from '../../ledger/db/ledger.ts';
import type { MessageProgress, SentFileRow } from '../../ledger/tables/outbox-rows.ts';
import { isTerminal } from '../../ledger/tasks/task-row.ts';
import type { DataItem, TaskDetails } from '../../service/schemas.ts';

export type AnswerStep =
  /** The service has the whole answer, and the Task does not need a request to resume. */
  | { do: 'accept' }
  /** The Task has ended and accepts no answer. */
  | { do: 'refuse' }
  /** The Task is busy and may wait for documents again later. */
  | { do: 'wait' }
  /** An earlier request may have sent the data. The data is not sent again before the quarantine ends. */
  | { do: 'wait-out' }
  /** The Task has different data for the same questions: from somebody else, or this answer's data in another format. The user decides. */
  | { do: 'ask' }
  /** The data is sent. `resume`: whether the request also makes the Task resume. */
  | { do: 'send-data'; resume: boolean }
  /** The Task has the whole answer and must be made to resume. */
  | { do: 'resume' }
  /** The files are uploaded. An upload makes the Task resume. */
  | { do: 'upload' };

/** The proof that the data items of a Task give about the documents of an answer. */
export type FileProof =
  /** The Task has the bytes of each document. */
  | { readonly is: 'there' }
  /** All items were compared, and the Task lacks these documents. `hasOthers`: whether the Task has other documents of the answer. */
  | { readonly is: 'lacking'; readonly files: readonly SentFileRow[]; readonly hasOthers: boolean }
  /** At least one item cannot be compared, and could be one of these documents. */
  | { readonly is: 'unproved'; readonly files: readonly SentFileRow[] };

export interface AnswerState {
  readonly data: Readonly<Record<string, unknown>> | null;
  readonly hasFiles: boolean;
  readonly progress: MessageProgress;
  readonly task: TaskDetails;
  /** True after the quarantine, if no look-up showed the data in the form in which the data was sent (I2). */
  readonly provenLost: boolean;
  /** The proof that the inputs of the Task give about the documents of an upload of unknown outcome; null without such an upload. */
  readonly filesProven: FileProof['is'] | null;
}

/**
 * Plans the next step of an answer from the present state of the Task. The function has no side effects.
 * The data is sent first, without `should_resume`. The service may ignore the data of such an update (docs/service.md 3), and the
 * response shows whether the service stored the data. The upload of the files follows and makes the Task resume.
 * If the service did not store the data, the files are uploaded next, and the data is sent once more when the Task waits again.
 */
export function planAnswer(state: AnswerState): { step: AnswerStep; progress: MessageProgress } {
  const { data, hasFiles, task } = state;
  const fresh = freshInputs(task, state.progress);
  // The service may store the data in another form. The stored uuid of the data item then identifies the data.
  const isOurs = (candidate: DataItem) =>
    candidate.uuid === state.progress.dataItemUuid || isItem(candidate, data ?? {});
  const alike = data === null || !state.provenLost ? [] : fresh.filter((other) => asksTheSame(other, data));
  // After an attempt of unknown outcome, an item with equal values in another form counts as the data of this answer.
  const item =
    data === null ? undefined : (fresh.find(isOurs) ?? alike.find((other) => saysTheSame(other, data)));
  const knownItems = state.progress.knownItems ?? inputsOf(task).map(({ uuid }) => uuid);
  const progress: MessageProgress = {
    ...state.progress,
    knownItems,
    ...(item === undefined ? {} : { dataItemUuid: item.uuid }),
  };
  // Once the service confirmed the data, the data counts as accepted, even if a later response does not contain the data.
  const dataThere = data === null || progress.dataItemUuid !== undefined;
  const filesThere = !hasFiles || progress.filesSent === true;
  const plan = (step: AnswerStep) => ({ step, progress });

  if (task.status !== 'waiting') {
    if (dataThere && (filesThere || state.filesProven === 'there')) return plan({ do: 'accept' });
    return plan(isTerminal(task.status) ? { do: 'refuse' } : { do: 'wait' });
  }
  if (!dataThere) {
    if (progress.outcomeUnknown === true && !state.provenLost) return plan({ do: 'wait-out' });
    if (alike.length > 0) return plan({ do: 'ask' });
    if (filesThere) return plan({ do: 'send-data', resume: true });
    return plan(progress.dataNotKept === true ? { do: 'upload' } : { do: 'send-data', resume: false });
  }
  // The service skips files that the Task already has (docs/service.md 4.6), so a repeat of an upload is safe.
  if (!filesThere) return plan({ do: 'upload' });
  const hasResumed = progress.stood !== undefined && hasGoneOn(progress.stood, task);
  return plan(hasResumed || (data === null && hasFiles) ? { do: 'accept' } : { do: 'resume' });
}

/**
 * Whether the Task `details` has resumed since its earlier state `seen`. A Task that waits again has a new `latest_status_change`
 * (docs/service.md 2.1).
 */
export function hasGoneOn(seen: Pick<TaskDetails, 'latest_status_change'>, details: TaskDetails): boolean {
  return (
    details.status !== 'waiting' ||
    compareInstants(details.latest_status_change, seen.latest_status_change) !== 0
  );
}

export function findDataItem(
  task: TaskDetails,
  progress: MessageProgress,
  data: Readonly<Record<string, unknown>>,
): DataItem | undefined {
  return freshInputs(task, progress).find((item) => isItem(item, data));
}

/** Returns the item that the Task got with the data of this answer, also if the service stored the values in another spelling. */
export function findOwnData(
  task: TaskDetails,
  progress: MessageProgress,
  data: Readonly<Record<string, unknown>>,
): DataItem | undefined {
  const fresh = freshInputs(task, progress);
  return fresh.find((item) => isItem(item, data)) ?? fresh.find((item) => saysTheSame(item, data));
}

export function inputsOf(task: TaskDetails): DataItem[] {
  return task.data_items.filter((item) => item.group === 'inputs');
}

/**
 * Returns the inputs that the Task got after the answer was added (`knownItems`). If the ledger had no details of the Task at that time,
 * returns the inputs that came after the first look-up for the answer; [] before this look-up.
 */
export function freshInputs(task: TaskDetails, progress: MessageProgress): DataItem[] {
  const known = progress.knownItems;
  return known === undefined ? [] : inputsOf(task).filter((item) => !known.includes(item.uuid));
}

function isItem(item: DataItem, data: Readonly<Record<string, unknown>>): boolean {
  return item.data_type === 'json' && isDeepStrictEqual(item['data'], data);
}

function asksTheSame(item: DataItem, data: Readonly<Record<string, unknown>>): boolean {
  const theirs = jsonObject.safeParse(item['data']);
  return theirs.success && isDeepStrictEqual(Object.keys(theirs.data).sort(), Object.keys(data).sort());
}

/** Whether the item has the values of `data`, in any spelling: `72` equals `"72.0 "`. */
function saysTheSame(item: DataItem, data: Readonly<Record<string, unknown>>): boolean {
  const theirs = jsonObject.safeParse(item['data']);
  return (
    theirs.success &&
    Object.entries(data).every(([key, value]) => isDeepStrictEqual(spelled(value), spelled(theirs.data[key])))
  );
}

function spelled(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const text = value.trim();
  return text !== '' && Number.isFinite(Number(text)) ? Number(text) : text.toLowerCase();
}

export function stemOf(name: string): string {
  return name
    .normalize('NFC')
    .toLowerCase()
    .replace(/\.[^.]+$/, '');
}
