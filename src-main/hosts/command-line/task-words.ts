import { describeProblem } from '../../contract/problem.ts';
import type { TaskDetailView } from '../../core/views/task-detail-view.ts';
import type { TaskListEntry } from '../../core/views/tasks-view.ts';
import { localTime } from './terminal.ts';

/** What a status means to the people who sent the documents. An unknown one is shown as it came (I7). */
export function statusWords(status: string): string {
  switch (status) {
    case 'pending':
    case 'deferred':
      return 'queued at the service';
    case 'processing':
      return 'being checked';
    case 'waiting':
      return 'waiting for you';
    case 'completed':
      return 'decided';
    case 'failed':
      return 'failed at the service';
    case 'invalid':
      return 'nothing relevant found in the documents';
    default:
      return status;
  }
}

/** How a Task stands. A status that the service denies reads as known no more (I10). */
function standWords({ status, denied_since: denied, gone_since: gone }: TaskListEntry): string {
  if (gone !== null) return `gone since ${localTime(gone)}; was: ${statusWords(status)}`;
  if (denied !== null) return `not confirmed since ${localTime(denied)}; was: ${statusWords(status)}`;
  return statusWords(status);
}

/** What the service's denial of a Task means, and what to do. */
function deniedLines({ denied_since: denied, gone_since: gone }: TaskListEntry): string[] {
  if (denied === null) return [];
  const { message, next } = describeProblem({
    code: gone === null ? 'tracking.denied' : 'tracking.gone',
    detail: null,
  });
  return [`    ${message}`, `    What to do: ${next}`];
}

/** A Task with its verdicts and what it needs, in a few lines. */
export function taskLine(task: TaskListEntry): string[] {
  const name = task.name || task.external_id || task.uuid;
  return [`${task.uuid}  ${name}: ${standWords(task)}`, ...outcomeLines(task)];
}

/** Verdicts with their reasons; what is missing where the Task waits; why it failed. */
export function outcomeLines(task: Pick<TaskListEntry, 'status' | 'verdicts' | 'issues'>): string[] {
  if (task.verdicts.length === 0) return task.issues.map((issue) => `    ${issue.message}`);
  return task.verdicts.flatMap((verdict) => [
    `    ${verdict.code} ${verdict.approved ? 'approved' : 'NOT APPROVED'}${verdict.conclusion ? `: ${verdict.conclusion}` : ''}`,
    // The conclusion often says the reason already.
    ...verdict.reasons
      .filter((reason) => verdict.conclusion?.includes(reason.message) !== true)
      .map((reason) => `      because: ${reason.message}`),
  ]);
}

/** One Task in full, for `task ID`. */
export function describeTask(task: TaskDetailView): string[] {
  return [
    ...taskLine(task),
    ...deniedLines(task),
    ...(task.status === 'waiting' && task.gone_since === null
      ? [`    answer it: ${answerCommand(task)}`]
      : []),
    '',
    'Documents and data:',
    ...(task.data_items.length === 0 ? ['    none'] : []),
    ...task.data_items.map((item) => `    ${item.group}/${item.tag}  ${item.name ?? item.uuid}`),
    '',
    'Records found:',
    ...(task.medical_records.length === 0 ? ['    none'] : []),
    ...task.medical_records.map((record) => `    ${record.record_type}  ${record.timestamp ?? ''}`),
    '',
    'History:',
    ...task.history.map((entry) => `    ${localTime(entry.at)}  ${entry.words}`),
  ];
}

/** The command that answers a waiting Task, with what it asks for. */
export function answerCommand({ uuid, issues }: Pick<TaskListEntry, 'uuid' | 'issues'>): string {
  const properties = issues.flatMap(({ key, property }) =>
    // Anything else would not be safe inside the quotes of a command that people copy.
    key.endsWith('data.missing') && typeof property === 'string' && /^[\w.-]+$/.test(property)
      ? [property]
      : [],
  );
  const wantsFile = issues.some(({ key }) => key.startsWith('task.medical_record.'));
  const file = wantsFile || properties.length === 0 ? ' --file DOCUMENT' : '';
  const values = [...new Set(properties)].map((property) => `"${property}": "..."`);
  const data = values.length === 0 ? '' : ` --data '{${values.join(', ')}}'`;
  return `clearfolder answer ${uuid}${file}${data}`;
}
