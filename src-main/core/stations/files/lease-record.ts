import { z } from 'zod';
import type { Clock } from '../../clock.ts';
import type { Ledger } from '../../ledger/db/ledger.ts';
import { readState, writeState } from '../../ledger/db/station-state.ts';
import { placesAt, samePath } from '../../ledger/tables/folders.ts';
import { markUnconfirmed } from '../../ledger/tables/perhaps-sent.ts';

/** Key of station_state, followed by a path: the words of the leases that this station took at the path, newest first. */
const LEASE_WORDS = 'lease.words.';
/** The number of stored words. It exceeds the number of folders that alternate at one path, such as a share and its mount point. */
const WORDS_KEPT = 8;
const seenKey = (folderId: string) => `folder.shared.${folderId}`;
/** The paths where another station was seen. An older Clearfolder stored `true`, which means every path. */
const seenSchema = z.union([z.boolean(), z.array(z.string())]);

/** The part of the lease's state that the ledger stores over restarts. */
export interface LeaseRecord {
  /** Whether another station was ever seen in the folder at this path, under any rule. */
  readonly othersKnown: boolean;
  /** Call this when another station is seen. @throws errors of the ledger; `othersKnown` is unchanged then */
  sawOther(): void;
  /** The words of the leases that this station took at this path. */
  ownWords(): readonly string[];
  tookLease(word: string): void;
  /** Call this before taking over another station's lease: that station may have sent what is queued here. @throws errors of the ledger */
  markUnconfirmed(): void;
}

/** `folderId` is the rule that watches the path, if any. A new rule may not be in the ledger yet. */
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
