import { ulid } from 'ulid';
import { type Deed, handleTask } from '../../../core/answering/handle-task.ts';
import { systemClock } from '../../../core/clock.ts';
import { actor } from '../../../core/installation/actor.ts';
import { taskDetailView } from '../../../core/views/task-detail-view.ts';
import { withLedger } from '../../headless/station-ledger.ts';
import { type StationContext, show } from '../terminal.ts';

/** `staff-note`, `assign`, `unassign`, `set-aside`, `give-up`, `take-back`: changes rows of this station; nothing goes to the service. */
export function changeHandling({ terminal, choice }: StationContext, id: string, deed: Deed): Promise<void> {
  return withLedger(choice, 'beside', (ledger) => {
    const { uuid } = taskDetailView(ledger, id);
    handleTask(ledger, uuid, deed, { actor: actor(), now: systemClock.now() });
    show(terminal, { task_uuid: uuid, done: deed.kind }, () => [`${doneText(deed)} (Task ${uuid})`]);
  });
}

function doneText(deed: Deed): string {
  switch (deed.kind) {
    case 'staff-note':
      return 'The note is saved for the staff of this station. The service does not get the note.';
    case 'assign':
      return deed.to === null ? 'Nobody looks after the Task now.' : `${deed.to} looks after the Task now.`;
    case 'set-aside':
      return `The Task is set aside until ${deed.until}. The Task comes back earlier if the service moves the Task.`;
    case 'give-up':
      return 'The Task is given up. To undo this, run: clearfolder take-back';
    case 'take-back':
      return 'The Task is back among the waiting Tasks.';
  }
}

export const newNote = (text: string): Deed => ({ kind: 'staff-note', id: ulid(), text });
