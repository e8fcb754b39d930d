import type { Clock } from '../clock.ts';
import { directCalls, type FileCalls } from './file-calls.ts';
import type { Turn } from './folder-calls.ts';

/** In so many steps without an answer at least two minutes have passed; of the time that a machine sleeps, one step at most is counted. */
const STEP_MS = 30_000;
const STEPS = 5;
const SILENT_MS = STEP_MS * (STEPS - 1);

export interface ResponseMonitorParts {
  readonly clock: Clock;
  /** Said now and then while something is not answered, with the wall time since when; and once, with null, when all is again. */
  readonly tell: (silentSince: number | null) => void;
  readonly onFault: (error: unknown) => void;
}

/** What is asked of a folder, and how often it was looked whether an answer came. */
interface Task {
  asked: number;
  steps: number;
}

/** Calls of which the answers are heard. */
export type Hear = (calls: FileCalls) => FileCalls;

/**
 * Notices that a folder does not answer any more, which a call that hangs does not say itself. Each task is heard alone: what is
 * answered beside it says nothing of it. However long it takes, it is not silent while one answer comes after another.
 */
export class ResponseMonitor {
  readonly #parts: ResponseMonitorParts;
  readonly #silent = new Set<Task>();
  #since: number | null = null;

  constructor(parts: ResponseMonitorParts) {
    this.#parts = parts;
  }

  /** The wall time since when something is not answered, or null. */
  get silentSince(): number | null {
    return this.#since;
  }

  /** A task of many calls, which are made by what `hear` gives. */
  during<T>(work: (hear: Hear) => Promise<T>): Promise<T> {
    return this.#listen((task) => work((calls) => this.#heard(task, calls)));
  }

  /** A task of one call. */
  ask<T>(call: () => Promise<T>): Promise<T> {
    return this.#listen((task) => this.#call(task, call));
  }

  /** To wait for a turn is to wait for an answer: another call has it. */
  through(turn: Turn): Turn {
    return { run: (work) => this.ask(() => turn.run(work)) };
  }

  async #listen<T>(work: (task: Task) => Promise<T>): Promise<T> {
    const task: Task = { asked: 0, steps: 0 };
    const ended = new AbortController();
    void this.#count(task, ended.signal);
    try {
      return await work(task);
    } finally {
      ended.abort();
      this.#answered(task);
    }
  }

  async #count(task: Task, ended: AbortSignal): Promise<void> {
    const { clock } = this.#parts;
    for (;;) {
      await clock.sleep(STEP_MS, ended);
      if (ended.aborted) return;
      // What waits for something of ours, such as the ledger, asks nothing of the folder.
      task.steps = task.asked === 0 ? 0 : task.steps + 1;
      if (task.steps < STEPS) continue;
      this.#silent.add(task);
      this.#since ??= clock.now() - SILENT_MS;
      this.#tell();
    }
  }

  #heard(task: Task, calls: FileCalls): FileCalls {
    // A disk that is here answers before anybody can listen.
    if (calls === directCalls) return calls;
    return {
      lstat: (path) => this.#call(task, () => calls.lstat(path)),
      list: (folder) => this.#call(task, () => calls.list(folder)),
      open: (...args) => this.#call(task, () => calls.open(...args)),
      freeBytes: (folder) => this.#call(task, () => calls.freeBytes(folder)),
      run: (work) => this.#call(task, () => calls.run(work)),
    };
  }

  async #call<T>(task: Task, call: () => Promise<T>): Promise<T> {
    task.asked += 1;
    try {
      return await call();
    } finally {
      task.asked -= 1;
      this.#answered(task);
    }
  }

  #answered(task: Task): void {
    task.steps = 0;
    if (!this.#silent.delete(task) || this.#silent.size > 0) return;
    this.#since = null;
    this.#tell();
  }

  #tell(): void {
    try {
      this.#parts.tell(this.#since);
    } catch (error) {
      // What is asked goes on, whether or not that can be kept.
      this.#parts.onFault(error);
    }
  }
}
