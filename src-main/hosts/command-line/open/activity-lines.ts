import { describeForCommandLine, problemCodeSchema } from '../../../contract/problem.ts';
import type { FolderRule } from '../../../contract/settings.ts';
import type { Ledger } from '../../../core/ledger/db/ledger.ts';
import { readFolder } from '../../../core/ledger/tables/folders.ts';
import {
  changedSubmissions,
  changedTasks,
  countOutcomes,
  goneTasks,
  heldMark,
  pathsOf,
  placeBefore,
  submissionOf,
} from '../../../core/ledger/tables/recent-changes.ts';
import { readTask } from '../../../core/ledger/tasks/tasks.ts';
import { filesView } from '../../../core/views/files-view.ts';
import { taskEntry } from '../../../core/views/tasks-view.ts';
import { answerCommand, outcomeLines, statusText } from '../verbs/task-lines.ts';
import { filesAreMoving, unsentText } from '../verbs/unsent-text.ts';

const LISTED_AT_MOST = 5;

/**
 * Returns a function whose calls give the new lines of activity: the first call since `since` (milliseconds since the epoch),
 * each later call since the call before. A call reads only changed rows. The lines name Tasks and files, so they are for a
 * person's terminal and never for a log (I11).
 */
export function createActivityLines(
  ledger: Ledger,
  rules: readonly FolderRule[],
  { since, clockText }: { since: number; clockText: () => string },
): () => string[] {
  const shown = new Map<string, string>();
  const changed = (key: string, state: string) => {
    if (shown.get(key) === state) return false;
    shown.set(key, state);
    summaryDue = true;
    return true;
  };
  let { seq, snapshot } = placeBefore(ledger, since);
  let unfinished: string[] = [];
  let held = '';
  let summary = '';
  let summaryDue = true;

  const faultLines = (subject: string, { message, next }: { message: string; next: string }) => [
    `${clockText()}  ${subject}: ${message}`,
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
      const paths = pathsOf(ledger, row.id);
      const documents = `${commonPlace(paths)} (${paths.length} ${paths.length === 1 ? 'document' : 'documents'})`;
      if (row.state === 'accepted') return [`${clockText()}  sent      ${documents}`];
      if (row.problem_code === null) return [];
      const code = problemCodeSchema.parse(row.problem_code);
      const subject = row.folder_id === null ? 'drop' : 'folder';
      return faultLines(
        `${row.state}  ${documents}`,
        describeForCommandLine({ code, detail: row.problem_detail, subject }),
      );
    });
  };

  /** Lists held files, but only counts many files with the same problem, so that they do not fill the screen. */
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
      const subject =
        same.length > LISTED_AT_MOST ? `${same.length} files` : same.map((file) => file.path).join(', ');
      return faultLines(`not sent  ${subject}`, problem);
    });
  };

  const folderLines = () =>
    rules.flatMap(({ id }) => {
      const row = readFolder(ledger, id);
      const code = row?.problem_code ?? null;
      if (!changed(`folder ${id}`, `${code ?? ''} ${row?.reachable ?? ''}`)) return [];
      return code === null
        ? []
        : faultLines(`folder ${id}`, describeForCommandLine({ code, detail: row?.problem_detail ?? null }));
    });

  const taskLines = () => {
    const { uuids, newest } = changedTasks(ledger, snapshot);
    snapshot = newest;
    return uuids.flatMap((uuid) => {
      const row = readTask(ledger, uuid);
      if (row === null || !changed(uuid, `${row.status} ${row.latest_status_change}`)) return [];
      if (row.status === 'pending' || row.status === 'processing') return [];
      const task = taskEntry(ledger, row);
      const submission = submissionOf(ledger, uuid);
      const place = submission === null ? '' : commonPlace(pathsOf(ledger, submission));
      return [
        `${clockText()}  ${statusText(task.status)}: ${task.name || place || uuid}  [${place}]`,
        ...outcomeLines(task),
        ...(task.status === 'waiting' ? [`      answer it: ${answerCommand(task)}`] : []),
      ];
    });
  };

  const goneLines = () =>
    goneTasks(ledger, since).flatMap((uuid) => {
      const row = readTask(ledger, uuid);
      if (row === null || !changed(uuid, 'gone')) return [];
      const gone = describeForCommandLine({ code: 'tracking.gone', detail: null });
      return faultLines(`gone: ${row.name || uuid}`, gone);
    });

  const summaryLines = () => {
    if (!summaryDue || filesAreMoving(ledger)) return [];
    const outcomes = countOutcomes(ledger);
    if (outcomes.tasks === 0 || outcomes.underway > 0) return [];
    summaryDue = false;
    const now = `${unsentText(ledger, rules)} ${outcomesText(outcomes)}`;
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

function outcomesText(outcomes: ReturnType<typeof countOutcomes>): string {
  const parts = [
    `${outcomes.approved} approved`,
    `${outcomes.not_approved} with a code that was not approved`,
    `${outcomes.waiting} waiting for you`,
  ];
  for (const status of ['failed', 'invalid'] as const) {
    if (outcomes[status] > 0) parts.push(`${outcomes[status]} ${statusText(status)}`);
  }
  if (outcomes.gone > 0) parts.push(`${outcomes.gone} gone from the service`);
  if (outcomes.unconfirmed > 0) parts.push(`${outcomes.unconfirmed} not confirmed by the service`);
  return `${outcomes.tasks} ${outcomes.tasks === 1 ? 'Task' : 'Tasks'}: ${parts.join(', ')}.`;
}

/** Returns the folder that all paths share, or the only path. */
function commonPlace(paths: readonly string[]): string {
  const first = paths[0] ?? '';
  if (paths.length === 1) return first;
  const folders = paths.map((path) => path.split('/').slice(0, -1));
  const shared = (folders[0] ?? []).filter((part, index) =>
    folders.every((folder) => folder[index] === part),
  );
  return shared.join('/') || first;
}
