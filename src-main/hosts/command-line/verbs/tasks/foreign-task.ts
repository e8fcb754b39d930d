import { systemClock } from '../../../../core/clock.ts';
import { askForTask, foreignTaskView, taskNotAsked } from '../../../../core/views/foreign-task-view.ts';
import { withClientBeside } from '../../../headless/client-beside.ts';
import { withLedger } from '../../../headless/station-ledger.ts';
import { t } from '../../../language.ts';
import { recordView } from '../../record-view.ts';
import { localTime, type StationContext, show } from '../../terminal.ts';
import { describeTask } from './task-lines.ts';

/**
 * Reads a Task that this station does not know from the service, and shows the Task. The ledger keeps nothing of the Task but the audit
 * entry. @throws PlainError as `askForTask`; in practice mode `task.not-asked`
 */
export function showForeignTask({ terminal, choice }: StationContext, reference: string): Promise<void> {
  return withLedger(choice, 'beside', async (ledger, station) => {
    if (station.settings.environment === 'practice') throw taskNotAsked();
    const details = await withClientBeside(station, ledger, (client) => askForTask(client, reference));
    recordView(ledger, 'task.viewed', details.uuid, { known: false });
    const view = foreignTaskView(ledger, details, systemClock.now());
    show(terminal, view, () => [
      t('documents.notTasksStation', {
        when: localTime(view.as_of),
      }),
      ...describeTask(view),
    ]);
  });
}
