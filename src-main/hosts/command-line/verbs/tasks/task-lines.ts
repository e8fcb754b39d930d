import { assertNever } from '../../../../contract/assert-never.ts';
import { describeProblem } from '../../../../contract/problem.ts';
import { type Said, say, verbatim } from '../../../../contract/say.ts';
import { issueField, otherIssues } from '../../../../contract/texts/issue-text.ts';
import type { ReasonView } from '../../../../contract/views/task.ts';
import type { TaskDetailView } from '../../../../core/views/task-detail-view.ts';
import type { TaskListEntry } from '../../../../core/views/tasks-view.ts';
import { said, t } from '../../../language.ts';
import { localTime, problemLines } from '../../terminal.ts';
import { stateText as rowStateText } from '../state-text.ts';

const STATUS_TEXTS: ReadonlyMap<string, Said> = new Map([
  ['pending', say('queued at the service')],
  ['processing', say('being checked')],
  ['waiting', say('waiting for you')],
  ['completed', say('decided')],
  ['failed', say('failed at the service')],
  ['invalid', say('nothing relevant found in the documents')],
  ['deferred', say('queued at the service')],
]);
export const TASK_STATUSES = [...STATUS_TEXTS.keys()];

export const statusText = (status: string): string => said(STATUS_TEXTS.get(status) ?? verbatim(status));

// Returns the status of a Task as text. If the service no longer confirms the status, the text says so (I10).
function stateText({ status, denied_since: denied, gone_since: gone }: TaskListEntry): string {
  if (gone !== null)
    return t('gone since {when}; was: {statusText}', {
      when: localTime(gone),
      statusText: statusText(status),
    });
  if (denied !== null)
    return t('status unknown since {when}; was: {statusText}', {
      when: localTime(denied),
      statusText: statusText(status),
    });
  return statusText(status);
}

function deniedLines({ denied_since: denied, gone_since: gone }: TaskListEntry): string[] {
  if (denied === null) return [];
  const code = gone === null ? 'tracking.denied' : 'tracking.gone';
  return problemLines(describeProblem({ code, detail: null }), '    ');
}

function handlingLines({ assignee, put_away: away }: TaskListEntry): string[] {
  return [
    ...(assignee === null ? [] : [`    ${t('{assignee} looks after this Task', { assignee })}`]),
    ...(away === null
      ? []
      : away.kind === 'set-aside'
        ? [`    ${t('set aside until {until} by {by}', { until: away.until, by: away.by })}`]
        : [`    ${t('given up by {by}: {reason}', { by: away.by, reason: away.reason })}`]),
  ];
}

// Says which details this station lacks, so that nobody takes an empty list for a result.
function detailsLines({ details, details_as_of: at }: TaskListEntry): string[] {
  switch (details) {
    case 'loaded':
      return [];
    case 'as_of':
      return [
        `    ${t('details as of {when}: not loaded again since the Task changed', { when: at === null ? '' : localTime(at) })}`,
      ];
    case 'not_loaded':
      return [`    ${t('details not loaded yet: verdicts, issues and documents are not known')}`];
    case 'deleted':
      return [`    ${t('details deleted by retention')}`];
    default:
      return assertNever(details);
  }
}

export function taskLines(task: TaskListEntry): string[] {
  const name = task.name || task.external_id || task.uuid;
  return [
    `${task.uuid}  ${name}: ${stateText(task)}`,
    ...handlingLines(task),
    ...detailsLines(task),
    ...outcomeLines(task),
  ];
}

/**
 * Returns lines with the verdicts of a Task and their reasons. For a Task without a verdict, returns lines with its issues, such as missing
 * documents.
 */
