import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** A secret of 256 bits, as text that may stand in an address or a header. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What is kept of a token: never the token itself. */
export function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Compares in a time that tells nothing of where they differ. */
export function sameDigest(one: Buffer, other: Buffer): boolean {
  return timingSafeEqual(one, other);
}
