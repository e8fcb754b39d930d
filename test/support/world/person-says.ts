import type { WorldStation } from './station.ts';

/**
 * What only a person can know, said at a running station through the functions that the hosts call. Empty until the product
 * asks: the one place to fill in.
 */
export const personSays = {
  /** The api_secret in use belongs to the organisation of the ledger, under another name or credential (I12). */
  sameOrganisation: async (_station: WorldStation): Promise<void> => undefined,
  /** No other station uses the folder of a rule, which this station cannot write to. */
  noOtherStation: async (_station: WorldStation, _folderId: string): Promise<void> => undefined,
};
