import { createHash } from 'node:crypto';
import { type Purpose, purposeHash } from './payload.ts';

/** What a claim is about: the same documents of the same group for the same kind of work. `round` counts repeated sendings. */
export function claimKey(
  taskType: string,
  groupKey: string | null,
  sha256s: readonly string[],
  round: number,
): string {
  return createHash('sha256')
    .update(JSON.stringify([taskType, groupKey, [...sha256s].sort(), round]))
    .digest('hex');
}

/** What the claim of one document of a group is about: the same bytes for the same purpose, in whatever group. */
export function documentKey(purpose: Purpose, sha256: string): string {
  return createHash('sha256')
    .update(JSON.stringify(['document', purposeHash(purpose), sha256]))
    .digest('hex');
}
