import { z } from 'zod';
import { LONGEST_REFERENCE, textOfAtMost } from '../../contract/characters.ts';
import type { Ledger } from '../ledger/db/ledger.ts';
import { claimKey, documentKey } from '../ledger/tables/dedup-keys.ts';
import type { SubmissionRow } from '../ledger/tables/outbox-rows.ts';
import { isPerhapsSent } from '../ledger/tables/perhaps-sent.ts';
import { submissionByExternalId } from '../ledger/tables/submissions.ts';
import { type Belonging, belongingSchema, relationOf } from './belonging.ts';
import type { Claimable, Claimed, Elsewhere, Unclaimed, WithheldProblem } from './stations.ts';

export const claimSchema = belongingSchema.extend({
  externalId: textOfAtMost(LONGEST_REFERENCE),
  station: z.string(),
  /** The station at which a person withdrew the documents. Another station sends the documents only after a person's decision. */
  withdrawn: z.object({ station: z.string(), name: z.string() }).optional(),
});
export type Claim = z.infer<typeof claimSchema>;

/** The claims of all stations. Claims are never removed, because claims show other stations which documents were sent. */
export interface Claims {
  /**
   * Creates a claim on all documents of a submission and returns null. If the key has a claim, returns that claim, or `unreadable` if that
   * claim cannot be parsed. `documents`: the keys of the single documents of a group. If `shared` is present, also claims these keys.
   * `documents-taken` then means that another station has the claim of a document, so no claim was created.
   */
  claim(
    key: string,
    claim: Claim,
    documents?: readonly string[],
  ): Promise<Claim | null | 'unreadable' | 'documents-taken'>;
  /**
   * Creates the claim on a single document of a group. No other station takes over this claim without the claim on the group. Replaces an
   * unreadable claim, and with `anew` any claim: a person then decided to send the documents.
   */
  claimDocument(key: string, claim: Claim, anew: boolean): Promise<void>;
  read(key: string): Promise<Claim | null | 'unreadable'>;
  /** Overwrites a claim on all documents of a submission. Must be called only if no station will send documents under the old claim, or after a person's decision. */
  replace(key: string, claim: Claim): Promise<void>;
  /**
   * Marks the claim under this key as withdrawn if the claim names this external_id. Returns the claim as read before the change, even if
   * the claim names another external_id; null if the claim is missing or unreadable. The caller must hold the lease of the folder.
   */
  withdraw(key: string, externalId: string, by: NonNullable<Claim['withdrawn']>): Promise<Claim | null>;
  /** Present if several stations send from one folder at the same time. Absent if only the station with the lease sends from the folder. */
  readonly shared?: {
    /** If the station that has the claim is gone, takes the claim over and returns null. Otherwise returns which station has the claim. */
    takeOver(key: string, claim: Claim, documents: readonly string[]): Promise<Elsewhere | null>;
    /**
     * Whether no document was sent under this station's claim. The caller must know that no submission has the external_id of the claim.
     */
    isUnsent(externalId: string): boolean;
  };
}

export interface ClaimingDependencies {
  readonly ledger: Ledger;
  readonly claims: Claims;
  readonly stationId: string;
  readonly belonging: () => Belonging;
  readonly isUnqueued: (externalId: string) => boolean;
}

/**
 * Claims documents of a shared folder for this station, or continues an existing claim (I2). If neither is possible, returns the reason.
 * A group gets one claim for the group and one for each document, because a document may also be in a later group.
 */
export async function claimDocuments(
  dependencies: ClaimingDependencies,
  what: Claimable,
): Promise<Claimed | Unclaimed | Elsewhere> {
  if (what.groupKey === null) return claimWhole(dependencies, what, null);
  const isDecided = what.again || what.afterAll;
  const held = isDecided ? null : await heldForDocuments(dependencies, what);
  const claimed = await claimWhole(dependencies, what, held);
  const isWhole = dependencies.claims.shared !== undefined && !isDecided;
  if ('key' in claimed && !isWhole) await claimEach(dependencies, what, claimed.externalId);
  return claimed;
}

