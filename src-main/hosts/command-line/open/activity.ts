import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describeForCommandLine } from '../../../contract/problem.ts';
import { say } from '../../../contract/say.ts';
import type { FolderRule } from '../../../contract/settings.ts';
import { isoTimeText } from '../../../contract/time-text.ts';
import { systemClock } from '../../../core/clock.ts';
import { actor } from '../../../core/installation/actor.ts';
import { openStation, openStationLedger, type Station } from '../../../core/installation/open-station.ts';
import type { Ledger } from '../../../core/ledger/db/ledger.ts';
import { accountOf } from '../../../core/ledger/tables/counts.ts';
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
import { readTask } from '../../../core/ledger/tasks/task-row.ts';
import { lockStanding } from '../../../core/lock/lock-state.ts';
import { filesView } from '../../../core/views/files-view.ts';
import { commandLineProblem } from '../../../core/views/problem-words.ts';
import { taskEntry } from '../../../core/views/tasks-view.ts';
import { describeFailure } from '../../headless/describe-failure.ts';
import { sampleFolder } from '../../headless/practice-mode.ts';
import { foldersInForce } from '../../headless/run-engine.ts';
import { said, t } from '../../language.ts';
import { recordView } from '../record-view.ts';
import { problemLines, type StationContext, type Terminal } from '../terminal.ts';
import { answerCommand, outcomeLines, statusText } from '../verbs/tasks/task-lines.ts';
import { unsentText } from '../verbs/unsent-text.ts';

const LISTED_AT_MOST = 5;
const POLL_MS = 400;
const LOCKED = say('terminal.stationLocked');
const NO_NAMES = say('terminal.outputLog');

/**
 * Prints what the engine sends and receives after `since` (milliseconds since the epoch), until `stop` resolves.
 * With `--json`, prints nothing. The engine may run in another process, so this function polls the ledger for writes.
 */
export async function followActivity(
  context: StationContext,
  { since, stop }: { since: number; stop: Promise<void> },
): Promise<void> {
  const { terminal } = context;
  if (terminal.json) {
    await stop;
    return;
  }
  const ended = new AbortController();
  void stop.then(() => ended.abort());
  let from = since;
  while (!ended.signal.aborted) {
    const opened = await openWhenReady(context, ended.signal);
    if (opened === null) break;
    try {
      await followLedger(terminal, opened, { from, ended: ended.signal });
    } finally {
      opened.ledger.close();
    }
    from = systemClock.now();
  }
  terminal.out(t('terminal.stoppingOpenRequestsEndFirstPress'));
}

async function followLedger(
  terminal: Terminal,
  { station, ledger }: { station: Station; ledger: Ledger },
  { from, ended }: { from: number; ended: AbortSignal },
): Promise<void> {
  const folders = await foldersInForce(station, station.settings, true);
  const settingsFile = station.settingsFile ?? station.folder.settings;
  const settings = changedAt(settingsFile);
  const newLines = createActivityLines(ledger, folders, {
    since: from,
    clockText: () => isoTimeText(new Date(systemClock.now()).toISOString()).slice(11, 19),
  });
  const inPractice = station.settings.environment === 'practice';
  // If the output may be a log, it must not contain names of real patients (I11). The patients of practice mode are invented.
  const namesMayShow = terminal.watched || inPractice;
  const answers = join(station.folder.practice, 'answers');
  const heading = [
    inPractice
      ? t('terminal.practiceModeNothingLeaves')
      : t('terminal.environmentAndActor', {
          environment: station.settings.environment,
          actor: actor(),
        }),
    ...(namesMayShow ? folders.map(({ path }) => t('terminal.watchingPath', { path })) : []),
    ...(inPractice && existsSync(answers) ? [t('terminal.sampleDocumentsWaitingTasks', { answers })] : []),
    t('terminal.putDocumentsWatchedFolder'),
    '',
    ...(namesMayShow ? [] : [said(NO_NAMES)]),
  ];
  for (const line of heading) terminal.out(line);
  let recorded = false;
  let lockedShown = false;
  let seen: number | null = null;
  for (; !ended.aborted && changedAt(settingsFile) === settings; await systemClock.sleep(POLL_MS, ended)) {
    if (!namesMayShow) continue;
    try {
      const version = ledger.dataVersion();
      const locked = lockStanding(ledger) === 'locked';
      if (locked && !lockedShown) terminal.out(said(LOCKED));
      lockedShown = locked;
      if (locked) seen = null;
      else if (version !== seen) {
        if (!recorded) recordView(ledger, 'list.viewed', 'app.overview');
        recorded = true;
        for (const line of newLines()) terminal.out(line);
        seen = version;
      }
    } catch (error) {
      // An error while printing must not end `open`, because the app may run in this process.
      terminal.err(said(describeFailure(error, 'command-line').said.message));
    }
  }
}

function changedAt(file: string): number | null {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? null;
}

