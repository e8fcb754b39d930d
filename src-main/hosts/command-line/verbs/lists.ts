import { assertNever } from '../../../contract/assert-never.ts';
import { say } from '../../../contract/say.ts';
import { narrowing } from '../../../contract/verbs/tasks.ts';
import { ACCOUNT_STATES } from '../../../contract/views/common.ts';
import { systemClock } from '../../../core/clock.ts';
import { engineIsRunning } from '../../../core/data-folder/engine-lock.ts';
import { type FolderView, foldersView } from '../../../core/folders/folders-view.ts';
import type { Ledger } from '../../../core/ledger/db/ledger.ts';
import { FILE_STATES } from '../../../core/ledger/tables/files.ts';
import { noteViewed } from '../../../core/ledger/tables/milestones.ts';
import { OUTBOX_STATES } from '../../../core/ledger/tables/outbox-rows.ts';
import { latestSnapshot } from '../../../core/ledger/tasks/snapshots.ts';
import { statusesSeen, tasksByReference } from '../../../core/ledger/tasks/task-queries.ts';
import { recordsOf } from '../../../core/tracking/task-view.ts';
import { filesView } from '../../../core/views/files-view.ts';
import { type OutboxEntry, outboxView } from '../../../core/views/outbox/outbox-view.ts';
import { taskDetailView } from '../../../core/views/task-detail-view.ts';
import { newestPayload } from '../../../core/views/task-full-view.ts';
import { tasksView } from '../../../core/views/tasks-view.ts';
import { tellEngine } from '../../headless/engine-beside.ts';
import { withLedger } from '../../headless/station-ledger.ts';
import { said, t } from '../../language.ts';
import { recordIfPossible, recordView } from '../record-view.ts';
import { type TaskFilters, taskQueryOf } from '../task-filters.ts';
import { localTime, problemLines, type StationContext, show, showJson, UsageError } from '../terminal.ts';
import { assertFolderIsKnown } from './requests.ts';
import { stateText } from './state-text.ts';
import { describeTask, TASK_STATUSES, taskLines } from './tasks/task-lines.ts';
import { unsentText } from './unsent-text.ts';

const STATUS_FILTERS = [...TASK_STATUSES, 'gone'];
// `bound` is left out, because a file that belongs to a submission is listed with the state of the submission.
const STATES_OF_FILES: readonly string[] = [...new Set([...FILE_STATES, ...OUTBOX_STATES])].filter(
  (state) => state !== 'bound',
);
const FETCH_PATIENCE_MS = 10_000;
const FETCH_POLL_MS = 150;

export function showOutbox({ terminal, choice }: StationContext): Promise<void> {
  return withLedger(choice, 'reader', (ledger, { settings }) => {
    const entries = outboxView(ledger);
    recordIfPossible(terminal, () =>
      recordView(ledger, 'list.viewed', 'outbox.page', { rows: entries.length }),
    );
    show(terminal, entries, () => [
      ...(entries.length === 0 ? [t('terminal.outboxEmpty')] : entries.flatMap(outboxLines)),
      unsentText(ledger, settings.folders),
    ]);
  });
}

/** The lines of a submission, an answer or a change. A rejected answer names the verbs by which a person decides about the answer. */
export function outboxLines(entry: OutboxEntry): string[] {
  const next =
    entry.next_attempt_at === null
      ? ''
      : `, ${t('terminal.nextTry', { when: localTime(entry.next_attempt_at) })}`;
  return [
    `${entry.id}  ${stateText(entry.state)}${next}`,
    ...entry.files.map((file) => `    ${file.path}`),
    ...(entry.task_uuid === null ? [] : [`    ${taskText(entry.kind, entry.task_uuid)}`]),
    ...problemLines(entry.problem, '    '),
    ...entry.allowed_task_types.map((type) => `      clearfolder retry ${entry.id} --task-type ${type}`),
    ...(entry.kind === 'answer' && entry.state === 'rejected' ? decisions(entry) : []),
  ];
}

function taskText(kind: OutboxEntry['kind'], uuid: string): string {
  switch (kind) {
    case 'submission':
      return t('terminal.isTask', { uuid });
    case 'answer':
    case 'resume':
      return t('terminal.answerTask', { uuid });
    case 'name':
    case 'cleared':
    case 'not-cleared':
    case 'external-id':
    case 'event':
      return t('terminal.changeTask', { uuid });
    default:
      return assertNever(kind);
  }
}

const decisions = ({ id, files }: OutboxEntry) => [
  `      clearfolder retry ${id}`,
  ...(files.length === 0 ? [] : [`      clearfolder as-task ${id}`]),
  `      clearfolder withdraw ${id}`,
];

