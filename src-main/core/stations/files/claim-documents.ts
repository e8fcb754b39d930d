import type { Problem } from '../../../contract/problem.ts';
import type { Ledger } from '../../ledger/db/ledger.ts';
import type { SubmissionRow } from '../../ledger/db/rows.ts';
import { claimKey, documentKey } from '../../ledger/tables/claim-key.ts';
import type { Earlier } from '../../ledger/tables/earlier.ts';
import { type Purpose, payloadHash } from '../../ledger/tables/payload.ts';
import { isPerhapsSent } from '../../ledger/tables/perhaps-sent.ts';
import { submissionByExternalId } from '../../ledger/tables/submission-lookup.ts';
import { type Belonging, relationOf } from '../belonging.ts';
import type { Claim, Claims } from './claims.ts';

export interface ClaimingParts {
  readonly ledger: Ledger;
  readonly claims: Claims;
  readonly stationId: string;
  readonly belonging: () => Belonging;
  /** Whether this station put a claim up under this external_id and then queued nothing. */
  readonly isAbandoned: (externalId: string) => boolean;
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
export const WITHHELD = [
  'file.taken-back',
  'file.other-organisation',
  'file.perhaps-sent',
  'file.claimed-elsewhere',
] as const;
export type Withheld = (typeof WITHHELD)[number];
type WithheldProblem = Problem & { readonly code: Withheld };

/** Documents that go only if a person says so, and why. */
export interface Unclaimed {
  readonly held: WithheldProblem;
}

/**
 * Claims documents of a shared folder for this station, or takes up the claim that stands (I2). A group has a claim as a whole, and
 * each of its documents has one: a late page or another name of the subfolder makes another group of documents that may be in a Task.
 */
export async function claimDocuments(parts: ClaimingParts, what: Claimable): Promise<Claimed | Unclaimed> {
  if (what.groupKey === null) return claimWhole(parts, what, null);
  const isDecided = what.again || what.afterAll;
  const claimed = await claimWhole(parts, what, isDecided ? null : await heldForDocuments(parts, what));
  if (!('held' in claimed)) await claimEach(parts, what, claimed.externalId);
  return claimed;
}

/**
 * Why a group waits for a person unless the claim of the whole group stands, or null: another station claimed a document of it, or this
 * station may have sent one.
 */
async function heldForDocuments(
  { ledger, claims, stationId, belonging, isAbandoned }: ClaimingParts,
  what: Claimable,
): Promise<WithheldProblem | null> {
  const isOurs = ({ externalId, station }: Claim): boolean => {
    const known = submissionByExternalId(ledger, externalId);
    if (known === null) return station === stationId && isAbandoned(externalId);
    return !hasEnded(known) || !isPerhapsSent(ledger, known.id);
  };
  const standing = await Promise.all(documentKeys(what).map((key) => claims.read(key)));
  const others = standing.flatMap((one) =>
    one === null || one === 'unreadable' || isOurs(one) ? [] : [one],
  );
  if (others.length === 0) return null;
  const isStrange = others.some((one) => relationOf(one, belonging()) === 'other-organisation');
  if (isStrange) return { code: 'file.other-organisation', detail: null };
  const isElsewhere = others.some(({ station }) => station !== stationId);
  return { code: isElsewhere ? 'file.claimed-elsewhere' : 'file.perhaps-sent', detail: null };
}

/** Claims each document of a group. The claim of another station gives way only to a decision of a person. */
async function claimEach(
  { claims, stationId, belonging }: ClaimingParts,
  what: Claimable,
  externalId: string,
): Promise<void> {
  const { environment, organisation } = belonging();
  const claim = { externalId, station: stationId, environment, organisation };
  await Promise.all(
    documentKeys(what).map(async (key) => {
      const standing = await claims.claim(key, claim);
      const isTaken = standing === 'unreadable' || what.again || what.afterAll;
      if (standing !== null && isTaken) await claims.replace(key, claim);
    }),
  );
}

function documentKeys({ taskType, requestSpec, sha256s }: Claimable): string[] {
  return [...new Set(sha256s)].map((sha256) => documentKey({ taskType, requestSpec }, sha256));
}

const hasEnded = ({ state }: SubmissionRow): boolean => state === 'rejected' || state === 'withdrawn';

/**
 * The key of a claim leaves request_spec out, so that stations of older versions find the claim; the payload in the claim tells what
 * the claim is for, and the same documents for another request_spec are claimed in the next round. A claim without a payload counts
 * as put up for the same. With `held`, a claim that stands is taken up and none is put up.
 */
async function claimWhole(
  { ledger, claims, stationId, belonging }: ClaimingParts,
  { taskType, requestSpec, groupKey, sha256s, externalId, again, afterAll }: Claimable,
  held: WithheldProblem | null,
): Promise<Claimed | Unclaimed> {
  const payload = payloadHash({ taskType, requestSpec }, sha256s);
  const ours = belonging();
  const { environment, organisation } = ours;
  const claim = { externalId, station: stationId, payload, environment, organisation };
  for (let round = 0; ; round++) {
    const key = claimKey(taskType, groupKey, sha256s, round);
    const standing = await (held === null ? claims.claim(key, claim) : claims.read(key));
    if (standing === null && held !== null) return { held };
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
    const ended = known !== null && hasEnded(known) ? known : null;
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
    if (isFree && held !== null) return { held };
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
