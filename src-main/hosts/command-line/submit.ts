import { randomInt } from 'node:crypto';
import { resolve } from 'node:path';
import { systemClock } from '../../core/clock.ts';
import { createSpool } from '../../core/intake/spool.ts';
import { submitDrop } from '../../core/intake/submit-drop.ts';
import { appendAudit } from '../../core/log/audit.ts';
import { actor } from '../../core/station/actor.ts';
import type { StationChoice } from '../../core/station/open-station.ts';
import { type OutboxEntry, outboxView } from '../../core/views/outbox-view.ts';
import { tasksView } from '../../core/views/tasks-view.ts';
import { besideEngine, type Workplace } from '../headless/beside-engine.ts';
import { taskLine } from './task-words.ts';
import { printable, show, type Terminal } from './terminal.ts';

export interface SubmitOptions {
  readonly taskType: string;
  readonly together: boolean;
  readonly wait: boolean;
  readonly name: string | null;
  readonly requestSpec: Readonly<Record<string, unknown>>;
}

const LOOK_EVERY_MS = 250;
const SETTLED_STATES = new Set(['accepted', 'rejected', 'withdrawn']);
const OPEN_STATUSES = new Set(['pending', 'processing', 'deferred']);

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
  { station, ledger, wake }: Workplace,
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
    random: () => randomInt(2 ** 32) / 2 ** 32,
  });
  wake();
  for (const id of outcome.submissionIds) {
    appendAudit(ledger, { at: systemClock.now(), actor: actor(), action: 'submission.added', subject: id });
  }
  for (const refused of outcome.notTaken)
    terminal.err(`not sent: ${printable(refused.path)}: ${refused.words}`);
  const mine = () => outboxView(ledger).filter((entry) => outcome.submissionIds.includes(entry.id));
  const tasks = () =>
    tasksView(ledger, {}).tasks.filter((task) => mine().some((entry) => entry.task_uuid === task.uuid));
  await follow(() => mine().every((entry) => SETTLED_STATES.has(entry.state) || entry.problem !== null));
  if (options.wait) {
    await follow(
      () =>
        mine().every((entry) => SETTLED_STATES.has(entry.state)) &&
        tasks().every((task) => !OPEN_STATUSES.has(task.status)),
    );
  }
  const entries = mine();
  show(terminal, { submissions: entries, tasks: tasks(), not_taken: outcome.notTaken }, () => [
    ...entries.map(submissionWords),
    ...(options.wait ? tasks().flatMap(taskLine) : []),
  ]);
  return outcome.notTaken.length === 0 && entries.every((entry) => entry.state === 'accepted') ? 0 : 1;
}

async function follow(done: () => boolean): Promise<void> {
  while (!done()) await systemClock.sleep(LOOK_EVERY_MS);
}

function submissionWords(entry: OutboxEntry): string {
  const files = printable(entry.files.map((file) => file.path).join(', '));
  if (entry.state === 'accepted') return `out: ${files} -> Task ${entry.task_uuid}`;
  return `${entry.state}: ${files}${entry.problem === null ? '' : `: ${entry.problem.message} ${entry.problem.next}`}`;
}
