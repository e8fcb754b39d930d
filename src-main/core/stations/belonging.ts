import { z } from 'zod';

/** The account of the station that wrote a claim; `organisation` is null if the station knew no organization. */
export const belongingSchema = z.object({
  environment: z.string(),
  organisation: z.string().nullable(),
});

/** The account of a claim or a lease. A null environment is that of a lease that belongs to no station. */
interface Account {
  readonly environment: string | null;
  readonly organisation: string | null;
}

/** Whether the environment is practice mode. In practice mode, this station neither moves nor writes a file in a watched folder (I13). */
export const isPractice = (environment: string): boolean => environment === 'practice';

export interface Belonging {
  readonly environment: string;
  /** The organization that owns the ledger, or else the organization of the api_secret; null if both are unknown. */
  readonly organisation: string | null;
  /** Earlier ids of the same organization, which a person confirmed. The id of an organization can change with a new api_secret. */
  readonly former?: readonly string[];
}

export type Relation = 'same' | 'other-environment' | 'other-organisation';

/**
 * Compares the account of a lease or claim with this station's account (docs/architecture.md 9). A null value counts as this station's.
 * Another environment without an organization counts as `other-organisation`: the documents may belong to another organization.
 */
export function relationOf(theirs: Account, ours: Belonging): Relation {
  const { environment, organisation } = theirs;
  const isOurs = organisation === ours.organisation || ours.former?.some((id) => id === organisation);
  if (organisation !== null && !isOurs) return 'other-organisation';
  if (environment === null || environment === ours.environment) return 'same';
  return organisation === null ? 'other-organisation' : 'other-environment';
}

/**
 * Whether a station that is active now surely sends to another account than this station. The other organization proves nothing while this
 * station does not know its own organization, as before the first sign-in.
 */
export function sendsElsewhere(theirs: Account, ours: Belonging): boolean {
  const isUnsure = ours.organisation === null && theirs.environment === ours.environment;
  return !isUnsure && relationOf(theirs, ours) !== 'same';
}