export function outcomeLines(task: Pick<TaskListEntry, 'status' | 'verdicts' | 'issues'>): string[] {
  if (task.verdicts.length === 0) return task.issues.map((issue) => `    ${issueLine(issue)}`);
  return task.verdicts.flatMap((verdict) => [
    `    ${verdict.code} ${verdict.approved ? t('approved') : t('NOT APPROVED')}${verdict.conclusion ? `: ${verdict.conclusion}` : ''}`,
    // A conclusion often contains the text of a reason. Such a reason is not printed a second time.
    ...verdict.reasons
      .filter(({ message }) => message.trim() === '' || verdict.conclusion?.includes(message) !== true)
      .map((reason) => `      ${t('because: {message}', { message: issueLine(reason) })}`),
  ]);
}

export function describeTask(task: TaskDetailView): string[] {
  const others = task.verdicts.length === 0 ? [] : otherIssues(task.issues, task.verdicts);
  return [
    ...taskLines(task),
    ...deniedLines(task),
    ...twinLines(task),
    ...patientLines(task),
    ...correctionLines(task),
    ...task.conclusions.map(
      ({ code, conclusion }) => `    ${t('{code} without a verdict: {conclusion}', { code, conclusion })}`,
    ),
    ...(task.known && task.status === 'waiting' && task.gone_since === null
      ? [`    ${t('answer it: {command}', { command: answerCommand(task) })}`]
      : []),
    ...(others.length === 0 ? [] : ['', t('Other issues:')]),
    ...others.map((issue) => `    ${issueLine(issue)}`),
    ...(task.category === null ? [] : ['', t('Category: {category}', { category: task.category })]),
    '',
    t('Documents and data:'),
    ...(task.data_items.length === 0 ? [`    ${emptyText(task)}`] : []),
    ...task.data_items.map(
      (item) =>
        `    ${item.group}/${item.tag}  ${item.name ?? item.uuid}${formatText(item)}${aliasText(item)}`,
    ),
    '',
    t('Records found:'),
    ...(task.medical_records.length === 0 ? [`    ${noRecordsText(task)}`] : []),
    ...task.medical_records.map((record) => `    ${record.record_type}  ${record.timestamp ?? ''}`),
    ...interceptionLines(task),
    ...(task.staff_notes.length === 0 ? [] : ['', t('Notes of your staff, not sent to the service:')]),
    ...task.staff_notes.map(({ at, by, text }) => `    ${localTime(at)}  ${by}: ${text}`),
    ...(task.known ? ['', t('History:')] : []),
    ...task.history.flatMap((entry) => [
      `    ${localTime(entry.at)}  ${said(entry.said.words)}`,
      ...(entry.kind === 'sent' ? problemLines(entry.problem, '        ') : []),
    ]),
  ];
}

// The fields of docs/service.md 2.5 that say what an issue is about.
const ISSUE_FIELDS = [
  ['property', say('property')],
  ['medical_record_type', say('record type')],
  ['code', say('code')],
] as const;

// Returns the message of the service, or a sentence where the service gave no message, with the fields that the text does not contain.
function issueLine(issue: ReasonView): string {
  const text = issue.message.trim() === '' ? said({ issue }) : issue.message;
  const fields = ISSUE_FIELDS.flatMap(([field, name]) => {
    const value = issueField(issue, field);
    return value === null || text.includes(value) ? [] : [`${said(name)}: ${value}`];
  });
  return fields.length === 0 ? text : `${text} (${fields.join(', ')})`;
}

const formatText = ({ data_format: format }: TaskDetailView['data_items'][number]): string =>
  format == null ? '' : ` [${format}]`;

function interceptionLines({ interceptions }: TaskDetailView): string[] {
  if (interceptions === null) return [];
  const lines = JSON.stringify(interceptions, null, 2).split('\n');
  return ['', t('Other data of the service (interceptions):'), ...lines.map((line) => `    ${line}`)];
}

function aliasText({ alias, alias_of: of }: TaskDetailView['data_items'][number]): string {
  if (of === null) return alias !== null ? `  ${t('copy of {name}', { name: alias })}` : '';
  const name = of.item_name ?? of.item;
  return of.task === null
    ? `  ${t('copy of {name}', { name })}`
    : `  ${t('copy of {name} of the Task {task}', { name, task: of.task_name ?? of.task })}`;
}

