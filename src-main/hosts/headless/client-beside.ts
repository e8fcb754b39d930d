import { say } from '../../contract/say.ts';
import { systemClock, systemRandom } from '../../core/clock.ts';
import { refuseOverrideElsewhere } from '../../core/installation/api-secret.ts';
import { connect } from '../../core/installation/connect.ts';
import type { Station } from '../../core/installation/open-station.ts';
import { recordOwner } from '../../core/installation/organisation-guard.ts';
import type { Ledger } from '../../core/ledger/db/ledger.ts';
import { silentLog } from '../../core/log/events.ts';
import { PlainError } from '../../core/plain-error.ts';
import type { ServiceClient } from '../../core/service/service-client.ts';

/**
 * Runs `work` with a new client of the service. A running engine keeps its own client. @throws PlainError `document.practice` in practice
 * mode, because only the engine itself can reach the practice service
 */
export async function withClientBeside<T>(
  station: Station,
  ledger: Ledger,
  work: (client: ServiceClient) => Promise<T>,
): Promise<T> {
  if (station.settings.environment === 'practice') throw insideTheEngine();
  await refuseOverrideElsewhere(station);
  const owner = recordOwner(ledger, systemClock);
  const client = connect(station, { clock: systemClock, random: systemRandom, log: silentLog, owner });
  return await work(client).finally(() => client.close());
}

export function insideTheEngine(): PlainError {
  return new PlainError('document.practice', say('sharing.practiceMode'), say('sharing.useApp'));
}
