import { createHash } from 'node:crypto';

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
