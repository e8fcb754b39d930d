import { z } from 'zod';
import { say } from '../../../../contract/say.ts';
import { systemClock } from '../../../../core/clock.ts';
import { PlainError } from '../../../../core/plain-error.ts';
import type { TaskDetails } from '../../../../core/service/schemas.ts';
import { ServiceError } from '../../../../core/service/service-failure.ts';
import { foreignTaskView } from '../../../../core/views/foreign-task-view.ts';
import { withClientBeside } from '../../../headless/client-beside.ts';
import { withLedger } from '../../../headless/station-ledger.ts';
import { t } from '../../../language.ts';
import { recordView } from '../../record-view.ts';
import { localTime, type StationContext, show } from '../../terminal.ts';
import { describeTask } from './task-lines.ts';

/**
 * Reads a Task that this station does not know from the service, by its uuid or external_id (docs/service.md 4.3), and shows the Task. The
 * ledger keeps nothing of the Task but the audit entry. @throws PlainError `task.unknown`
 */
export function showForeignTask({ terminal, choice }: StationContext, reference: string): Promise<void> {
  return withLedger(choice, 'beside', async (ledger, station) => {
    if (station.settings.environment === 'practice') throw unknown('not-asked');
    const uuid = z.guid().safeParse(reference);
    const asked = uuid.success ? { uuid: uuid.data } : { externalId: reference };
    const details = await withClientBeside(station, ledger, (client) => client.getTask(asked)).catch(
      (error: unknown): TaskDetails => {
        if (!(error instanceof ServiceError)) throw error;
        const { failure } = error;
        const isDenied = failure.kind === 'refused' && [400, 404, 422].includes(failure.status);
        throw unknown(isDenied ? 'denied' : 'not-asked');
      },
    );
    recordView(ledger, 'task.viewed', details.uuid, { known: false });
    const view = foreignTaskView(ledger, details, systemClock.now());
    show(terminal, view, () => [
      t('Not one of the Tasks of this station. Read from the service at {when}:', {
        when: localTime(view.as_of),
      }),
      ...describeTask(view),
    ]);
  });
}

function unknown(why: 'denied' | 'not-asked'): PlainError {
  return why === 'denied'
    ? new PlainError(
        'task.unknown',
        say(
          'This station does not know a Task with this id, and the service has no such Task of your organization, so no Task is shown.',
        ),
        say('Find the Task with: clearfolder tasks'),
      )
    : new PlainError(
        'task.unknown',
        say(
          'This station does not know a Task with this id, and could not ask the service for the Task, so no Task is shown.',
        ),
        say(
          'Find the Task with: clearfolder tasks. To check the connection to the service: clearfolder doctor',
        ),
      );
}
