import { claimKey } from '../ledger/claim-key.ts';
import { mayHaveGoneSince } from '../ledger/doubt-queued.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { endedWithoutTask, externalIdIsKnown } from '../ledger/submission-lookup.ts';
import type { Claims } from './claims.ts';

export interface ClaimingParts {
  readonly ledger: Ledger;
  readonly claims: Claims;
  readonly stationId: string;
}

/** The documents of one submission, and what it would go under if nobody claimed them before. */
export interface Claimable {
  readonly taskType: string;
  readonly groupKey: string | null;
  readonly sha256s: readonly string[];
  readonly externalId: string;
  /** A person wants them sent once more. */
  readonly again: boolean;
  /** A person wants them sent though another station took them back. */
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

/** Claims documents of a shared folder for this station, or takes up the claim that stands (I2). */
export async function claimDocuments(
  { ledger, claims, stationId }: ClaimingParts,
  { taskType, groupKey, sha256s, externalId, again, afterAll }: Claimable,
): Promise<Claimed | TakenBack> {
  const claim = { externalId, station: stationId };
  for (let round = 0; ; round++) {
    const key = claimKey(taskType, groupKey, sha256s, round);
    const standing = await claims.claim(key, claim);
    if (standing === null) return { key, externalId, perhapsSent: false, revives: null };
    if (standing === 'unreadable') continue;
    const { externalId: before, station, withdrawn } = standing;
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
    if (withdrawn !== undefined) await claims.replace(key, { externalId: before, station });
    return { key, externalId: before, perhapsSent: true, revives: ended?.id ?? null };
  }
}