// Waits until the engine has created the ledger. Returns null if `ended` aborts first. A repeated error is printed only once.
async function openWhenReady(
  { terminal, choice }: StationContext,
  ended: AbortSignal,
): Promise<{ station: Station; ledger: Ledger } | null> {
  let shown = '';
  for (; !ended.aborted; await systemClock.sleep(POLL_MS, ended)) {
    try {
      const station = await openStation(choice);
      const { settings, folder } = station;
      // In practice mode, the engine writes sample packets first. `foldersInForce` must not write the same packets at the same time.
      const needsSamples = settings.environment === 'practice' && settings.folders.length === 0;
      if (!needsSamples || existsSync(sampleFolder(folder.practice)))
        return { station, ledger: (await openStationLedger(station, 'reader')).ledger };
    } catch (error) {
      const failure = describeFailure(error, 'command-line');
      if (failure.code !== 'ledger.missing' && failure.message !== shown) {
        terminal.err(problemLines(failure));
        shown = failure.message;
      }
    }
  }
  return null;
}

/**
 * Returns a function that returns lines about the activity since its previous call. The first call starts at `since` (milliseconds since
 * the epoch). The lines contain names of Tasks and files, so the lines must never go into a log (I11).
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

  const faultLines = (subject: string, problem: Parameters<typeof problemLines>[0]) => {
    const [message, ...next] = problemLines(problem);
    return [`${clockText()}  ${subject}: ${message}`, ...next.map((line) => `      ${line}`)];
  };

  const submissionLines = () => {
    const rows = changedSubmissions(ledger, { seq, ids: unfinished });
    seq = Math.max(seq, ...rows.map((row) => row.seq));
    unfinished = rows
      .filter(({ state }) => state !== 'accepted' && state !== 'withdrawn')
      .map(({ id }) => id);
    return rows.flatMap((row) => {
      if (!changed(row.id, `${row.state} ${row.problem_code ?? ''}`)) return [];
      const paths = pathsOf(ledger, row.id);
      const documents = `${commonPlace(paths)} (${t('terminal.countOfDocuments', { count: paths.length })})`;
      if (row.state === 'accepted') return [`${clockText()}  ${t('terminal.sent')}      ${documents}`];
      const problem = commandLineProblem(row, row.folder_id === null ? 'drop' : 'folder');
      return problem === null ? [] : faultLines(`${row.state}  ${documents}`, problem);
    });
  };

  // If more than `LISTED_AT_MOST` files have the same problem, the line has the number of files instead of their paths.
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
        same.length > LISTED_AT_MOST
          ? t('terminal.countOfFiles', { count: same.length })
          : same.map((file) => file.path).join(', ');
      return faultLines(`${t('terminal.notSent')}  ${subject}`, problem);
    });
  };

  const folderLines = () =>
    rules.flatMap(({ id }) => {
      const row = readFolder(ledger, id);
      if (!changed(`folder ${id}`, `${row?.problem_code ?? ''} ${row?.reachable ?? ''}`)) return [];
      const problem = row && commandLineProblem(row);
      return problem === null ? [] : faultLines(t('common.folderWithId', { id }), problem);
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
        ...(task.status === 'waiting'
          ? [`      ${t('terminal.answerIt', { command: answerCommand(task) })}`]
          : []),
      ];
    });
  };

  const goneLines = () =>
    goneTasks(ledger, since).flatMap((uuid) => {
      const row = readTask(ledger, uuid);
      if (row === null || !changed(uuid, 'gone')) return [];
      const gone = describeForCommandLine({ code: 'tracking.gone', detail: null });
      return faultLines(t('terminal.goneFile', { name: row.name || uuid }), gone);
    });

  const summaryLines = () => {
    if (!summaryDue) return [];
    const { settling, sending } = accountOf(ledger);
    const outcomes = countOutcomes(ledger);
    if (settling + sending + outcomes.underway > 0 || outcomes.tasks === 0) return [];
    summaryDue = false;
    const now = `${unsentText(ledger, rules)} ${outcomesText(outcomes)}`;
    if (now === summary) return [];
    summary = now;
    return ['', now, ''];
  };

  // All queries run in one read transaction, so that the summary never counts a Task whose line is printed later.
  return ledger.db.transaction(() => [
    ...submissionLines(),
    ...heldLines(),
    ...folderLines(),
    ...taskLines(),
    ...goneLines(),
    ...summaryLines(),
  ]);
}

function outcomesText(outcomes: ReturnType<typeof countOutcomes>): string {
  const { failed, invalid, gone, unconfirmed } = outcomes;
  const parts = [
    t('terminal.countApproved', { count: outcomes.approved }),
    t('terminal.countWithCodeNotApproved', { count: outcomes.not_approved }),
    t('terminal.countWaiting', { count: outcomes.waiting }),
    ...(failed > 0 ? [`${failed} ${statusText('failed')}`] : []),
    ...(invalid > 0 ? [`${invalid} ${statusText('invalid')}`] : []),
    ...(gone > 0 ? [t('terminal.goneService', { count: gone })] : []),
    ...(unconfirmed > 0 ? [t('terminal.unknownStatus', { count: unconfirmed })] : []),
  ];
  const list = parts.join(', ');
  return t('terminal.tasksAre', { count: outcomes.tasks, list });
}

// Returns the innermost folder that contains all paths. For a single path, or for paths without a common folder, returns the first path.
function commonPlace(paths: readonly string[]): string {
  const first = paths[0] ?? '';
  if (paths.length === 1) return first;
  const folders = paths.map((path) => path.split('/').slice(0, -1));
  const shared = (folders[0] ?? []).filter((part, index) =>
    folders.every((folder) => folder[index] === part),
  );
  return shared.join('/') || first;
}
