import { z } from 'zod';
import type { Ledger } from '../db/ledger.ts';
import { readState, writeState } from '../db/station-state.ts';

export const OWNER_KEY = 'organisation';
/** Key of station_state, which migration 13 and a restore write. */
export const UNPROVEN_KEY = 'organisation.unproven';
const STOPPED_KEY = 'organisation.stopped';
const SECRET_KEY = 'organisation.of-secret';

/** An organization as stored in ledgers and backups. */
export const organisationSchema = z.object({
  /** The id of the organization (`organisationId`). */
  id: z.string(),
  /** The name from the service's last sign-in; null before the first sign-in. */
  name: z.string().nullable(),
});
const ownerSchema = organisationSchema.extend({
  /** Former ids of the same organization, which a person confirmed after a change of the credential. */
  former: z.array(z.string()).optional(),
});

/** The organization that owns a ledger (I12). */
export type LedgerOwner = z.infer<typeof ownerSchema>;
export type StoppedOrganisation = z.infer<typeof organisationSchema>;

/** The owner; null if the ledger never had an api_secret. */
export function readOwner(ledger: Ledger): LedgerOwner | null {
  return readState(ledger, OWNER_KEY, ownerSchema);
}

/** Call this function in the transaction that writes the audit entry. */
export function writeOwner(ledger: Ledger, owner: LedgerOwner): void {
  writeState(ledger, OWNER_KEY, owner);
}

/** True if the ledger of an older Clearfolder holds a create of unknown outcome, so that only a person can name its organization. */
export function isOwnerUnproven(ledger: Ledger): boolean {
  return readState(ledger, UNPROVEN_KEY, z.boolean()) === true;
}

/** The other organization whose api_secret is configured, which stops all sending; null if nothing is stopped. */
export function readStopped(ledger: Ledger): StoppedOrganisation | null {
  return readState(ledger, STOPPED_KEY, organisationSchema);
}

export function writeStopped(ledger: Ledger, organisation: StoppedOrganisation | null): void {
  writeState(ledger, STOPPED_KEY, organisation);
}

/** The id of the organization of the current api_secret; null without an api_secret. */
export function readSecretOrganisation(ledger: Ledger): string | null {
  return readState(ledger, SECRET_KEY, z.string());
}

export function writeSecretOrganisation(ledger: Ledger, id: string | null): void {
  if (readSecretOrganisation(ledger) !== id) writeState(ledger, SECRET_KEY, id);
}

/** The owner in another database, read from its `station_state`. */
export function ownerFromState(read: (key: string) => unknown): LedgerOwner | null {
  const text = read(OWNER_KEY);
  return typeof text === 'string' ? ownerSchema.parse(JSON.parse(text)) : null;
}
