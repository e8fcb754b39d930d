import { z } from 'zod';
import type { Clock } from '../../clock.ts';
import type { Ledger } from '../../ledger/db/ledger.ts';
import { readState, readStates, writeState } from '../../ledger/db/station-state.ts';
import { placesAt, samePath } from '../../ledger/tables/folders.ts';
import { markUnconfirmed } from '../../ledger/tables/perhaps-sent.ts';

// The prefix of a key in the table `station_state`. The path of the folder follows the prefix. The value is the list of the words (random
// texts) of the leases that this station took at the path, newest first.
const LEASE_WORDS = 'lease.words.';
// Several folders can alternate at one path, such as a share and its mount point, and each folder has a lease with its own word.
const WORDS_KEPT = 8;
const seenKey = (folderId: string) => `folder.shared.${folderId}`;

/** Returns the paths of one folder rule at which another station was seen. */
const seenBy = (ledger: Ledger, id: string) => readState(ledger, seenKey(id), z.array(z.string())) ?? [];

/** Whether this station ever saw another station in the folder `path` of the rule `folderId`. */
export function sawOtherAt(ledger: Ledger, folderId: string, path: string): boolean {
  return seenBy(ledger, folderId).some((one) => samePath(one, path));
}

/** The ledger's record of the leases of one folder. A restart does not lose the record. */
export interface LeaseRecord {
  readonly othersKnown: boolean;
  /** Records that another station was seen in the folder. @throws errors of the ledger; `othersKnown` is unchanged after an error */
  sawOther(): void;
  ownWords(): readonly string[];
  /** Returns another path at which this station took the lease with this word; null without such a path. */
  takenElsewhere(word: string): string | null;
  tookLease(word: string): void;
  /**
   * Makes the queued submissions unconfirmed, because the previous holder of the lease may have sent the documents.
   * Must be called before this station takes the lease over. @throws errors of the ledger
   */
  markUnconfirmed(): void;
}

/** Returns the record of the leases at `path`. `folderId` is the rule at the path, if any; the ledger may not contain a new rule yet. */
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
  const sawHere = (id: string) => sawOtherAt(ledger, id, path);
  const ownWords = () => readState(ledger, wordsKey, z.array(z.string())) ?? [];
  let othersKnown = ids().some(sawHere);
  return {
    get othersKnown() {
      return othersKnown;
    },
    sawOther: () => {
      if (othersKnown) return;
      for (const id of ids()) {
        if (!sawHere(id)) writeState(ledger, seenKey(id), [...seenBy(ledger, id), path]);
      }
      othersKnown = true;
    },
    ownWords,
    takenElsewhere: (word) =>
      [...readStates(ledger, LEASE_WORDS, z.array(z.string()))].find(
        ([at, words]) => at !== path && words.includes(word),
      )?.[0] ?? null,
    tookLease: (word) => writeState(ledger, wordsKey, [word, ...ownWords()].slice(0, WORDS_KEPT)),
    markUnconfirmed: () => markUnconfirmed(ledger, path, clock.now()),
  };
}
