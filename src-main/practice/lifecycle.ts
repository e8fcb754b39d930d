import type { TaskRow, TaskTable } from './storage/task-table.ts';
import { isDated, isTerminal, type TaskStatus } from './task-status.ts';

/** Moves Tasks between statuses with everything docs/service.md 3 attaches to a move. */
export class Lifecycle {
  readonly #tasks: TaskTable;
  readonly #clock: () => Date;
  readonly #onFinished: (task: TaskRow) => void;

  constructor(parts: { tasks: TaskTable; clock: () => Date; onFinished: (task: TaskRow) => void }) {
    this.#tasks = parts.tasks;
    this.#clock = parts.clock;
    this.#onFinished = parts.onFinished;
  }

  /**
   * Enters a status and gives the Task as it then is. The round number grows with every move, so that the outcome of
   * a round that the Task has meanwhile left behind can be told and dropped.
   */
  enter(id: number, status: TaskStatus): TaskRow {
    const task = this.#tasks.byId(id);
    const changed = isDated(status) ? this.#clock().getTime() : task.latest_status_change;
    this.#tasks.setStatus(id, status, changed, task.round + 1);
    const moved = this.#tasks.byId(id);
    if (isTerminal(status)) this.#onFinished(moved);
    return moved;
  }
}
