import type { Clock } from '../../../src-main/core/clock.ts';
import type { Ledger } from '../../../src-main/core/ledger/ledger.ts';
import type { ServiceClientOptions } from '../../../src-main/core/service/create-service-client.ts';
import type { WorldStation } from './station.ts';

/*
 * The one place to fill in once the product keeps a ledger to its organisation (I12) and a folder to its station: until then
 * nobody is asked, and nothing said is heard.
 */

/** What a client is given besides, so that no request goes under the api_secret of another organisation. */
export function ownOrganisation(_ledger: Ledger, _clock: Clock): Partial<ServiceClientOptions> {
  return {};
}

/** What only a person can know, said at a running station as the hosts pass that on. */
export const personSays = {
  /** The api_secret in use belongs to the organisation of the ledger, whose name or credential has changed; nothing where nobody is asked. */
  sameOrganisation: async (_station: WorldStation): Promise<void> => undefined,
  /** No other station uses the folder of a rule, which this station cannot write to. Gives false where nobody is asked. */
  noOtherStation: async (_station: WorldStation, _folderId: string): Promise<boolean> => true,
};