/** `tasks [FILTERS]`: lists the Tasks in the ledger, each with the last status that the service reported. */
export function showTasks({ terminal, choice }: StationContext, filters: TaskFilters): Promise<void> {
  return withLedger(choice, 'reader', (ledger) => {
    const { status = [] } = filters;
    assertStatuses(ledger, status);
    const query = taskQueryOf(filters);
    const view = tasksView(ledger, query);
    const record = () =>
      recordView(ledger, 'list.viewed', 'tasks.page', { ...narrowing(query), rows: view.tasks.length });
    // The rows of a search quote documents and notes.
    if (filters.search === undefined) recordIfPossible(terminal, record);
    else record();
    show(terminal, view, () => [
      view.as_of === null
        ? t('terminal.notAskedServiceYet')
        : t('terminal.asOf', { when: localTime(view.as_of) }),
      ...(view.tasks.length === 0 ? [noTask(filters)] : view.tasks.flatMap(foundLines)),
      ...(filters.search === undefined || view.texts !== 'unread' ? [] : [said(TEXTS_UNREAD)]),
    ]);
  });
}

const TEXTS_UNREAD = say('terminal.notPreparedTextsAll');

function foundLines(task: ReturnType<typeof tasksView>['tasks'][number]): string[] {
  return [
    ...taskLines(task),
    ...(task.passage === null ? [] : [`    ${t('terminal.passageInDocuments', { passage: task.passage })}`]),
    ...(task.note === null ? [] : [`    ${t('terminal.noteStaff', { note: task.note })}`]),
  ];
}

function noTask({ status, date: _, orderBy: _by, ascending: _up, ...others }: TaskFilters): string {
  if (Object.keys(others).length > 0) return t('terminal.noTaskMatches');
  return status === undefined
    ? t('terminal.noTasks')
    : t('terminal.noTask', { list: status.join(` ${t('terminal.or')} `) });
}

// Checks that each value of `--status` is "gone", a status in docs/service.md, or a status that the service has sent (I7).
//
// @throws UsageError for any other value, because the empty list for a mistyped status would look like "no Task waits"
export function assertStatuses(ledger: Ledger, asked: readonly string[]): void {
  if (asked.every((status) => STATUS_FILTERS.includes(status))) return;
  const statuses = [...new Set([...STATUS_FILTERS, ...statusesSeen(ledger)])];
  const unknown = asked.find((status) => !statuses.includes(status));
  if (unknown !== undefined)
    throw new UsageError(say('terminal.noSuchStatus', { unknown, list: statuses.join(', ') }));
}

/** `task ID`: shows a Task of the ledger or, if the ledger does not know the Task, the Task of the service (`showForeignTask`). */
export async function showTask(context: StationContext, id: string): Promise<void> {
  const { terminal, choice } = context;
  const isKnown = await withLedger(choice, 'reader', (ledger) => tasksByReference(ledger, id).length > 0);
  if (!isKnown) return await (await import('./tasks/foreign-task.ts')).showForeignTask(context, id);
  await withLedger(choice, 'reader', async (ledger, { folder, settings }) => {
    const { uuid } = taskDetailView(ledger, id);
    const isRecorded = recordIfPossible(terminal, () => recordView(ledger, 'task.viewed', uuid));
    // The ledger has no details of a Task that had ended when this station first saw the Task. A running engine can fetch the details.
    if (isRecorded && latestSnapshot(ledger, uuid) === null && engineIsRunning(folder.path)) {
      await tellEngine(folder.path, uuid);
      const deadline = systemClock.monotonic() + FETCH_PATIENCE_MS;
      while (latestSnapshot(ledger, uuid) === null && systemClock.monotonic() < deadline)
        await systemClock.sleep(FETCH_POLL_MS);
    }
    if (isRecorded && settings.sending.milestones) noteViewed(ledger, uuid, systemClock.now());
    const view = taskDetailView(ledger, uuid);
    show(terminal, view, () => [t('terminal.asOf', { when: localTime(view.as_of) }), ...describeTask(view)]);
  });
}

/** `raw ID`: prints the newest TaskDetails of a Task as JSON, as the service sent them. */
export function showRaw({ terminal, choice }: StationContext, id: string): Promise<void> {
  return withLedger(choice, 'reader', (ledger) => {
    const { uuid } = taskDetailView(ledger, id);
    recordView(ledger, 'task.viewed', uuid);
    showJson(terminal, newestPayload(ledger, uuid).payload);
  });
}

