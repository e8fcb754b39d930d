import type { FolderRule } from '../../contract/settings.ts';
import { foldersView } from '../../core/intake/folders-view.ts';
import type { Ledger } from '../../core/ledger/ledger.ts';
import { filesView } from '../../core/views/files-view.ts';
import { outboxView } from '../../core/views/outbox-view.ts';
import { type TaskListEntry, tasksView } from '../../core/views/tasks-view.ts';
import { filesAreMoving, outWords } from './out-words.ts';
import { answerCommand, outcomeLines, statusWords } from './task-words.ts';
import { printable } from './terminal.ts';

const LISTED_AT_MOST = 5;

/**
 * The account of an interactive start: each call gives the lines that are new since the last one. Names of Tasks and files
 * appear in it, so it is for a person's own terminal and never for a log (I11).
 */
export function createAccount(
  ledger: Ledger,
  rules: readonly FolderRule[],
  clockText: () => string,
): () => string[] {
  const shown = new Map<string, string>();
  const changed = (key: string, state: string) => {
    if (shown.get(key) === state) return false;
    shown.set(key, state);
    return true;
  };
  let summary = '';
  /** Held files, one by one, or counted where a folder full of them would push everything else off the screen. */
  const heldLines = () => {
    const held = filesView(ledger, { folder: null, states: ['held'] }).filter((file) =>
      changed(`file ${file.id}`, file.problem?.code ?? ''),
    );
    return [...Map.groupBy(held, (file) => file.problem?.code)].flatMap(([, files]) => {
      const [first] = files;
      if (first?.problem == null) return [];
      const what =
        files.length > LISTED_AT_MOST ? `${files.length} files` : files.map((file) => file.path).join(', ');
      return [
        `${clockText()}  not sent  ${printable(what)}: ${first.problem.message}`,
        `      What to do: ${first.problem.next}`,
      ];
    });
  };

  return () => {
    const lines: string[] = [];
    const entries = outboxView(ledger);
    for (const entry of entries) {
      if (!changed(entry.id, `${entry.state} ${entry.problem?.code ?? ''}`)) continue;
      const documents = `${entry.files.length} ${entry.files.length === 1 ? 'document' : 'documents'}`;
      const what = `${printable(commonPlace(entry.files.map((file) => file.path)))} (${documents})`;
      if (entry.state === 'accepted') lines.push(`${clockText()}  sent      ${what}`);
      else if (entry.problem !== null)
        lines.push(
          `${clockText()}  ${entry.state}  ${what}: ${entry.problem.message}`,
          `      What to do: ${entry.problem.next}`,
        );
    }
    lines.push(...heldLines());
    for (const { id, problem } of foldersView(ledger, rules)) {
      if (!changed(`folder ${id}`, problem?.code ?? '')) continue;
      if (problem !== null) {
        lines.push(`${clockText()}  folder ${id}: ${problem.message}`, `      What to do: ${problem.next}`);
      }
    }
    const { tasks } = tasksView(ledger, {});
    const places = new Map(
      entries.map((entry) => [entry.task_uuid, commonPlace(entry.files.map((file) => file.path))]),
    );
    for (const task of tasks) {
      if (!changed(task.uuid, `${task.status} ${task.latest_status_change}`)) continue;
      if (task.status === 'pending' || task.status === 'processing') continue;
      const name = printable(task.name || places.get(task.uuid) || task.uuid);
      lines.push(
        `${clockText()}  ${statusWords(task.status)}: ${name}  [${printable(places.get(task.uuid) ?? '')}]`,
        ...outcomeLines(task),
      );
      if (task.status === 'waiting') {
        lines.push(`      answer it: ${answerCommand(task)}`);
      }
    }
    const now = `${outWords(ledger, rules)} ${summarise(tasks)}`;
    if (
      tasks.length > 0 &&
      now !== summary &&
      !filesAreMoving(ledger) &&
      tasks.every((task) => task.status !== 'pending' && task.status !== 'processing')
    ) {
      summary = now;
      lines.push('', now, '');
    }
    return lines;
  };
}

function summarise(tasks: readonly TaskListEntry[]): string {
  const count = (has: (task: TaskListEntry) => boolean) => tasks.filter(has).length;
  const decided = tasks.filter((task) => task.status === 'completed' && task.verdicts.length > 0);
  const approved = decided.filter((task) => task.verdicts.every((verdict) => verdict.approved)).length;
  const parts = [
    `${approved} approved`,
    `${decided.length - approved} with a code that was not approved`,
    `${count((task) => task.status === 'waiting')} waiting for you`,
  ];
  const ended = ['failed', 'invalid'].map(
    (status) => [status, count((task) => task.status === status)] as const,
  );
  for (const [status, number] of ended) {
    if (number > 0) parts.push(`${number} ${statusWords(status)}`);
  }
  return `${tasks.length} ${tasks.length === 1 ? 'Task' : 'Tasks'}: ${parts.join(', ')}.`;
}

/** The folder that all paths share, or the one path. */
function commonPlace(paths: readonly string[]): string {
  const first = paths[0] ?? '';
  if (paths.length === 1) return first;
  const folders = paths.map((path) => path.split('/').slice(0, -1));
  const shared = (folders[0] ?? []).filter((part, index) =>
    folders.every((folder) => folder[index] === part),
  );
  return shared.join('/') || first;
}