// Returns why a new group waits for a person: a document of the group is claimed by another station or was perhaps sent. Otherwise null.
// The reason does not apply if `claimWhole` can continue an existing claim of the same group.
async function heldForDocuments(
  { ledger, claims, stationId, belonging, isUnqueued }: ClaimingDependencies,
  what: Claimable,
): Promise<WithheldProblem | null> {
  const isOurs = ({ externalId, station }: Claim): boolean => {
    const known = submissionByExternalId(ledger, externalId);
    if (known === null) return station === stationId && isUnqueued(externalId);
    return !hasEnded(known) || !isPerhapsSent(ledger, known.id);
  };
  const existing = await Promise.all(documentKeys(what).map((key) => claims.read(key)));
  const others = existing.flatMap((claim) =>
    claim === null || claim === 'unreadable' || isOurs(claim) ? [] : [claim],
  );
  if (others.length === 0) return null;
  const isStrange = others.some((claim) => relationOf(claim, belonging()) === 'other-organisation');
  if (isStrange) return { code: 'file.other-organisation', detail: null };
  const isElsewhere = others.some(({ station }) => station !== stationId);
  return { code: isElsewhere ? 'file.claimed-elsewhere' : 'file.perhaps-sent', detail: null };
}

async function claimEach(
  { claims, stationId, belonging }: ClaimingDependencies,
  what: Claimable,
  externalId: string,
): Promise<void> {
  const { environment, organisation } = belonging();
  const claim = { externalId, station: stationId, environment, organisation };
  const anew = what.again || what.afterAll;
  await Promise.all(documentKeys(what).map((key) => claims.claimDocument(key, claim, anew)));
}

function documentKeys({ taskType, requestSpec, sha256s }: Claimable): string[] {
  return [...new Set(sha256s)].map((sha256) => documentKey({ taskType, requestSpec }, sha256));
}

const hasEnded = ({ state }: SubmissionRow): boolean => state === 'rejected' || state === 'withdrawn';

// Creates or continues one claim for all documents together. If `held` is set, returns `held` instead of creating a claim.
// If an existing claim can be neither continued nor replaced, the loop goes on to the key of the next round.
async function claimWhole(
  { ledger, claims, stationId, belonging }: ClaimingDependencies,
  what: Claimable,
  held: WithheldProblem | null,
): Promise<Claimed | Unclaimed | Elsewhere> {
  const { taskType, requestSpec, groupKey, sha256s, externalId, again, afterAll } = what;
  const documents = groupKey === null || again || afterAll ? [] : documentKeys(what);
  const ours = belonging();
  const { environment, organisation } = ours;
  const claim = { externalId, station: stationId, environment, organisation };
  for (let round = 0; ; round++) {
    const key = claimKey({ taskType, requestSpec }, groupKey, sha256s, round);
    const existing = await (held === null ? claims.claim(key, claim, documents) : claims.read(key));
    if (existing === null && held !== null) return { held };
    if (existing === null) return { key, externalId, perhapsSent: false, revives: null };
    if (existing === 'unreadable') continue;
    if (existing === 'documents-taken') return { held: { code: 'file.claimed-elsewhere', detail: null } };
    const { withdrawn, ...kept } = existing;
    const { externalId: before, station } = kept;
    // Both environments of an organization may use the same service, so a claim of the other environment is looked up here too.
    if (relationOf(existing, ours) === 'other-organisation') {
      if (again || afterAll) continue;
      return { held: { code: 'file.other-organisation', detail: null } };
    }
    const known = submissionByExternalId(ledger, before);
    const ended = known !== null && hasEnded(known) ? known : null;
    // A claim of another station must not be replaced, because the other station may still send the documents.
    const isFree = ended !== null && station === stationId && !isPerhapsSent(ledger, ended.id);
    // A withdrawal by this station does not stop the documents, because a person has put the documents into the folder again.
    const isOthers = withdrawn !== undefined && !(ended !== null && withdrawn.station === stationId);
    if (!again && !afterAll) {
      if (isOthers) return { held: { code: 'file.taken-back', detail: withdrawn.name } };
      if (ended?.perhaps_sent === 1) return { held: { code: 'file.perhaps-sent', detail: null } };
    }
    if (isFree && held !== null) return { held };
    if (isFree) {
      // A station that takes the lease over asks the service for the external_id in the claim, so the claim must name this submission.
      await claims.replace(key, claim);
      return { key, externalId, perhapsSent: false, revives: null };
    }
    if (again || (ended === null && known !== null)) continue;
    if (withdrawn !== undefined) await claims.replace(key, kept);
    else if (claims.shared !== undefined && station !== stationId) {
      const elsewhere = await claims.shared.takeOver(key, existing, documents);
      // Another station sends these documents to another environment only, so a person decides whether to send them here.
      const isElsewhere = elsewhere !== null && relationOf(existing, ours) === 'other-environment';
      if (isElsewhere && afterAll) continue;
      if (isElsewhere) return { held: { code: 'file.other-environment', detail: existing.environment } };
      if (elsewhere !== null) return elsewhere;
    } else if (claims.shared?.isUnsent(before) && known === null) {
      return { key, externalId: before, perhapsSent: false, revives: null };
    }
    return { key, externalId: before, perhapsSent: true, revives: ended?.id ?? null };
  }
}
