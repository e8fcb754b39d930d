import { resolve } from 'node:path';
import { appendAudit } from '../../core/audit/audit.ts';
import { systemClock, systemRandom } from '../../core/clock.ts';
import { submitDrop } from '../../core/drops/submit-drop.ts';
import { actor } from '../../core/installation/actor.ts';
import type { StationChoice } from '../../core/installation/open-station.ts';
import { isTerminal } from '../../core/ledger/tasks/task-row.ts';
import { createSpool } from '../../core/spool/spool.ts';
import { outboxView } from '../../core/views/outbox-view.ts';
import { type TaskListEntry, tasksNamed } from '../../core/views/tasks-view.ts';
import { besideEngine, type Workplace } from '../headless/beside-engine.ts';
import { looked } from './looked.ts';
import { submissionLines } from './read-verbs.ts';
import { taskLine } from './task-words.ts';
import { show, type Terminal } from './terminal.ts';

export interface SubmitOptions {
  readonly taskType: string;
  readonly together: boolean;
  readonly wait: boolean;
  readonly name: string | null;
  readonly requestSpec: Readonly<Record<string, unknown>>;
}

const LOOK_EVERY_MS = 250;
const SETTLED_STATES = new Set(['accepted', 'rejected', 'withdrawn']);

/** Whether nothing more becomes of a Task before a person does something (I7, I10). */
export function isOver({ status, gone_since: gone }: Pick<TaskListEntry, 'status' | 'gone_since'>): boolean {
  return gone !== null || status === 'waiting' || isTerminal(status);
}

/**
 * `submit`: files and folders given by hand. Ends when each has become a Task or was refused; with `wait`, when each Task
 * was decided or waits for more. A running Clearfolder does the sending; else this process does. Gives the exit code.
 */
export async function submitFiles(
  terminal: Terminal,
  choice: StationChoice,
  paths: readonly string[],
  options: SubmitOptions,
): Promise<0 | 1> {
  return await besideEngine(choice, (place) => submitAndFollow(terminal, place, paths, options));
}

async function submitAndFollow(
  terminal: Terminal,
  { station, ledger, wake, abandoned }: Workplace,
  paths: readonly string[],
  options: SubmitOptions,
): Promise<0 | 1> {
  const outcome = await submitDrop({
    ledger,
    spool: createSpool({ dir: station.paths.spool, clock: systemClock }),
    paths: paths.map((path) => resolve(path)),
    taskType: options.taskType,
    requestSpec: options.requestSpec,
    together: options.together,
    name: options.name,
    clock: systemClock,
    random: systemRandom,
    onQueued: (id, at) =>
      appendAudit(ledger, { at, actor: actor(), action: 'submission.added', subject: id }),
  });
  wake();
  const notTaken = outcome.notTaken.map((refused) => ({ ...refused, words: notTakenWords(refused) }));
  for (const { path, words } of notTaken) terminal.err([`not sent: ${path}`, `    ${words}`]);
  const mine = () => outboxView(ledger, outcome.submissionIds);
  const tasks = () =>
    tasksNamed(
      ledger,
      mine().flatMap((entry) => entry.task_uuid ?? []),
    );
  await follow(
    () => abandoned() || mine().every((entry) => SETTLED_STATES.has(entry.state) || entry.problem !== null),
  );
  if (options.wait) {
    await follow(
      () =>
        abandoned() || (mine().every((entry) => SETTLED_STATES.has(entry.state)) && tasks().every(isOver)),
    );
  }
  const entries = mine();
  if (options.wait) for (const { uuid } of tasks()) looked(ledger, 'task.viewed', uuid);
  show(terminal, { submissions: entries, tasks: tasks(), not_taken: notTaken }, () => [
    ...entries.flatMap(submissionLines),
    ...(entries.some((entry) => !SETTLED_STATES.has(entry.state))
      ? ['What is not out yet is kept, and goes out by itself while Clearfolder runs: clearfolder outbox']
      : []),
    ...(options.wait ? tasks().flatMap(taskLine) : []),
  ]);
  return notTaken.length === 0 && entries.every((entry) => entry.state === 'accepted') ? 0 : 1;
}

async function follow(done: () => boolean): Promise<void> {
  while (!done()) await systemClock.sleep(LOOK_EVERY_MS);
}

/** Nobody watches a file that was given by hand, so here nothing is tried again by itself. */
function notTakenWords({ code, words }: { code: string; words: string }): string {
  switch (code) {
    case 'file.empty':
      return 'The file is empty. Scan or export it again, then submit it again.';
    case 'file.unfinished':
      return 'The file looks unfinished: its end is missing. Scan or export it again, then submit it again.';
    case 'file.changing':
      return 'The file kept changing while it was read. Submit it again once it is finished.';
    case 'file.unreadable':
      return words.includes('ENOENT')
        ? 'There is no such file or folder. Check the name, then submit it again.'
        : 'The file cannot be opened for reading. Close the program that holds it, or let somebody change its permissions; then submit it again.';
    case 'file.duplicate':
      return 'The same document has been sent before, so it was not sent again. To send it all the same: "clearfolder files --state duplicate" shows its number, then "clearfolder decide NUMBER send-anyway".';
    case 'file.duplicate-waits':
      return 'The same document is in the outbox already and waits to be sent, so it was not queued a second time. To send it all the same: "clearfolder files --state duplicate" shows its number, then "clearfolder decide NUMBER send-anyway".';
    default:
      return words;
  }
}
