import type { Clock } from '../clock.ts';
import { directCalls, type FileCalls, wrapCalls } from './file-calls.ts';
import type { Limit } from './folder-calls.ts';

// A task is silent if none of its calls has returned during `STEPS` ticks of the timer. A sleep of this computer counts as one tick.
const STEP_MS = 30_000;
const STEPS = 5;
const SILENT_MS = STEP_MS * (STEPS - 1);

export interface ResponseMonitorDependencies {
  readonly clock: Clock;
  /** While a task is silent, called every `STEP_MS` with the wall-clock time since which it is silent. Called with null when none is. */
  readonly tell: (silentSince: number | null) => void;
  readonly onFault: (error: unknown) => void;
}

export type Monitored = (calls: FileCalls) => FileCalls;

/**
 * Notices that a folder no longer responds. A hung call reports nothing, so a timer of its own checks each task: a
 * call that returns in one task proves nothing about another task. A long task is not silent as long as its calls return.
 */
export interface ResponseMonitor {
  /** The wall-clock time since which the folder has been silent; null if no task is silent. */
  readonly silentSince: number | null;
  /** Runs a task of many calls. The task must make its calls through the calls that `monitored` returns. */
  during<T>(work: (monitored: Monitored) => Promise<T>): Promise<T>;
  ask<T>(call: () => Promise<T>): Promise<T>;
  /** Returns the limit `turn` with monitoring: each piece of work counts as a task, also while the work waits for its turn. */
  through(turn: Limit): Limit;
}

// `asked`: the calls of the task that have not returned. `steps`: the timer ticks since a call of the task last returned.
interface Task {
  asked: number;
  steps: number;
}

export function createResponseMonitor(dependencies: ResponseMonitorDependencies): ResponseMonitor {
  const { clock, tell, onFault } = dependencies;
  const silent = new Set<Task>();
  let silentSince: number | null = null;

  const report = () => {
    try {
      tell(silentSince);
    } catch (error) {
      // `tell` may fail to record the silence. The tasks continue nevertheless.
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
      // A task without an unfinished call, such as a task that waits for the ledger, is not silent.
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
