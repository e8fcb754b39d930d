import type { Clock } from '../clock.ts';
import { directCalls, type FileCalls, wrapCalls } from './file-calls.ts';
import type { Limit } from './folder-calls.ts';

/** After this many steps without an answer at least two minutes have passed. A sleep of the machine counts as one step at most. */
const STEP_MS = 30_000;
const STEPS = 5;
const SILENT_MS = STEP_MS * (STEPS - 1);

export interface ResponseMonitorDependencies {
  readonly clock: Clock;
  /** Called now and then while a task gets no answer, with the wall time since when; and once with null when all tasks get answers again. */
  readonly tell: (silentSince: number | null) => void;
  readonly onFault: (error: unknown) => void;
}

/** Gives the same calls, each answer of which the monitor notices. */
export type Monitored = (calls: FileCalls) => FileCalls;

/**
 * Notices that a folder does not answer any more, which a hung call itself never tells. Each task is monitored alone: an answer to one
 * task says nothing about another. A task is not silent while one answer follows another, however long the task takes.
 */
export interface ResponseMonitor {
  /** The wall time since when a task has got no answer, or null. */
  readonly silentSince: number | null;
  /** Runs a task of many calls, which the task makes through `monitored`. */
  during<T>(work: (monitored: Monitored) => Promise<T>): Promise<T>;
  /** Runs a task of one call. */
  ask<T>(call: () => Promise<T>): Promise<T>;
  /** Monitors a turn too: to wait for a turn is to wait for an answer to the call that has the turn. */
  through(turn: Limit): Limit;
}

/** The open calls of a task, and the steps since its last answer. */
interface Task {
  asked: number;
  steps: number;
}

export function createResponseMonitor({
  clock,
  tell,
  onFault,
}: ResponseMonitorDependencies): ResponseMonitor {
  const silent = new Set<Task>();
  let silentSince: number | null = null;

  const report = () => {
    try {
      tell(silentSince);
    } catch (error) {
      // The tasks continue, whether or not the silence can be recorded.
      onFault(error);
    }
  };
  const answered = (task: Task) => {
    task.steps = 0;
    if (!silent.delete(task) || silent.size > 0) return;
    silentSince = null;
    report();
  };
  const count = async (task: Task, ended: AbortSignal) => {
    for (;;) {
      await clock.sleep(STEP_MS, ended);
      if (ended.aborted) return;
      // A task that waits for something else, such as the ledger, asks nothing of the folder.
      task.steps = task.asked === 0 ? 0 : task.steps + 1;
      if (task.steps < STEPS) continue;
      silent.add(task);
      silentSince ??= clock.now() - SILENT_MS;
      report();
    }
  };
  const run = async <T>(work: (task: Task) => Promise<T>): Promise<T> => {
    const task: Task = { asked: 0, steps: 0 };
    const ended = new AbortController();
    void count(task, ended.signal);
    try {
      return await work(task);
    } finally {
      ended.abort();
      answered(task);
    }
  };
  const call = async <T>(task: Task, asked: () => Promise<T>): Promise<T> => {
    task.asked += 1;
    try {
      return await asked();
    } finally {
      task.asked -= 1;
      answered(task);
    }
  };
  const monitoredFor =
    (task: Task): Monitored =>
    (calls) => {
      // A local disk always answers at once.
      return calls === directCalls ? calls : wrapCalls(calls, (asked) => call(task, asked));
    };
  const ask: ResponseMonitor['ask'] = (asked) => run((task) => call(task, asked));

  return {
    get silentSince() {
      return silentSince;
    },
    during: (work) => run((task) => work(monitoredFor(task))),
    ask,
    through: (turn) => (work) => ask(() => turn(work)),
  };
}
