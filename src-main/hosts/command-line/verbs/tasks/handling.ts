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
      `${doneText(deed)} (${t('terminal.taskIs', { task: uuid })})`,
    ]);
  });
}

function doneText(deed: Deed): string {
  switch (deed.kind) {
    case 'staff-note':
      return t('sharing.noteSavedStaffStation');
    case 'assign':
      return deed.to === null
        ? t('sharing.nobodyLooksAfterTask')
        : t('sharing.looksAfterTaskNow', { name: deed.to });
    case 'set-aside':
      return t('sharing.taskSetAsideUntil', { until: deed.until });
    case 'give-up':
      return t('sharing.taskGiven');
    case 'take-back':
      return t('sharing.taskBackAmongWaiting');
    case 'twin':
      return deed.superfluous ? t('terminal.taskMarkedSuperfluous') : t('terminal.bothTasksMarkedWanted');
  }
}

export const newNote = (text: string): Deed => ({ kind: 'staff-note', id: ulid(), text });
