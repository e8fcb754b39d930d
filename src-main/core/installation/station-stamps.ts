import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { deriveStamp } from '../ids.ts';
import type { Ledger } from '../ledger/db/ledger.ts';
import { readStamps, type Stamps, writeStamps } from '../ledger/tables/stamps.ts';
import type { SecretStore } from '../secrets/secret-store.ts';
import { readStoredStamps, storeStamps } from '../secrets/stamps-store.ts';

/**
 * Gives the ledger and the secret store the same stamps (`newSubmissionId`), and makes the first stamp of a new station. After a restore of
 * one of the two places, their stamps may differ. Each stamp of either place is then kept, and new external_ids get the newest stamp of the
 * secret store. @throws SecretStoreError
 */
export async function keepStamps(
  ledger: Ledger,
  { id, environment }: { readonly id: string; readonly environment: string },
  secrets: SecretStore,
): Promise<void> {
  const inLedger = readStamps(ledger);
  const stored = await readStoredStamps(secrets, environment);
  const known = [...new Set([...stored, ...inLedger])];
  const stamps = known.length === 0 ? [deriveStamp(id, environment, '')] : known;
  if (!isDeepStrictEqual(stored, stamps)) await storeStamps(secrets, environment, stamps);
  if (!isDeepStrictEqual(inLedger, stamps)) writeStamps(ledger, stamps);
}

/**
 * Gives this station a new stamp, because another computer runs with a copy of its disk and uses the former stamps. The former stamps are
 * forgotten: Tasks with these stamps may be Tasks of the other computer. `store` writes into the secret store.
 */
export async function takeNewStamp(
  ledger: Ledger,
  stationId: string,
  environment: string,
  store: (stamps: Stamps) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const stamps = [deriveStamp(stationId, environment, randomUUID())];
  await store(stamps);
  writeStamps(ledger, stamps);
}
