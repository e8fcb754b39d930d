import { createHash } from 'node:crypto';

/** The purpose of documents (docs/service.md 4.2). The same documents for another purpose are no duplicate. */
export interface Purpose {
  readonly taskType: string;
  readonly requestSpec: Readonly<Record<string, unknown>>;
}

/** The hash of these documents for this purpose, independent of their names and order. */
export function payloadHash({ taskType, requestSpec }: Purpose, sha256s: readonly string[]): string {
  const sorted = [...sha256s].sort();
  // Older ledgers and stations computed the hash without request_spec, and an empty request_spec keeps that hash.
  const isPlain = Object.keys(requestSpec).length === 0;
  return hashOf(isPlain ? [taskType, sorted] : [taskType, requestSpec, sorted]);
}

/** The hash of a purpose, independent of the order of the keys in request_spec. */
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

/** The key of a claim, which is the same for the same documents, group and task type. `round` counts repeated sendings. */
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

/** The key of the claim of one document, which is the same for the same bytes and purpose in any group. */
export function documentKey(purpose: Purpose, sha256: string): string {
  return createHash('sha256')
    .update(JSON.stringify(['document', purposeHash(purpose), sha256]))
    .digest('hex');
}
