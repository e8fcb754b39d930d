import { z } from 'zod';
import type { Ledger } from '../db/ledger.ts';
import { readState, writeState } from '../db/station-state.ts';

export const OWNER_KEY = 'organisation';
/** The key of `station_state` that `isOwnerUnproven` reads. A restore writes the value. */
export const UNPROVEN_KEY = 'organisation.unproven';
const STOPPED_KEY = 'organisation.stopped';
const SECRET_KEY = 'organisation.of-secret';

export const organisationSchema = z.object({
  /** The id that `organisationId` computes from an api_secret. The id is equal for every api_secret of the organization. */
  id: z.string(),
  /** The name that the service gave the organization at the last sign-in; null before the first sign-in. */
  name: z.string().nullable(),
});
const ownerSchema = organisationSchema.extend({
  /** Former ids of the organization. After each change of the id, a person confirmed that the new id belongs to the same organization. */
  former: z.array(z.string()).optional(),
});

export type LedgerOwner = z.infer<typeof ownerSchema>;
export type StoppedOrganisation = z.infer<typeof organisationSchema>;

/** Returns the organization that owns the ledger (I12); null if the ledger has no owner yet. */
export function readOwner(ledger: Ledger): LedgerOwner | null {
  return readState(ledger, OWNER_KEY, ownerSchema);
}

/** Stores the organization that owns the ledger (I12). Must be called in the transaction that adds the audit entry about the change. */
export function writeOwner(ledger: Ledger, owner: LedgerOwner): void {
  writeState(ledger, OWNER_KEY, owner);
}

/**
 * Whether the ledger contains a create of unknown outcome and does not record the organization to which the create was sent. A person must
 * then confirm the organization before the organization becomes the owner of the ledger.
 */
export function isOwnerUnproven(ledger: Ledger): boolean {
  return readState(ledger, UNPROVEN_KEY, z.boolean()) === true;
}

/**
 * Sending stops while the organization of the current api_secret is not proven to be the owner of the ledger. Returns this organization
 * while sending is stopped for this reason; otherwise null.
 */
export function readStopped(ledger: Ledger): StoppedOrganisation | null {
  return readState(ledger, STOPPED_KEY, organisationSchema);
}

export function writeStopped(ledger: Ledger, organisation: StoppedOrganisation | null): void {
  writeState(ledger, STOPPED_KEY, organisation);
}

/** Returns the id of the organization of the current api_secret; null without an api_secret. */
export function readSecretOrganisation(ledger: Ledger): string | null {
  return readState(ledger, SECRET_KEY, z.string());
}

export function writeSecretOrganisation(ledger: Ledger, id: string | null): void {
  if (readSecretOrganisation(ledger) !== id) writeState(ledger, SECRET_KEY, id);
}

/** Returns the owner of another ledger, or null. `read` returns the stored text of a key in `station_state` of that ledger. */
export function ownerFromState(read: (key: string) => unknown): LedgerOwner | null {
  const text = read(OWNER_KEY);
  return typeof text === 'string' ? ownerSchema.parse(JSON.parse(text)) : null;
}
