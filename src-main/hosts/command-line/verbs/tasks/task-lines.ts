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
  ['pending', say('terminal.queuedService')],
  ['processing', say('terminal.beingChecked')],
  ['waiting', say('terminal.waitingForYou')],
  ['completed', say('terminal.decided')],
  ['failed', say('terminal.failedService')],
  ['invalid', say('terminal.nothingRelevantFoundDocuments')],
  ['deferred', say('terminal.queuedService')],
]);
export const TASK_STATUSES = [...STATUS_TEXTS.keys()];

export const statusText = (status: string): string => said(STATUS_TEXTS.get(status) ?? verbatim(status));

// Returns the status of a Task as text. If the service no longer confirms the status, the text says so (I10).
function stateText({ status, denied_since: denied, gone_since: gone }: TaskListEntry): string {
  if (gone !== null)
    return t('terminal.goneSince', {
      when: localTime(gone),
      statusText: statusText(status),
    });
  if (denied !== null)
    return t('terminal.statusUnknownSince', {
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
    ...(assignee === null ? [] : [`    ${t('sharing.looksAfterTask', { assignee })}`]),
    ...(away === null
      ? []
      : away.kind === 'set-aside'
        ? [`    ${t('sharing.setAsideUntil', { until: away.until, by: away.by })}`]
        : [`    ${t('sharing.givenUpBy', { by: away.by, reason: away.reason })}`]),
  ];
}

// Says which details this station lacks, so that nobody takes an empty list for a result.
function detailsLines({ details, details_as_of: at }: TaskListEntry): string[] {
  switch (details) {
    case 'loaded':
      return [];
    case 'as_of':
      return [`    ${t('terminal.detailsNotLoadedAgain', { when: at === null ? '' : localTime(at) })}`];
    case 'not_loaded':
      return [`    ${t('terminal.detailsNotLoadedYetVerdictsIssues')}`];
    case 'deleted':
      return [`    ${t('terminal.detailsDeletedRetention')}`];
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
    `    ${verdict.code} ${verdict.approved ? t('terminal.approved') : t('terminal.notApprovedLoud')}${verdict.conclusion ? `: ${verdict.conclusion}` : ''}`,
    // A conclusion often contains the text of a reason. Such a reason is not printed a second time.
    ...verdict.reasons
      .filter(({ message }) => message.trim() === '' || verdict.conclusion?.includes(message) !== true)
      .map((reason) => `      ${t('terminal.becauseOf', { message: issueLine(reason) })}`),
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
      ({ code, conclusion }) => `    ${t('terminal.withoutVerdict', { code, conclusion })}`,
    ),
    ...(task.known && task.status === 'waiting' && task.gone_since === null
      ? [`    ${t('terminal.answerIt', { command: answerCommand(task) })}`]
      : []),
    ...(others.length === 0 ? [] : ['', t('terminal.otherIssues')]),
    ...others.map((issue) => `    ${issueLine(issue)}`),
    ...(task.category === null ? [] : ['', t('terminal.categoryIs', { category: task.category })]),
    '',
    t('terminal.documentsData'),
    ...(task.data_items.length === 0 ? [`    ${emptyText(task)}`] : []),
    ...task.data_items.map(
      (item) =>
        `    ${item.group}/${item.tag}  ${item.name ?? item.uuid}${formatText(item)}${aliasText(item)}`,
    ),
    '',
    t('terminal.recordsFound'),
    ...(task.medical_records.length === 0 ? [`    ${noRecordsText(task)}`] : []),
    ...task.medical_records.map((record) => `    ${record.record_type}  ${record.timestamp ?? ''}`),
    ...interceptionLines(task),
    ...(task.staff_notes.length === 0 ? [] : ['', t('sharing.notesStaff')]),
    ...task.staff_notes.map(({ at, by, text }) => `    ${localTime(at)}  ${by}: ${text}`),
    ...(task.known ? ['', t('terminal.history')] : []),
    ...task.history.flatMap((entry) => [
      `    ${localTime(entry.at)}  ${said(entry.said.words)}`,
      ...(entry.kind === 'sent' ? problemLines(entry.problem, '        ') : []),
    ]),
  ];
}

