import { z } from 'zod';
import type { Clock } from '../../clock.ts';
import type { Ledger } from '../../ledger/db/ledger.ts';
import { readState, writeState } from '../../ledger/db/station-state.ts';
import { markUnconfirmed } from '../../ledger/tables/mark-unconfirmed.ts';
import type { FolderIdentity } from '../../share-io/folder-identity.ts';
import type { IntakePace } from '../../share-io/pace.ts';
import { inTime } from '../../share-io/time-limit.ts';
import { Lease, type Mark } from './lease.ts';
import type { LeaseParts } from './lease-state.ts';
import { seenOthers } from './seen-others.ts';

/** Key of station_state, with the path of a folder behind: the words of the leases that this station took there, the newest first. */
const LEASE_WORDS = 'lease.words.';
/** More folders than stand at one path in turn, as a share and what lies under it while it is not mounted. */
const WORDS_KEPT = 8;

export interface FolderLeaseParts
  extends Pick<LeaseParts, 'root' | 'station' | 'belonging' | 'calls' | 'turn' | 'onChange' | 'onFault'> {
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly pace: IntakePace;
  readonly standing: FolderIdentity;
  /** The rule that watches it, if one does. */
  readonly folderId?: string;
}

/** By which words a station knows the leases that it took at a path. */
export function leaseWords(ledger: Ledger, path: string): Pick<LeaseParts, 'ownWords' | 'onTaken'> {
  const key = `${LEASE_WORDS}${path}`;
  const ownWords = () => readState(ledger, key, z.array(z.string())) ?? [];
  const onTaken = (word: string) => writeState(ledger, key, [word, ...ownWords()].slice(0, WORDS_KEPT));
  return { ownWords, onTaken };
}

/** The lease of a folder of which the ledger knows: who was seen there, what is to be doubted, and by what it is known again. */
export function folderLease({ ledger, clock, pace, standing, folderId, ...parts }: FolderLeaseParts): Lease {
  return new Lease({
    ...parts,
    clock,
    heartbeatMs: pace.heartbeatMs,
    missedBeats: pace.missedBeats,
    standing: () => standing.now(),
    // Where nobody has seen yet which folder stands there, a word of its path may be of another one.
    word: () => (standing.proved === null ? null : standing.word),
    ...leaseWords(ledger, parts.root),
    isSoleUser: () => standing.isSoleUser(),
    onHeldByOther: () => standing.saySoleUser(null),
    ...seenOthers(ledger, parts.root, folderId),
    onTakeOver: () => markUnconfirmed(ledger, parts.root, clock.now()),
  });
}

/** What walks ask of this station's mark in a folder. None waits for it to answer: then nothing new is known of it. */
export interface Marks {
  /** Whether it is the one of the folder that is meant. */
  readonly mark: () => Promise<Mark>;
  /** What it says, or null. */
  readonly word: () => Promise<string | null>;
}

export function marksOf(clock: Clock, lease: () => Lease, standing: FolderIdentity): Marks {
  const asked = async () => ({ word: await lease().word() });
  return {
    mark: async () => (await inTime(clock, lease().mark())) ?? 'unknown',
    word: async () => ((await inTime(clock, asked())) ?? standing).word,
  };
}
