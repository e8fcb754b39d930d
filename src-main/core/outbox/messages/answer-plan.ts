import { isDeepStrictEqual } from 'node:util';
import { jsonObject } from '../../ledger/db/ledger.ts';
import type { MessageProgress } from '../../ledger/tables/outbox-rows.ts';
import { isTerminal } from '../../ledger/tasks/task-row.ts';
import type { DataItem, TaskDetails } from '../../service/schemas.ts';

/** The next step of an answer, given the present state of its Task. */
export type AnswerStep =
  | { do: 'accept' }
  /** The Task is finished; the answer can no longer be given. */
  | { do: 'refuse' }
  /** The Task is busy and may wait again. */
  | { do: 'wait' }
  /** Data may have been sent and is not in the Task. The data may still arrive, so the data is not sent again yet. */
  | { do: 'wait-out' }
  /** Other data for the same questions came meanwhile, from somebody else or from us in another form. A person decides. */
  | { do: 'ask' }
  | { do: 'send-data'; resume: boolean }
  | { do: 'resume' }
  | { do: 'upload' };

export interface AnswerState {
  readonly data: Readonly<Record<string, unknown>> | null;
  readonly fileNames: readonly string[];
  readonly progress: MessageProgress;
  readonly task: TaskDetails;
  /** Data of unknown outcome is not in the Task in the form that was sent, after enough looks over enough time (I2). */
  readonly provenLost: boolean;
  /** Whether the bytes prove that an upload of unknown outcome is in the Task; null if only names can tell. */
  readonly filesProven: boolean | null;
}

/**
 * Plans the next step of an answer. Pure.
 *
 * Data and files together: the contract says that an update without `should_resume=true` changes metadata only (docs/service.md 3), which
 * can mean "the status stays" or "new_data_item is ignored". So the data goes first, without resuming, and the Task in the response shows
 * whether the service kept the data; then the upload resumes a Task that has both. If the service did not keep the data, the files go
 * first, and the data resumes the Task when the Task waits again.
 */
export function planAnswer(state: AnswerState): { step: AnswerStep; progress: MessageProgress } {
  const { data, fileNames, task } = state;
  const fresh = freshInputs(task, state.progress);
  // The uuid of the item identifies the data, because the service may write the same data in its own form.
  const isOurs = (candidate: DataItem) =>
    candidate.uuid === state.progress.dataItemUuid || isItem(candidate, data ?? {});
  const alike = data === null || !state.provenLost ? [] : fresh.filter((other) => asksTheSame(other, data));
  // If the outcome stayed unknown, the same values in the service's own form are ours.
  const item =
    data === null ? undefined : (fresh.find(isOurs) ?? alike.find((other) => saysTheSame(other, data)));
  const knownItems = state.progress.knownItems ?? inputsOf(task).map(({ uuid }) => uuid);
  const progress: MessageProgress = {
    ...state.progress,
    knownItems,
    ...(item === undefined ? {} : { dataItemUuid: item.uuid }),
  };
  // Data that the service once named stays accepted, even if a later response does not show the data.
  const dataThere = data === null || progress.dataItemUuid !== undefined;
  const filesThere = fileNames.length === 0 || progress.filesSent === true;
  const plan = (step: AnswerStep) => ({ step, progress });

  if (task.status !== 'waiting') {
    const seen = () => state.filesProven ?? filesArrived(fresh, fileNames);
    const arrived = filesThere || (progress.outcomeUnknown === true && seen());
    if (dataThere && arrived) return plan({ do: 'accept' });
    return plan(isTerminal(task.status) ? { do: 'refuse' } : { do: 'wait' });
  }
  if (!dataThere) {
    if (progress.outcomeUnknown === true && !state.provenLost) return plan({ do: 'wait-out' });
    if (alike.length > 0) return plan({ do: 'ask' });
    if (filesThere) return plan({ do: 'send-data', resume: true });
    return plan(progress.dataNotKept === true ? { do: 'upload' } : { do: 'send-data', resume: false });
  }
  // The service skips identical bytes (docs/service.md 4.6), so an upload of unknown outcome is repeated.
  if (!filesThere) return plan({ do: 'upload' });
  return plan(data === null && fileNames.length > 0 ? { do: 'accept' } : { do: 'resume' });
}

/** The data item that holds exactly this data and came with this answer, or undefined. */
export function findDataItem(
  task: TaskDetails,
  progress: MessageProgress,
  data: Readonly<Record<string, unknown>>,
): DataItem | undefined {
  return freshInputs(task, progress).find((item) => isItem(item, data));
}

function inputsOf(task: TaskDetails): DataItem[] {
  return task.data_items.filter((item) => item.group === 'inputs');
}

/** The inputs that came after the first look, which was made before any part of the answer was sent. */
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

/** The same values in any spelling: `72` and `"72.0 "` are the same value. */
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

/** Whether at least one new input can be one of these files. One is enough, because duplicates make no input. Never matched by position. */
function filesArrived(fresh: readonly DataItem[], fileNames: readonly string[]): boolean {
  const stems = fileNames.map(stemOf);
  return fresh.some(
    ({ name, data_type }) =>
      (typeof name === 'string' && stems.includes(stemOf(name))) || (name == null && data_type === 'file'),
  );
}

function stemOf(name: string): string {
  return name
    .normalize('NFC')
    .toLowerCase()
    .replace(/\.[^.]+$/, '');
}
