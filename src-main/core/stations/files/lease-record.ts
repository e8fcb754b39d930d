import { z } from 'zod';
import type { Clock } from '../../clock.ts';
import type { Ledger } from '../../ledger/db/ledger.ts';
import { readState, writeState } from '../../ledger/db/station-state.ts';
import { placesAt, samePath } from '../../ledger/tables/folders.ts';
import { markUnconfirmed } from '../../ledger/tables/perhaps-sent.ts';

/** The prefix of a `station_state` key; the path follows. The value has the words of this station's leases at the path, newest first. */
const LEASE_WORDS = 'lease.words.';
/** The number of stored words, more than the folders that can alternate at one path, such as a share and its mount point. */
const WORDS_KEPT = 8;
const seenKey = (folderId: string) => `folder.shared.${folderId}`;
/** The paths of a rule at which another station was seen. Older versions stored `true`, which means every path. */
const seenSchema = z.union([z.boolean(), z.array(z.string())]);

/** The facts about a lease that are kept through restarts. */
export interface LeaseRecord {
  readonly othersKnown: boolean;
  /** Records that another station was seen. @throws errors of the ledger; `othersKnown` is unchanged after an error */
  sawOther(): void;
  ownWords(): readonly string[];
  tookLease(word: string): void;
  /**
   * Makes the queued submissions of the folder unconfirmed, because the previous holder may have sent the documents. Must be called before
   * taking over a lease.
   *
   * @throws errors of the ledger
   */
  markUnconfirmed(): void;
}

/** `folderId` is the rule that watches the path, if any. The ledger may not contain a new rule yet. */
export function createLeaseRecord(
  ledger: Ledger,
  clock: Clock,
  path: string,
  folderId?: string,
): LeaseRecord {
  const wordsKey = `${LEASE_WORDS}${path}`;
  const ids = () => {
    const known = placesAt(ledger, path).map((place) => place.folderId);
    return [...new Set(folderId === undefined ? known : [folderId, ...known])];
  };
  const seenBy = (id: string) => readState(ledger, seenKey(id), seenSchema) ?? [];
  const sawHere = (id: string) => {
    const seen = seenBy(id);
    return typeof seen === 'boolean' ? seen : seen.some((one) => samePath(one, path));
  };
  const ownWords = () => readState(ledger, wordsKey, z.array(z.string())) ?? [];
  let othersKnown = ids().some(sawHere);
  return {
    get othersKnown() {
      return othersKnown;
    },
    sawOther: () => {
      if (othersKnown) return;
      for (const id of ids()) {
        if (sawHere(id)) continue;
        const seen = seenBy(id);
        writeState(ledger, seenKey(id), [...(typeof seen === 'boolean' ? [] : seen), path]);
      }
      othersKnown = true;
    },
    ownWords,
    tookLease: (word) => writeState(ledger, wordsKey, [word, ...ownWords()].slice(0, WORDS_KEPT)),
    markUnconfirmed: () => markUnconfirmed(ledger, path, clock.now()),
  };
}
