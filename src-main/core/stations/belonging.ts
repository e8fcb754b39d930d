import { z } from 'zod';

/** The account (environment and organization) of the station that wrote a lease or claim. Older versions wrote neither value. */
export const belongingSchema = z.object({
  environment: z.string().nullable().default(null),
  /** Null also if the station had no api_secret. */
  organisation: z.string().nullable().default(null),
});

/** Practice mode moves and writes no file in a watched folder (I13). */
export const isPractice = (environment: string): boolean => environment === 'practice';

export interface Belonging {
  readonly environment: string;
  /** The id of the ledger's owner or, without an owner, of the organization of the api_secret; null if both are unknown. */
  readonly organisation: string | null;
  /** Earlier ids of the same organization. A new credential changes the id. */
  readonly former?: readonly string[];
}

export type Relation = 'same' | 'other-environment' | 'other-organisation';

/**
 * Compares the account of a lease or claim with this station's account. An account with another environment and with this station's
 * organization is `other-environment`. An account with another environment and no organization is `other-organisation`, because the
 * documents may belong to another organization. An account in which all fields are null is `same` (docs/architecture.md 9).
 */
export function relationOf(theirs: z.infer<typeof belongingSchema>, ours: Belonging): Relation {
  const { environment, organisation } = theirs;
  const isOurs = organisation === ours.organisation || ours.former?.some((id) => id === organisation);
  if (organisation !== null && !isOurs) return 'other-organisation';
  if (environment === null || environment === ours.environment) return 'same';
  return organisation === null ? 'other-organisation' : 'other-environment';
}
