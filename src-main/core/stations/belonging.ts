import { z } from 'zod';

/**
 * The account (environment and organization) of the station that wrote a lease or claim. Older versions wrote no account, so both values
 * are then null.
 */
export const belongingSchema = z.object({
  environment: z.string().nullable().default(null),
  /** The id of the organization (`organisationId`). Null also if the station did not know an organization yet. */
  organisation: z.string().nullable().default(null),
});

/** Whether the environment is practice mode, in which this station moves and writes no file in a watched folder (I13). */
export const isPractice = (environment: string): boolean => environment === 'practice';

export interface Belonging {
  readonly environment: string;
  /**
   * The id of the organization that owns the ledger. If no organization owns the ledger yet, the id of the organization of the api_secret.
   * Null if both are unknown.
   */
  readonly organisation: string | null;
  /** Earlier ids of the same organization, which a person confirmed. The id of an organization can change with a new api_secret. */
  readonly former?: readonly string[];
}

export type Relation = 'same' | 'other-environment' | 'other-organisation';

/**
 * Compares the account of a lease or claim with this station's account (docs/architecture.md 9).
 * - `same`: the organization and the environment are each this station's or null.
 * - `other-environment`: this station's organization, and another environment.
 * - `other-organisation`: another organization. Also another environment without an organization, because the documents may belong to
 * another organization.
 */
export function relationOf(theirs: z.infer<typeof belongingSchema>, ours: Belonging): Relation {
  const { environment, organisation } = theirs;
  const isOurs = organisation === ours.organisation || ours.former?.some((id) => id === organisation);
  if (organisation !== null && !isOurs) return 'other-organisation';
  if (environment === null || environment === ours.environment) return 'same';
  return organisation === null ? 'other-organisation' : 'other-environment';
}
