import { type BackgroundLoop, createBackgroundLoop } from '../background-loop.ts';
import type { Clock, Random } from '../clock.ts';
import type { Ledger } from '../ledger/db/ledger.ts';
import { dueMilestones, planMilestone } from '../ledger/tables/milestones.ts';
import { describeError } from '../log/describe-error.ts';
import type { Log } from '../log/events.ts';
import type { ServiceClient } from '../service/service-client.ts';
import { type Failure, ServiceError } from '../service/service-failure.ts';
import { backoffMs } from './backoff.ts';
import type { LaneStatus } from './lanes.ts';

const EVERY_MS = 15_000;
/** The maximum number of milestones in one pass. The number is small because documents and answers are more important. */
const AT_ONCE = 50;
const AGAIN_MS = 15 * 60_000;
const GIVE_UP_MS = 7 * 24 * 3_600_000;

interface MilestonesParts {
  readonly ledger: Ledger;
  readonly client: Pick<ServiceClient, 'logEvent'>;
  readonly lanes: () => readonly LaneStatus[];
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
}

/**
 * Creates the loop that sends the milestones of Tasks, one after another, to the event logs of the Tasks (docs/service.md 4.8). A milestone
 * is no message of the outbox, because nothing waits for a milestone. If the service refuses a milestone, or if the milestone is a week
 * old, the loop gives the milestone up and tells nobody.
 */
export function createMilestones(parts: MilestonesParts): BackgroundLoop {
  const { ledger, client, lanes, clock, random, log } = parts;

  // Sends the milestones that are due. Resolves to false if the service failed to accept a milestone that a later attempt may still send.
  async function sendDue(signal: AbortSignal): Promise<boolean> {
    const now = clock.now();
    if (lanes().some(({ lane, until }) => lane === 'all' && (until === null || until > now))) return true;
    for (const row of dueMilestones(ledger, { now, longest: AGAIN_MS, limit: AT_ONCE })) {
      if (row.at < now - GIVE_UP_MS) {
        planMilestone(ledger, row, null);
        continue;
      }
      try {
        const at = new Date(row.at).toISOString();
        await client.logEvent(row.task_uuid, `clearfolder.${row.name}`, { at }, { signal });
        planMilestone(ledger, row, null);
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error;
        if (signal.aborted) return true;
        const refused = isRefusal(error.failure);
        planMilestone(ledger, row, refused ? null : now + AGAIN_MS);
        if (!refused) return false;
      }
    }
    return true;
  }

  return createBackgroundLoop(async (stopping) => {
    for (let failures = 0; ; ) {
      await clock.sleep(EVERY_MS + (failures === 0 ? 0 : backoffMs(random, failures)), stopping);
      if (stopping.aborted) return;
      try {
        failures = (await sendDue(stopping)) ? 0 : failures + 1;
      } catch (error) {
        failures += 1;
        log('engine.fault', { where: 'outbox.milestones', error: describeError(error) });
      }
    }
  });
}

// Whether a further attempt to send the milestone is useless, because the service would refuse the milestone again.
function isRefusal(failure: Failure): boolean {
  return (
    failure.kind === 'refused' &&
    failure.status >= 400 &&
    failure.status < 500 &&
    ![401, 403, 407, 408, 429].includes(failure.status)
  );
}
