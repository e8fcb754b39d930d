import { z } from 'zod';

/**
 * The account that a lease or a claim names, which is the account of its station. A field is null if an older Clearfolder wrote the file,
 * or if the station had no api_secret yet.
 */
export const belongingSchema = z.object({
  environment: z.string().nullable().default(null),
  /** The id of the organization (`organisationId`). */
  organisation: z.string().nullable().default(null),
});

/** Practice mode touches nothing real: no file in a watched folder is moved or written (I13). */
export const isPractice = (environment: string): boolean => environment === 'practice';

/** The account to which this station sends. */
export interface Belonging {
  readonly environment: string;
  /** Null until the ledger belongs to an organization. */
  readonly organisation: string | null;
  /** Earlier ids of the same organization; a new credential changes the id. */
  readonly former?: readonly string[];
}

export type Relation = 'same' | 'other-environment' | 'other-organisation';

/**
 * Compares the account of a lease or claim with ours. An account of another environment counts as the same organization only if both name
 * the organization. An empty account counts as ours (docs/architecture.md 9).
 */
export function relationOf(theirs: z.infer<typeof belongingSchema>, ours: Belonging): Relation {
  const { environment, organisation } = theirs;
  const isOurs = organisation === ours.organisation || ours.former?.some((id) => id === organisation);
  if (organisation !== null && !isOurs) return 'other-organisation';
  if (environment === null || environment === ours.environment) return 'same';
  return organisation === null ? 'other-organisation' : 'other-environment';
}
