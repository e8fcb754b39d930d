import { ulid } from 'ulid';
import { type Deed, handleTask } from '../../../../core/answering/handle-task.ts';
import { systemClock } from '../../../../core/clock.ts';
import { actor } from '../../../../core/installation/actor.ts';
import { taskDetailView } from '../../../../core/views/task-detail-view.ts';
import { withLedger } from '../../../headless/station-ledger.ts';
import { t } from '../../../language.ts';
import { type StationContext, show } from '../../terminal.ts';

/**
 * `staff-note`, `assign`, `unassign`, `set-aside`, `give-up`, `take-back` and `twin`: change the ledger of this station only. The service gets none
 * of these changes.
 */
export function changeHandling({ terminal, choice }: StationContext, id: string, deed: Deed): Promise<void> {
  return withLedger(choice, 'beside', (ledger) => {
    const { uuid } = taskDetailView(ledger, id);
    handleTask(ledger, uuid, deed, { actor: actor(), now: systemClock.now() });
    show(terminal, { task_uuid: uuid, done: deed.kind }, () => [
      `${doneText(deed)} (${t('Task {task}', { task: uuid })})`,
    ]);
  });
}

function doneText(deed: Deed): string {
  switch (deed.kind) {
    case 'staff-note':
      return t('The note is saved for the staff of this station. The service does not get the note.');
    case 'assign':
      return deed.to === null
        ? t('Nobody looks after the Task now.')
        : t('{name} looks after the Task now.', { name: deed.to });
    case 'set-aside':
      return t(
        'The Task is set aside until {until}. The Task comes back earlier if the service moves the Task.',
        { until: deed.until },
      );
    case 'give-up':
      return t('The Task is given up. To undo this, run: clearfolder take-back');
    case 'take-back':
      return t('The Task is back among the waiting Tasks.');
    case 'twin':
      return deed.superfluous
        ? t('The Task is marked as superfluous. The service keeps both Tasks.')
        : t('Both Tasks are marked as wanted.');
  }
}

export const newNote = (text: string): Deed => ({ kind: 'staff-note', id: ulid(), text });
