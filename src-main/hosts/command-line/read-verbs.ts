import { foldersView } from '../../core/intake/folders-view.ts';
import type { StationChoice } from '../../core/station/open-station.ts';
import { outboxView } from '../../core/views/outbox-view.ts';
import { taskDetailView } from '../../core/views/task-detail-view.ts';
import { tasksView } from '../../core/views/tasks-view.ts';
import { withLedger } from './choice.ts';
import { describeTask, taskLine } from './task-words.ts';
import { columns, show, type Terminal } from './terminal.ts';

/** `outbox`: every submission and what has become of it. */
export function showOutbox(terminal: Terminal, choice: StationChoice): Promise<void> {
  return withLedger(choice, 'reader', (ledger) => {
    const entries = outboxView(ledger);
    show(terminal, entries, () => {
      if (entries.length === 0) return ['Nothing has been submitted yet.'];
      const rows = entries.map((entry) => [
        entry.id,
        entry.state,
        entry.files.map((file) => file.path).join(', '),
        entry.problem === null ? (entry.task_uuid ?? '') : entry.problem.message,
      ]);
      return columns([['SUBMISSION', 'STATE', 'FILES', 'TASK OR PROBLEM'], ...rows]);
    });
  });
}

/** `tasks [--status S]...`: the Tasks the ledger knows, as of the last look at the service. */
export function showTasks(
  terminal: Terminal,
  choice: StationChoice,
  status: readonly string[],
): Promise<void> {
  return withLedger(choice, 'reader', (ledger) => {
    const view = tasksView(ledger, status.length === 0 ? {} : { status });
    show(terminal, view, () => [
      view.as_of === null
        ? 'Not looked at the service yet.'
        : `As of ${new Date(view.as_of).toLocaleString()}:`,
      ...(view.tasks.length === 0 ? ['No Tasks.'] : view.tasks.flatMap(taskLine)),
    ]);
  });
}

/** `task ID`: one Task with its documents, verdicts, reasons and history. */
export function showTask(terminal: Terminal, choice: StationChoice, id: string): Promise<void> {
  return withLedger(choice, 'reader', (ledger) => {
    const view = taskDetailView(ledger, id);
    show(terminal, view, () => describeTask(view));
  });
}

/** `folders`: the health of each watched folder, with counts that add up (I1). */
export function showFolders(terminal: Terminal, choice: StationChoice): Promise<void> {
  return withLedger(choice, 'reader', (ledger, { settings }) => {
    const folders = foldersView(ledger, settings.folders);
    show(terminal, folders, () =>
      folders.length === 0
        ? ['No folder is watched. Add one under "folders" in the settings.']
        : folders.flatMap((folder) => [
            `${folder.id}: ${folder.path}`,
            `  ${folder.reachable ? `watched by ${folder.watching}` : 'cannot be reached'}, last look ${folder.last_scan ?? 'never'}`,
            `  ${Object.entries(folder.counts)
              .filter(([, count]) => count > 0)
              .map(([name, count]) => `${name} ${count}`)
              .join(', ')}`,
          ]),
    );
  });
}