const emptyText = ({ details }: TaskDetailView): string =>
  details === 'loaded' || details === 'as_of' ? t('none') : t('not known: the details are not loaded');

function noRecordsText(task: TaskDetailView): string {
  const isReading = ['pending', 'deferred', 'processing'].includes(task.status);
  if (isReading) return t('none yet: the service has not finished reading the documents');
  // Details from before the last change do not show what the service found since.
  return task.details === 'loaded' ? t('none') : t('not known: the details are not loaded');
}

const PROPERTIES = {
  name: say('name'),
  birth_date: say('date of birth'),
  member_id: say('member ID'),
} as const;

function twinLines({ uuid, twin }: TaskDetailView): string[] {
  if (twin === null) return [];
  const { other, decision } = twin;
  const lead = t('The service made a second Task of the same submission: {task}.', { task: other });
  switch (decision) {
    case null:
      return [
        `    ${lead} ${t('Compare both Tasks, then decide: clearfolder twin {task} superfluous, or: clearfolder twin {task} wanted', { task: uuid })}`,
      ];
    case 'this':
      return [`    ${lead} ${t('This Task is marked as superfluous.')}`];
    case 'other':
      return [`    ${lead} ${t('The other Task is marked as superfluous.')}`];
    case 'both':
      return [`    ${lead} ${t('Both Tasks are marked as wanted.')}`];
  }
}

function patientLines({
  patient_conflicts: conflicts,
  data_items: items,
  corrections,
}: TaskDetailView): string[] {
  if (conflicts.length === 0) return [];
  const isCorrected = corrections.by.some(({ state }) => state !== 'rejected');
  const named = (uuid: string) => items.find((item) => item.uuid === uuid)?.name ?? uuid;
  return [
    `    ${t('CHECK THE PATIENT: the documents do not agree on who the patient is.')}`,
    ...conflicts.flatMap(({ property, versions, said: quoted }) => [
      ...versions.map(
        ({ value, items: of }) =>
          `      ${t('{property} {value} in {list}', { property: PROPERTIES[property], value, list: of.map(named).join(', ') })}`,
      ),
      ...(versions.length === 0 && quoted !== null ? [`      ${quoted}`] : []),
    ]),
    isCorrected
      ? `    ${t('This Task was corrected. If a document of another patient was sent, tell the person who is responsible for privacy, then mark the follow-up as done.')}`
      : `    ${t('Compare the documents. If one is about another patient, correct the Task without it, and tell the person who is responsible for privacy.')}`,
  ];
}

function correctionLines({ uuid, corrections: { of, by }, may_correct: may }: TaskDetailView): string[] {
  return [
    ...(of === null ? [] : [`    ${t('correction of {task}: {what}', { task: of.task, what: of.what })}`]),
    ...by.map(
      ({ task, state, what }) =>
        `    ${t('Corrected: see {task}: {what}', { task: task ?? t('a submission ({state})', { state: rowStateText(state) }), what })}`,
    ),
    ...(may
      ? [
          `    ${t('correct it: clearfolder correct {uuid} --what "..." --leave-out DOCUMENT FILE', { uuid })}`,
        ]
      : []),
  ];
}

export function answerCommand({ uuid, issues }: Pick<TaskListEntry, 'uuid' | 'issues'>): string {
  const properties = issues.flatMap(({ key, property }) =>
    // People copy this command into a shell. A property is left out if its name contains characters that are unsafe inside the quotes.
    key.endsWith('data.missing') && typeof property === 'string' && /^[\w.-]+$/.test(property)
      ? [property]
      : [],
  );
  const wantsFile = issues.some(({ key }) => key.startsWith('task.medical_record.'));
  const file = wantsFile || properties.length === 0 ? ` --file ${t('DOCUMENT')}` : '';
  const values = [...new Set(properties)].map((property) => `"${property}": "..."`);
  const data = values.length === 0 ? '' : ` --data '{${values.join(', ')}}'`;
  return `clearfolder answer ${uuid}${file}${data}`;
}
