import { systemClock } from '../../core/clock.ts';
import { engineIsRunning } from '../../core/data-folder/engine-lock.ts';
import { type FolderView, foldersView } from '../../core/folders/folders-view.ts';
import { actor } from '../../core/installation/actor.ts';
import type { StationChoice } from '../../core/installation/open-station.ts';
import type { Ledger } from '../../core/ledger/db/ledger.ts';
import { addRequest } from '../../core/ledger/tables/engine-requests.ts';
import { latestSnapshot } from '../../core/ledger/tasks/snapshots.ts';
import { statusesSeen } from '../../core/ledger/tasks/task-queries.ts';
import { type OutboxEntry, outboxView } from '../../core/views/outbox-view.ts';
import { taskDetailView } from '../../core/views/task-detail-view.ts';
import { tasksView } from '../../core/views/tasks-view.ts';
import { withLedger } from './choice.ts';
import { UsageError } from './failure.ts';
import { looked } from './looked.ts';
import { outWords } from './out-words.ts';
import { describeTask, taskLine } from './task-words.ts';
import { localTime, show, type Terminal } from './terminal.ts';

const STATUSES = ['pending', 'processing', 'waiting', 'completed', 'failed', 'invalid', 'deferred', 'gone'];

/** `outbox`: every submission and what has become of it. */
export function showOutbox(terminal: Terminal, choice: StationChoice): Promise<void> {
  return withLedger(choice, 'reader', (ledger, { settings }) => {
    const entries = outboxView(ledger);
    looked(ledger, 'list.viewed', 'outbox.page', { rows: entries.length });
    show(terminal, entries, () => [
      ...(entries.length === 0 ? ['The outbox is empty.'] : entries.flatMap(submissionLines)),
      outWords(ledger, settings.folders),
    ]);
  });
}

/** One submission in a few short lines, so that they can be read on a narrow terminal too. */
export function submissionLines(entry: OutboxEntry): string[] {
  const next = entry.next_attempt_at === null ? '' : `, next try ${localTime(entry.next_attempt_at)}`;
  return [
    `${entry.id}  ${entry.state}${next}`,
    ...entry.files.map((file) => `    ${file.path}`),
    ...(entry.task_uuid === null ? [] : [`    is Task ${entry.task_uuid}`]),
    ...(entry.problem === null
      ? []
      : [`    ${entry.problem.message}`, `    What to do: ${entry.problem.next}`]),
    ...entry.allowed_task_types.map((type) => `      clearfolder retry ${entry.id} --task-type ${type}`),
  ];
}

/** `tasks [--status S]...`: the Tasks the ledger knows, as of the last look at the service. */
export function showTasks(
  terminal: Terminal,
  choice: StationChoice,
  status: readonly string[],
): Promise<void> {
  return withLedger(choice, 'reader', (ledger) => {
    assertStatuses(ledger, status);
    const filter = status.length === 0 ? {} : { status };
    const view = tasksView(ledger, filter);
    looked(ledger, 'list.viewed', 'tasks.page', { ...filter, rows: view.tasks.length });
    show(terminal, view, () => [
      view.as_of === null ? 'Clearfolder has not asked the service yet.' : `As of ${localTime(view.as_of)}:`,
      ...(view.tasks.length === 0
        ? [status.length === 0 ? 'No Tasks.' : `No Task is ${status.join(' or ')}.`]
        : view.tasks.flatMap(taskLine)),
    ]);
  });
}

/** A mistyped status would read as "nothing waits for you". One that only the service knows is none (I7). */
function assertStatuses(ledger: Ledger, asked: readonly string[]): void {
  if (asked.every((status) => STATUSES.includes(status))) return;
  const known = [...new Set([...STATUSES, ...statusesSeen(ledger)])];
  const unknown = asked.find((status) => !known.includes(status));
  if (unknown !== undefined)
    throw new UsageError(`"${unknown}" is not a status. The statuses are: ${known.join(', ')}.`);
}

const FETCH_PATIENCE_MS = 10_000;
const FETCH_LOOK_EVERY_MS = 150;

/** `task ID`: one Task with its documents, verdicts, reasons and history. */
export function showTask(terminal: Terminal, choice: StationChoice, id: string): Promise<void> {
  return withLedger(choice, 'reader', async (ledger, { folder }) => {
    const { uuid } = taskDetailView(ledger, id);
    looked(ledger, 'task.viewed', uuid);
    // Of a Task that had ended before this station first looked, only the summary is kept until somebody opens it.
    if (latestSnapshot(ledger, uuid) === null && engineIsRunning(folder.path))
      await fetchDetails(choice, ledger, uuid);
    const view = taskDetailView(ledger, uuid);
    show(terminal, view, () => [`As of ${localTime(view.as_of)}:`, ...describeTask(view)]);
  });
}

async function fetchDetails(choice: StationChoice, reader: Ledger, task: string): Promise<void> {
  await withLedger(choice, 'beside', (ledger) =>
    addRequest(ledger, { verb: 'look-at', task }, actor(), systemClock.now()),
  );
  const deadline = systemClock.monotonic() + FETCH_PATIENCE_MS;
  while (latestSnapshot(reader, task) === null && systemClock.monotonic() < deadline) {
    await systemClock.sleep(FETCH_LOOK_EVERY_MS);
  }
}

/** `folders`: the health of each watched folder, with counts that add up (I1). */
export function showFolders(terminal: Terminal, choice: StationChoice): Promise<void> {
  return withLedger(choice, 'reader', (ledger, { settings }) => {
    const folders = foldersView(ledger, settings);
    show(terminal, folders, () =>
      folders.length === 0
        ? ['No folder is watched. Add a folder under "folders" in the settings.']
        : folders.flatMap(folderLines),
    );
  });
}

function folderLines(folder: FolderView): string[] {
  const counts = Object.entries(folder.counts)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${name} ${count}`);
  const { problem } = folder;
  return [
    `${folder.id}: ${folder.path}`,
    `    ${health(folder)}`,
    `    ${counts.length === 0 ? 'no files found' : counts.join(', ')}`,
    ...(folder.paused
      ? ['    Paused: Clearfolder sends nothing from this folder until you run "clearfolder resume".']
      : []),
    ...(folder.handled_by === null
      ? []
      : [`    Handled by ${folder.handled_by}: that station sends the documents in this folder.`]),
    ...(problem === null ? [] : [`    ${problem.message}`, `    What to do: ${problem.next}`]),
    ...(folder.remark === null ? [] : [`    ${folder.remark}`]),
  ];
}

function health(folder: FolderView): string {
  if (!folder.reachable) {
    return folder.unreachable_since === null && folder.last_scan === null
      ? 'not checked yet: Clearfolder has not run since the folder was set up'
      : `cannot be reached since ${localTime(folder.unreachable_since)}; last checked ${localTime(folder.last_scan)}`;
  }
  return `watched by ${folder.watching}, last checked ${localTime(folder.last_scan)}`;
}
