import { createHash } from 'node:crypto';
import { z } from 'zod';

/*
 * The keychain of Windows stores at most 2,560 bytes per entry, and bearer tokens may be longer. A long value is stored in parts, with a
 * head under the value's own name. The names of the parts contain the value's hash, so a new value never overwrites the parts of the old
 * value, and a reader finds one complete value even after a crash.
 */

/** A size of entries, in bytes, that every keychain accepts. */
const PART_BYTES = 2048;
const HEAD_MARK = 'clearfolder-parts:';
const headSchema = z.object({ parts: z.number().int().min(1).max(1000), sha256: z.string() });

export type ChunkHead = z.infer<typeof headSchema>;

/** The entries of a value. The parts must be written before the head. A short value is its own head and has no parts and no hash. */
export function split(value: string): { head: string; parts: readonly string[]; sha256: string | null } {
  if (Buffer.byteLength(value) <= PART_BYTES && !value.startsWith(HEAD_MARK)) {
    return { head: value, parts: [], sha256: null };
  }
  const encoded = Buffer.from(value).toString('base64');
  const parts: string[] = [];
  for (let at = 0; at < encoded.length; at += PART_BYTES) parts.push(encoded.slice(at, at + PART_BYTES));
  const sha256 = hash(value);
  const head: ChunkHead = { parts: parts.length, sha256 };
  return { head: `${HEAD_MARK}${JSON.stringify(head)}`, parts, sha256 };
}

/** The head of a long value: null for a short value, `damaged` for a head that cannot be read. */
export function readHead(stored: string): ChunkHead | null | 'damaged' {
  if (!stored.startsWith(HEAD_MARK)) return null;
  try {
    return headSchema.parse(JSON.parse(stored.slice(HEAD_MARK.length)));
  } catch {
    return 'damaged';
  }
}

/** The value of all parts in order, or null if the parts do not match the head. */
export function join(head: ChunkHead, parts: readonly string[]): string | null {
  const value = Buffer.from(parts.join(''), 'base64').toString('utf8');
  return hash(value) === head.sha256 ? value : null;
}

export function partName(name: string, sha256: string, index: number): string {
  return `${name}#${sha256.slice(0, 12)}.${index}`;
}

function hash(value: string): string {
  return createHash('sha256').update(value).digest('hex');
}
