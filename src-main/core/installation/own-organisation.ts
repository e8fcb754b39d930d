import { existsSync } from 'node:fs';
import { otherOrganisation } from '../../contract/other-organisation.ts';
import type { Problem } from '../../contract/problem.ts';
import type { Ledger } from '../ledger/db/ledger.ts';
import { readOwner, readStopped, writeSecretOrganisation, writeStopped } from '../ledger/tables/owner.ts';
import { organisationId } from '../secrets/organisation-id.ts';
import { ServiceError } from '../service/service-failure.ts';
import { openStationLedger, type Station } from './open-station.ts';

/** Why nothing goes on with the api_secret in force: its organisation is not the ledger's (I12). Null where nothing is stopped so. */
export function organisationProblem(ledger: Ledger): Problem | null {
  const stopped = readStopped(ledger);
  if (stopped === null) return null;
  return otherOrganisation({ secret: stopped.name, record: readOwner(ledger)?.name ?? null });
}

/** Whether the ledger is known to belong to another organisation than this api_secret. */
export function isOfOther(ledger: Ledger, secret: string): boolean {
  const owner = readOwner(ledger);
  return owner !== null && owner.id !== organisationId(secret);
}

/**
 * Keeps in the ledger of which organisation a new api_secret (null: none) is, and whether it stops everything. `name` is that of the
 * organisation, where known.
 */
export function noteOrganisation(ledger: Ledger, secret: string | null, name: string | null): void {
  keepSecretOrganisation(ledger, secret);
  const other = secret !== null && isOfOther(ledger, secret);
  writeStopped(ledger, other ? { id: organisationId(secret), name } : null);
}

/** Keeps in the ledger of which organisation the api_secret in force is (null: none is set), wherever it came from. */
export function keepSecretOrganisation(ledger: Ledger, secret: string | null): void {
  writeSecretOrganisation(ledger, secret === null ? null : organisationId(secret));
}

/**
 * Compares the api_secret in force with the station's ledger, for who is to send more than the token exchange. `name` is what
 * the service calls the organisation of the api_secret. Gives false for a ledger whose organisation is not known yet. Rejects
 * with a ServiceError `other-organisation`.
 */
export async function refuseOther(station: Station, name: string): Promise<boolean> {
  const secret = await station.credentials.readSecret();
  if (secret === null || !existsSync(station.paths.ledger)) return true;
  const { ledger } = await openStationLedger(station, 'reader');
  try {
    const owner = readOwner(ledger);
    const id = organisationId(secret);
    const stopped = owner === null ? readStopped(ledger)?.id === id : owner.id !== id;
    if (!stopped) return owner !== null;
    throw new ServiceError({ kind: 'other-organisation', secret: name, record: owner?.name ?? null });
  } finally {
    ledger.close();
  }
}
