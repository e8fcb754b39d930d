import { isDeepStrictEqual } from 'node:util';
import { jsonObject } from '../../ledger/db/ledger.ts';
import type { MessageProgress } from '../../ledger/tables/outbox-rows.ts';
import { isTerminal } from '../../ledger/tasks/task-row.ts';
import type { DataItem, TaskDetails } from '../../service/schemas.ts';

/** The next thing to do for an answer, given what its Task looks like now. */
export type AnswerStep =
  | { do: 'accept' }
  /** The Task is finished; the answer can no longer be given. */
  | { do: 'refuse' }
  /** The Task is busy and may wait again. */
  | { do: 'wait' }
  /** Data was perhaps sent and is not there: it may still arrive, so it is not sent again yet. */
  | { do: 'wait-out' }
  /** Other data for the same questions came meanwhile: somebody else's, or ours in other words. A person decides. */
  | { do: 'ask' }
  | { do: 'send-data'; resume: boolean }
  | { do: 'resume' }
  | { do: 'upload' };

export interface AnswerState {
  readonly data: Readonly<Record<string, unknown>> | null;
  readonly fileNames: readonly string[];
  readonly progress: MessageProgress;
  readonly task: TaskDetails;
  /** Data of unknown outcome was looked for often and long enough, and is not there as it was written (I2). */
  readonly provenLost: boolean;
  /** Whether an upload of unknown outcome is there, by its bytes; null where only names can tell. */
  readonly filesProven: boolean | null;
}

/**
 * Plans the next step of an answer. Pure.
 *
 * Data and files together: the contract says that an update without `should_resume=true` changes metadata only
 * (docs/service.md 3), which can be read as "the status stays" or as "new_data_item is ignored". So the data goes
 * first, without resuming, and the answered Task shows whether it was kept; then the upload resumes a Task that has
 * both. Where it was not kept, the files go first and the data follows, resuming, when the Task waits again.
 */
export function planAnswer(state: AnswerState): { step: AnswerStep; progress: MessageProgress } {
  const { data, fileNames, task } = state;
  const fresh = freshInputs(task, state.progress);
  // Once the service has named it, it is known by that name: the service may write the same data in its own way.
  const isOurs = (candidate: DataItem) =>
    candidate.uuid === state.progress.dataItemUuid || isItem(candidate, data ?? {});
  const alike = data === null || !state.provenLost ? [] : fresh.filter((other) => asksTheSame(other, data));
  // Where the outcome stayed unknown, the same values in the service's own writing are ours.
  const item =
    data === null ? undefined : (fresh.find(isOurs) ?? alike.find((other) => saysTheSame(other, data)));
  const knownItems = state.progress.knownItems ?? inputsOf(task).map(({ uuid }) => uuid);
  const progress: MessageProgress = {
    ...state.progress,
    knownItems,
    ...(item === undefined ? {} : { dataItemUuid: item.uuid }),
  };
  // What the service has said that it keeps stays said, also where a later answer does not show it.
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
  // Identical bytes are skipped by the service (docs/service.md 4.6), so an upload of unknown outcome is simply
  // repeated.
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

/** The inputs that came since the first look, before anything of the answer was sent. */
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

/** The same values, however they are spelled: `72` and `"72.0 "` are one. */
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

/** New inputs that can be these files: at least one, since duplicates make none. Never matched by position. */
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