// The fields of docs/service.md 2.5 that say what an issue is about.
const ISSUE_FIELDS = [
  ['property', say('terminal.property')],
  ['medical_record_type', say('terminal.recordType')],
  ['code', say('terminal.code')],
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
  return ['', t('terminal.dataServiceInterceptions'), ...lines.map((line) => `    ${line}`)];
}

function aliasText({ alias, alias_of: of }: TaskDetailView['data_items'][number]): string {
  if (of === null) return alias !== null ? `  ${t('terminal.copyOf', { name: alias })}` : '';
  const name = of.item_name ?? of.item;
  return of.task === null
    ? `  ${t('terminal.copyOf', { name })}`
    : `  ${t('terminal.copyTask', { name, task: of.task_name ?? of.task })}`;
}

const emptyText = ({ details }: TaskDetailView): string =>
  details === 'loaded' || details === 'as_of' ? t('terminal.none') : t('terminal.notKnownDetailsNot');

function noRecordsText(task: TaskDetailView): string {
  const isReading = ['pending', 'deferred', 'processing'].includes(task.status);
  if (isReading) return t('terminal.noneYetServiceNot');
  // Details from before the last change do not show what the service found since.
  return task.details === 'loaded' ? t('terminal.none') : t('terminal.notKnownDetailsNot');
}

const PROPERTIES = {
  name: say('commands.name'),
  birth_date: say('sharing.dateBirth'),
  member_id: say('sharing.memberId'),
} as const;

function twinLines({ uuid, twin }: TaskDetailView): string[] {
  if (twin === null) return [];
  const { other, decision } = twin;
  const lead = t('terminal.serviceMadeSecondTask', { task: other });
  switch (decision) {
    case null:
      return [`    ${lead} ${t('terminal.compareBothTasks', { task: uuid })}`];
    case 'this':
      return [`    ${lead} ${t('terminal.thisTaskSuperfluous')}`];
    case 'other':
      return [`    ${lead} ${t('terminal.otherTaskSuperfluous')}`];
    case 'both':
      return [`    ${lead} ${t('terminal.bothTasksMarkedWanted')}`];
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
    `    ${t('sharing.checkPatient')}`,
    ...conflicts.flatMap(({ property, versions, said: quoted }) => [
      ...versions.map(
        ({ value, items: of }) =>
          `      ${t('sharing.propertyInDocuments', { property: PROPERTIES[property], value, list: of.map(named).join(', ') })}`,
      ),
      ...(versions.length === 0 && quoted !== null ? [`      ${quoted}`] : []),
    ]),
    isCorrected ? `    ${t('sharing.taskCorrected')}` : `    ${t('sharing.compareDocuments')}`,
  ];
}

function correctionLines({ uuid, corrections: { of, by }, may_correct: may }: TaskDetailView): string[] {
  return [
    ...(of === null ? [] : [`    ${t('sharing.correctionOf', { task: of.task, what: of.what })}`]),
    ...by.map(
      ({ task, state, what }) =>
        `    ${t('sharing.correctedSee', { task: task ?? t('sharing.submissionInState', { state: rowStateText(state) }), what })}`,
    ),
    ...(may ? [`    ${t('sharing.correctCorrectWhatLeave', { uuid })}`] : []),
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
  const file = wantsFile || properties.length === 0 ? ` --file ${t('terminal.document')}` : '';
  const values = [...new Set(properties)].map((property) => `"${property}": "..."`);
  const data = values.length === 0 ? '' : ` --data '{${values.join(', ')}}'`;
  return `clearfolder answer ${uuid}${file}${data}`;
}
