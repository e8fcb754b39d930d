import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** A fresh secret `practice:<uid>:<random>` for an organization. */
export function newSecret(uid: string): string {
  return `practice:${uid}:${randomBytes(24).toString('base64url')}`;
}

/** The organization id inside a secret `provider:uid:secret`; null when it is not three non-empty parts. */
export function uidOf(apiSecret: string): string | null {
  const parts = apiSecret.split(':');
  const [, uid] = parts;
  return parts.length === 3 && uid !== undefined && parts.every((part) => part !== '') ? uid : null;
}

/** Compares secrets in constant time. */
export function isSameSecret(a: string, b: string): boolean {
  return timingSafeEqual(digest(a), digest(b));
}

/** A fresh bearer token. */
export function newToken(): string {
  return `pt_${randomBytes(32).toString('base64url')}`;
}

/** The stored form of a token. */
export function tokenHash(token: string): string {
  return digest(token).toString('hex');
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
