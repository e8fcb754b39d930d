import { createHash } from 'node:crypto';

/** What documents are sent for (docs/service.md 4.2): the same documents for another purpose are no duplicate. */
export interface Purpose {
  readonly taskType: string;
  readonly requestSpec: Readonly<Record<string, unknown>>;
}

/** What the same documents for the same purpose have in common, whatever their names and order. */
export function payloadHash({ taskType, requestSpec }: Purpose, sha256s: readonly string[]): string {
  const sorted = [...sha256s].sort();
  // Without request_spec the hash is that of older ledgers and stations, which left it out.
  const isPlain = Object.keys(requestSpec).length === 0;
  return hashOf(isPlain ? [taskType, sorted] : [taskType, requestSpec, sorted]);
}

/** What the same purpose has in common, in whatever order request_spec has its keys. */
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
