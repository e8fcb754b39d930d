import { claimKey } from '../ledger/claim-key.ts';
import { mayHaveGoneSince } from '../ledger/doubt-queued.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { endedWithoutTask, externalIdIsKnown } from '../ledger/submission-lookup.ts';
import { type Belonging, relationOf } from './belonging.ts';
import type { Claims } from './claims.ts';

export interface ClaimingParts {
  readonly ledger: Ledger;
  readonly claims: Claims;
  readonly stationId: string;
  readonly belonging: () => Belonging;
}

/** The documents of one submission, and what it would go under if nobody claimed them before. */
export interface Claimable {
  readonly taskType: string;
  readonly groupKey: string | null;
  readonly sha256s: readonly string[];
  readonly externalId: string;
  /** A person wants them sent once more. */
  readonly again: boolean;
  /** A person wants them sent though another station took them back, or claimed them for another organisation. */
  readonly afterAll: boolean;
}

/** By which claim documents go, and under which external_id. */
export interface Claimed {
  readonly key: string;
  readonly externalId: string;
  readonly perhapsSent: boolean;
  /** The submission of this station that had this external_id, and goes on with them. */
  readonly revives: string | null;
}

/** Another station took the documents back: they go only if a person says so. */
export interface TakenBack {
  readonly takenBackBy: string;
}

/** A station that is not known to be of this organisation claimed the documents: they go only if a person says so. */
export interface ClaimedElsewhere {
  readonly claimedElsewhere: true;
}

/** Claims documents of a shared folder for this station, or takes up the claim that stands (I2). */
export async function claimDocuments(
  { ledger, claims, stationId, belonging }: ClaimingParts,
  { taskType, groupKey, sha256s, externalId, again, afterAll }: Claimable,
): Promise<Claimed | TakenBack | ClaimedElsewhere> {
  const ours = belonging();
  const claim = { externalId, station: stationId, ...ours };
  for (let round = 0; ; round++) {
    const key = claimKey(taskType, groupKey, sha256s, round);
    const standing = await claims.claim(key, claim);
    if (standing === null) return { key, externalId, perhapsSent: false, revives: null };
    if (standing === 'unreadable') continue;
    const { withdrawn, ...kept } = standing;
    const { externalId: before, station } = kept;
    const relation = relationOf(standing, ours);
    // By its external_id another account's Task would be looked for, and never be found.
    if (relation === 'other-environment') continue;
    if (relation === 'other-organisation') {
      if (again || afterAll) continue;
      return { claimedElsewhere: true };
    }
    const ended = endedWithoutTask(ledger, before);
    // What this station took back itself was put in again.
    const isOthers = withdrawn !== undefined && !(ended !== null && withdrawn.station === stationId);
    if (isOthers && !again && !afterAll) return { takenBackBy: withdrawn.name };
    // By another's claim that one may still have them to send.
    if (ended !== null && station === stationId && !mayHaveGoneSince(ledger, ended)) {
      // Whoever takes the folder over asks the service for the first claim that it finds.
      await claims.replace(key, claim);
      return { key, externalId, perhapsSent: false, revives: null };
    }
    if (again || (ended === null && externalIdIsKnown(ledger, before))) continue;
    if (withdrawn !== undefined) await claims.replace(key, kept);
    return { key, externalId: before, perhapsSent: true, revives: ended?.id ?? null };
  }
}
