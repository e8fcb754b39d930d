import type { Clock } from '../../../src-main/core/clock.ts';
import { codeOf } from '../../../src-main/core/error-code.ts';
import { recordOwner, sameOrganisation } from '../../../src-main/core/installation/organisation-guard.ts';
import type { Ledger } from '../../../src-main/core/ledger/db/ledger.ts';
import { readStopped } from '../../../src-main/core/ledger/tables/ledger-owner.ts';
import { PlainError } from '../../../src-main/core/plain-error.ts';
import type { ServiceClientOptions } from '../../../src-main/core/service/create-service-client.ts';
import type { WorldStation } from './station.ts';

/** What a client is given besides, so that no request goes under the api_secret of another organisation. */
export function ownOrganisation(ledger: Ledger, clock: Clock): Partial<ServiceClientOptions> {
  return { owner: recordOwner(ledger, clock) };
}

/** What only a person can know, said at a running station as the hosts pass that on. */
export const personSays = {
  /** The api_secret in use belongs to the organisation of the ledger, whose name or credential has changed; nothing where nobody is asked. */
  sameOrganisation: async ({ running: { engine, ledger }, machine }: WorldStation): Promise<void> => {
    if (readStopped(ledger) === null) return;
    sameOrganisation(ledger, { actor: 'clerk', now: machine.now() });
    await engine.outbox.credentialsChanged();
    engine.tracker.lookSoon();
  },
  /** No other station uses the folder of a rule, which this station cannot write to. Gives false where nobody is asked. */
  noOtherStation: async (
    { running: { engine }, diskIsFull }: WorldStation,
    folderId: string,
  ): Promise<boolean> => {
    try {
      await engine.intake.noOtherStation(folderId);
      return true;
    } catch (error) {
      const isFull = diskIsFull && codeOf(error) === 'SQLITE_FULL';
      if (error instanceof PlainError || isFull) return false;
      throw error;
    }
  },
};
