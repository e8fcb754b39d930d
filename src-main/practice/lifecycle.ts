import type { TaskRow, TaskTable } from './storage/task-table.ts';
import { isDated, isTerminal, type TaskStatus } from './task-status.ts';

/** Creates the function that changes the status of Tasks (docs/service.md 3). `onFinished` gets each Task with a new terminal status. */
export function createLifecycle(tasks: TaskTable, clock: () => Date, onFinished: (task: TaskRow) => void) {
  // Sets the status and increases `round`. If `round` changes while a Task is being processed, the result of the processing is discarded.
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
