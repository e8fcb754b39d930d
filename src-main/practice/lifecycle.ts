import type { TaskRow, TaskTable } from './storage/task-table.ts';
import { isDated, isTerminal, type TaskStatus } from './task-status.ts';

/** Changes the status of Tasks, with the side effects of docs/service.md 3. */
export function createLifecycle(tasks: TaskTable, clock: () => Date, onFinished: (task: TaskRow) => void) {
  /** Sets the status and returns the changed Task. Also increases `round`; a round that is still running then discards its result. */
  function enter(id: number, status: TaskStatus): TaskRow {
    const task = tasks.byId(id);
    const changed = isDated(status) ? clock().getTime() : task.latest_status_change;
    tasks.setStatus(id, status, changed, task.round + 1);
    const moved = tasks.byId(id);
    if (isTerminal(status)) onFinished(moved);
    return moved;
  }

  return { enter };
}

export type Lifecycle = ReturnType<typeof createLifecycle>;
