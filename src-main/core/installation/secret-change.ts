import { z } from 'zod';
import type { Clock } from '../clock.ts';
import type { Ledger } from '../ledger/db/ledger.ts';
import { readState, writeState } from '../ledger/db/station-state.ts';

const KEY = 'secret.changes';
/** Far longer than a secret store takes for a change. */
const LOOK_AGAIN_MS = 5_000;

/**
 * Tells a running engine, through the ledger, that the api_secret is about to be set or cleared, or was. The secret itself is
 * not there (I9).
 */
export function noteSecretChange(ledger: Ledger): void {
  ledger.transaction(() => writeState(ledger, KEY, secretChanges(ledger) + 1));
}

/** How often a change of the api_secret was told on this ledger. */
function secretChanges(ledger: Ledger): number {
  return readState(ledger, KEY, z.int()) ?? 0;
}

/**
 * Reads the api_secret again (`reload`) when another process told of a change, and once more a little later: the word that
 * comes before the change may be the last one of a process that was ended. What it gives back is to be called whenever
 * the ledger was written, and again where it says true.
 */
export function followSecretChanges(
  ledger: Ledger,
  clock: Pick<Clock, 'monotonic'>,
  reload: () => Promise<void>,
): () => Promise<boolean> {
  let seen = secretChanges(ledger);
  let again: number | null = null;
  return async () => {
    const changes = secretChanges(ledger);
    if (changes !== seen) {
      await reload();
      seen = changes;
      again = clock.monotonic() + LOOK_AGAIN_MS;
    } else if (again !== null && clock.monotonic() >= again) {
      await reload();
      again = null;
    }
    return again !== null;
  };
}