/** `text ID`: prints what the service read in the documents of a Task, and the texts and data of the Task (docs/service.md 2.2, 2.4). */
export function showText({ terminal, choice }: StationContext, id: string): Promise<void> {
  return withLedger(choice, 'reader', (ledger) => {
    const { uuid } = taskDetailView(ledger, id);
    recordView(ledger, 'task.viewed', uuid);
    const items = newestPayload(ledger, uuid).payload.data_items.map((item) => ({
      ...{ uuid: item.uuid, name: item.name ?? null, group: item.group },
      data: 'data' in item ? item.data : null,
      records: recordsOf(item),
    }));
    show(terminal, items, () =>
      items.flatMap(({ name, uuid: item, data, records }) => [
        `${name ?? t('terminal.unnamed')} (${item})`,
        ...(data === null ? [] : indented(typeof data === 'string' ? data : JSON.stringify(data, null, 2))),
        ...records.flatMap(({ record_type: type, fields, sections }) => [
          `  ${type}`,
          ...fieldLines(fields),
          ...sections.flatMap((section) => [...indented(section.content), ...fieldLines(section.fields)]),
        ]),
      ]),
    );
  });
}

const fieldLines = (fields: Readonly<Record<string, unknown>> | null | undefined) =>
  Object.entries(fields ?? {}).map(
    ([name, value]) => `    ${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );

const indented = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => `    ${line}`);

/** `files`: lists every found file with its state and the reason for that state (I1). */
export function showFiles(
  { terminal, choice }: StationContext,
  {
    folder = null,
    state: states = [],
  }: { readonly folder?: string | null; readonly state?: readonly string[] },
): Promise<void> {
  const unknown = states.find((state) => !STATES_OF_FILES.includes(state));
  if (unknown !== undefined)
    throw new UsageError(
      say('terminal.noSuchState', {
        unknown,
        list: STATES_OF_FILES.join(', '),
      }),
    );
  return withLedger(choice, 'reader', (ledger, { settings }) => {
    if (folder !== null) assertFolderIsKnown(ledger, settings.folders, folder);
    const files = filesView(ledger, { folder, states });
    recordIfPossible(terminal, () =>
      recordView(ledger, 'list.viewed', 'files.page', {
        ...(folder === null ? {} : { folder }),
        ...(states.length === 0 ? {} : { states }),
        rows: files.length,
      }),
    );
    show(terminal, files, () =>
      files.length === 0
        ? [t('terminal.noFiles')]
        : files.flatMap((file) => [
            `${String(file.id).padStart(6)}  ${stateText(file.state).padEnd(11)}  ${file.path}`,
            ...(file.ignored_by === null
              ? []
              : [`        ${t('terminal.ignoredRule', { rule: file.ignored_by })}`]),
            ...problemLines(file.problem, '        '),
          ]),
    );
  });
}

export function showFolders({ terminal, choice }: StationContext): Promise<void> {
  return withLedger(choice, 'reader', (ledger, { settings }) => {
    const folders = foldersView(ledger, settings);
    show(terminal, folders, () =>
      folders.length === 0 ? [t('terminal.noFolderWatched')] : folders.flatMap(folderLines),
    );
  });
}

function folderLines(folder: FolderView): string[] {
  const { found, unreadable } = folder.counts;
  const counts = ACCOUNT_STATES.filter((state) => folder.counts[state] > 0).map(
    (state) => `${stateText(state)} ${folder.counts[state]}`,
  );
  return [
    `${folder.id}: ${folder.path}`,
    `    ${healthText(folder)}`,
    `    ${found === 0 ? t('terminal.noFilesFound') : [`${t('terminal.filesFound')} ${found}`, ...counts].join(', ')}`,
    ...(unreadable === 0 ? [] : [`    ${t('terminal.filesFoldersCannotRead', { unreadable })}`]),
    ...(folder.paused ? [`    ${t('terminal.pausedSendsNothingFolder')}`] : []),
    ...(folder.handled_by === null
      ? []
      : [`    ${t('terminal.handledStationSendsDocuments', { station: folder.handled_by })}`]),
    ...problemLines(folder.problem, '    '),
    ...(folder.said === null ? [] : [`    ${said(folder.said.remark)}`]),
    ...offerLines(folder).map((line) => `    ${line}`),
  ];
}

function offerLines({ id, offer, task_type: taskType }: FolderView): string[] {
  if (offer === null) return [];
  const { documents, left_out: leftOut } = offer;
  return [
    ...(documents === 0
      ? []
      : [
          t('folders.sentAnotherTaskType', { documents, taskType }),
          t('folders.sendDocumentsToo', { taskType, id }),
        ]),
    ...(leftOut === 0 ? [] : [t('folders.documentsLeft', { taskType, leftOut })]),
    t('folders.endMessage', { id }),
  ];
}

const WATCHING = {
  events: say('terminal.events'),
  poll: say('terminal.poll'),
  scan: say('terminal.scan'),
} as const;

function healthText(folder: FolderView): string {
  if (folder.reachable)
    return t('terminal.watchedLastChecked', {
      watching: WATCHING[folder.watching],
      when: localTime(folder.last_scan),
    });
  return folder.unreachable_since === null && folder.last_scan === null
    ? t('terminal.notCheckedYet')
    : t('terminal.cannotReachedSinceLast', {
        when: localTime(folder.unreachable_since),
        checked: localTime(folder.last_scan),
      });
}
