import { describeForCommandLine, problemCodeSchema } from '../../contract/problem.ts';
import type { FolderRule } from '../../contract/settings.ts';
import type { Ledger } from '../../core/ledger/db/ledger.ts';
import { readFolder } from '../../core/ledger/tables/folders.ts';
import {
  changedSubmissions,
  changedTasks,
  countOutcomes,
  goneTasks,
  heldMark,
  pathsOf,
  placeBefore,
  submissionOf,
} from '../../core/ledger/tables/recent-changes.ts';
import { readTask } from '../../core/ledger/tasks/tasks.ts';
import { filesView } from '../../core/views/files-view.ts';
import { taskEntry } from '../../core/views/tasks-view.ts';
import { filesAreMoving, outWords } from './out-words.ts';
import { answerCommand, outcomeLines, statusWords } from './task-words.ts';

const LISTED_AT_MOST = 5;

/**
 * The account of an interactive start: each call gives the lines that are new since the last one, and the first those since
 * `since` (milliseconds since the epoch). It reads what has changed and nothing else, however much the ledger holds. Names of
 * Tasks and files appear in it, so it is for a person's own terminal and never for a log (I11).
 */
export function createAccount(
  ledger: Ledger,
  rules: readonly FolderRule[],
  { since, clockText }: { since: number; clockText: () => string },
): () => string[] {
  const shown = new Map<string, string>();
  const changed = (key: string, state: string) => {
    if (shown.get(key) === state) return false;
    shown.set(key, state);
    return true;
  };
  let { seq, snapshot } = placeBefore(ledger, since);
  let unfinished: string[] = [];
  let held = '';
  let summary = '';
  let summaryDue = true;

  const told = (what: string, { message, next }: { message: string; next: string }) => [
    `${clockText()}  ${what}: ${message}`,
    `      What to do: ${next}`,
  ];

  const submissionLines = () => {
    const rows = changedSubmissions(ledger, { seq, ids: unfinished });
    seq = Math.max(seq, ...rows.map((row) => row.seq));
    unfinished = rows
      .filter(({ state }) => state !== 'accepted' && state !== 'withdrawn')
      .map(({ id }) => id);
    return rows.flatMap((row) => {
      if (!changed(row.id, `${row.state} ${row.problem_code ?? ''}`)) return [];
      summaryDue = true;
      const paths = pathsOf(ledger, row.id);
      const what = `${commonPlace(paths)} (${paths.length} ${paths.length === 1 ? 'document' : 'documents'})`;
      if (row.state === 'accepted') return [`${clockText()}  sent      ${what}`];
      if (row.problem_code === null) return [];
      const code = problemCodeSchema.parse(row.problem_code);
      const subject = row.folder_id === null ? 'drop' : 'folder';
      return told(
        `${row.state}  ${what}`,
        describeForCommandLine({ code, detail: row.problem_detail, subject }),
      );
    });
  };

  /** Held files, one by one, or counted where a folder full of them would push everything else off the screen. */
  const heldLines = () => {
    const mark = heldMark(ledger);
    if (mark === held) return [];
    held = mark;
    summaryDue = true;
    const files = filesView(ledger, { folder: null, states: ['held'] }).filter((file) =>
      changed(`file ${file.id}`, file.problem?.code ?? ''),
    );
    return [...Map.groupBy(files, (file) => file.problem?.code)].flatMap(([, same]) => {
      const problem = same[0]?.problem;
      if (problem == null) return [];
      const what =
        same.length > LISTED_AT_MOST ? `${same.length} files` : same.map((file) => file.path).join(', ');
      return told(`not sent  ${what}`, problem);
    });
  };

  const folderLines = () =>
    rules.flatMap(({ id }) => {
      const row = readFolder(ledger, id);
      const code = row?.problem_code ?? null;
      if (!changed(`folder ${id}`, `${code ?? ''} ${row?.reachable ?? ''}`)) return [];
      summaryDue = true;
      return code === null
        ? []
        : told(`folder ${id}`, describeForCommandLine({ code, detail: row?.problem_detail ?? null }));
    });

  const taskLines = () => {
    const { uuids, newest } = changedTasks(ledger, snapshot);
    snapshot = newest;
    return uuids.flatMap((uuid) => {
      const row = readTask(ledger, uuid);
      if (row === null || !changed(uuid, `${row.status} ${row.latest_status_change}`)) return [];
      summaryDue = true;
      if (row.status === 'pending' || row.status === 'processing') return [];
      const task = taskEntry(ledger, row);
      const submission = submissionOf(ledger, uuid);
      const place = submission === null ? '' : commonPlace(pathsOf(ledger, submission));
      return [
        `${clockText()}  ${statusWords(task.status)}: ${task.name || place || uuid}  [${place}]`,
        ...outcomeLines(task),
        ...(task.status === 'waiting' ? [`      answer it: ${answerCommand(task)}`] : []),
      ];
    });
  };

  const goneLines = () =>
    goneTasks(ledger, since).flatMap((uuid) => {
      const row = readTask(ledger, uuid);
      if (row === null || !changed(uuid, 'gone')) return [];
      summaryDue = true;
      const gone = describeForCommandLine({ code: 'tracking.gone', detail: null });
      return told(`gone: ${row.name || uuid}`, gone);
    });

  const summaryLines = () => {
    if (!summaryDue || filesAreMoving(ledger)) return [];
    const outcomes = countOutcomes(ledger);
    if (outcomes.tasks === 0 || outcomes.underway > 0) return [];
    summaryDue = false;
    const now = `${outWords(ledger, rules)} ${summarise(outcomes)}`;
    if (now === summary) return [];
    summary = now;
    return ['', now, ''];
  };

  return () => [
    ...submissionLines(),
    ...heldLines(),
    ...folderLines(),
    ...taskLines(),
    ...goneLines(),
    ...summaryLines(),
  ];
}

function summarise(outcomes: ReturnType<typeof countOutcomes>): string {
  const parts = [
    `${outcomes.approved} approved`,
    `${outcomes.not_approved} with a code that was not approved`,
    `${outcomes.waiting} waiting for you`,
  ];
  for (const status of ['failed', 'invalid'] as const) {
    if (outcomes[status] > 0) parts.push(`${outcomes[status]} ${statusWords(status)}`);
  }
  if (outcomes.gone > 0) parts.push(`${outcomes.gone} gone from the service`);
  if (outcomes.unconfirmed > 0) parts.push(`${outcomes.unconfirmed} not confirmed by the service`);
  return `${outcomes.tasks} ${outcomes.tasks === 1 ? 'Task' : 'Tasks'}: ${parts.join(', ')}.`;
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
