import { createHash } from 'node:crypto';

/** The purpose of documents (docs/service.md 4.2). The same documents for another purpose are no duplicates. */
export interface Purpose {
  readonly taskType: string;
  readonly requestSpec: Readonly<Record<string, unknown>>;
}

/** Returns the hash by which equal documents for an equal purpose are found. Names and order of the documents do not matter. */
export function payloadHash({ taskType, requestSpec }: Purpose, sha256s: readonly string[]): string {
  const sorted = [...sha256s].sort();
  // Older versions left request_spec out of the hash. If request_spec is empty, the hash has the old form, so that old hashes still match.
  const isPlain = Object.keys(requestSpec).length === 0;
  return hashOf(isPlain ? [taskType, sorted] : [taskType, requestSpec, sorted]);
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

/**
 * Returns the key of a claim, which is equal for the same documents, group, task type and round. `round` is above 0 if a claim for the same
 * documents exists and the documents are sent again, or with another request_spec.
 */
export function claimKey(
  taskType: string,
  groupKey: string | null,
  sha256s: readonly string[],
  round: number,
): string {
  return hashOf([taskType, groupKey, [...sha256s].sort(), round]);
}

/** Returns the key of a claim on one document, which is equal for the same bytes and purpose in every group. */
export function documentKey(purpose: Purpose, sha256: string): string {
  return hashOf(['document', purposeHash(purpose), sha256]);
}
