import { createHash } from 'node:crypto';

/** The purpose of sent documents (docs/service.md 4.2). Documents that were sent for another purpose are not duplicates. */
export interface Purpose {
  readonly taskType: string;
  readonly requestSpec: Readonly<Record<string, unknown>>;
}

/** Returns a hash of documents and their purpose. The hash is equal for the same documents under other names or in another order. */
export function payloadHash({ taskType, requestSpec }: Purpose, sha256s: readonly string[]): string {
  return hashOf([taskType, requestSpec, [...sha256s].sort()]);
}

export function purposeHash({ taskType, requestSpec }: Purpose): string {
  return hashOf([taskType, requestSpec]);
}

function hashOf(value: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(sortedKeys(value)))
    .digest('hex');
}

function sortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortedKeys);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inside]) => [key, sortedKeys(inside)]));
}

/** Returns the key of a claim on all documents of a group. `round` begins at 0; a higher `round` claims the same documents again. */
export function claimKey(
  purpose: Purpose,
  groupKey: string | null,
  sha256s: readonly string[],
  round: number,
): string {
  return hashOf(['claim', payloadHash(purpose, sha256s), groupKey, round]);
}

/** Returns the key of a claim on one document. The key depends on the bytes and the purpose, and not on the group. */
export function documentKey(purpose: Purpose, sha256: string): string {
  return hashOf(['document', purposeHash(purpose), sha256]);
}
