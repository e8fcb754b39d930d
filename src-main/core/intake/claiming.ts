import type { Problem } from '../../contract/problem.ts';
import { claimKey } from '../ledger/claim-key.ts';
import type { Earlier } from '../ledger/earlier.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { type Purpose, payloadHash } from '../ledger/payload.ts';
import { isPerhapsSent } from '../ledger/perhaps-sent.ts';
import { submissionByExternalId } from '../ledger/submission-lookup.ts';
import { type Belonging, relationOf } from './belonging.ts';
import type { Claims } from './claims.ts';

export interface ClaimingParts {
  readonly ledger: Ledger;
  readonly claims: Claims;
  readonly stationId: string;
  readonly belonging: () => Belonging;
}

/** The documents of one submission, and what it would go under if nobody claimed them before. */
export interface Claimable extends Purpose {
  readonly groupKey: string | null;
  readonly sha256s: readonly string[];
  readonly externalId: string;
  /** A person wants them sent once more. */
  readonly again: boolean;
  /** A person wants them sent though another station took them back, claimed them for another organisation, or though they may be a Task. */
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

/** Why documents of a folder go only if a person says so. */
export type Withheld = 'file.taken-back' | 'file.other-organisation' | 'file.perhaps-sent';
type WithheldProblem = Problem & { readonly code: Withheld };

/** Documents that go only if a person says so, and why. */
export interface Unclaimed {
  readonly held: WithheldProblem;
}

/**
 * Claims documents of a shared folder for this station, or takes up the claim that stands (I2). The key of a claim leaves
 * request_spec out, so that stations of older versions find the claim; the payload in the claim tells what the claim is for, and the
 * same documents for another request_spec are claimed in the next round. A claim without a payload counts as put up for the same.
 */
export async function claimDocuments(
  { ledger, claims, stationId, belonging }: ClaimingParts,
  { taskType, requestSpec, groupKey, sha256s, externalId, again, afterAll }: Claimable,
): Promise<Claimed | Unclaimed> {
  const payload = payloadHash({ taskType, requestSpec }, sha256s);
  const ours = belonging();
  const { environment, organisation } = ours;
  const claim = { externalId, station: stationId, payload, environment, organisation };
  for (let round = 0; ; round++) {
    const key = claimKey(taskType, groupKey, sha256s, round);
    const standing = await claims.claim(key, claim);
    if (standing === null) return { key, externalId, perhapsSent: false, revives: null };
    if (standing === 'unreadable') continue;
    const { withdrawn, ...kept } = standing;
    const { externalId: before, station } = kept;
    // Another environment of this organisation may be the same service under another name: its claim is looked up like any other.
    if (relationOf(standing, ours) === 'other-organisation') {
      if (again || afterAll) continue;
      return { held: { code: 'file.other-organisation', detail: null } };
    }
    const known = submissionByExternalId(ledger, before);
    const ended =
      known !== null && (known.state === 'rejected' || known.state === 'withdrawn') ? known : null;
    // By another's claim that one may still have them to send.
    const isFree = ended !== null && station === stationId && !isPerhapsSent(ledger, ended.id);
    const isSame = (standing.payload ?? known?.payload_hash ?? payload) === payload;
    // What this station took back itself was put in again.
    const isOthers = withdrawn !== undefined && !(ended !== null && withdrawn.station === stationId);
    if (!isFree && !isSame) continue;
    if (!again && !afterAll) {
      if (isOthers) return { held: { code: 'file.taken-back', detail: withdrawn.name } };
      if (ended?.perhaps_sent === 1) return { held: { code: 'file.perhaps-sent', detail: null } };
    }
    if (isFree) {
      // Whoever takes the folder over asks the service for the first claim that it finds.
      await claims.replace(key, claim);
      return { key, externalId, perhapsSent: false, revives: null };
    }
    if (again || (ended === null && known !== null)) continue;
    if (withdrawn !== undefined) await claims.replace(key, { ...kept, payload });
    return { key, externalId: before, perhapsSent: true, revives: ended?.id ?? null };
  }
}

/** Why documents wait for a person, or null: what the claim says, or that they may be a Task by `earlier`, which no look-up by this claim finds. */
export function heldFor(
  earlier: Earlier | null,
  claimed: Claimed | Unclaimed | null,
  afterAll: boolean,
): WithheldProblem | null {
  if (claimed !== null && 'held' in claimed) return claimed.held;
  if (earlier === null || afterAll || claimed?.revives === earlier.id) return null;
  return { code: 'file.perhaps-sent', detail: null };
}
