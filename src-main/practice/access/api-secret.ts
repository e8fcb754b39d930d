import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

export function newSecret(uid: string): string {
  return `practice:${uid}:${randomBytes(24).toString('base64url')}`;
}

/** Returns the organization id (`uid`) of an api_secret `provider:uid:secret`; null if the text does not have three non-empty parts. */
export function uidOf(apiSecret: string): string | null {
  const parts = apiSecret.split(':');
  const [, uid] = parts;
  return parts.length === 3 && uid !== undefined && parts.every((part) => part !== '') ? uid : null;
}

export function isSameSecret(a: string, b: string): boolean {
  return timingSafeEqual(digest(a), digest(b));
}

export function newToken(): string {
  return `pt_${randomBytes(32).toString('base64url')}`;
}

/** Returns the hash of a token. The database stores the hash in place of the token, so that nobody can read a token in the database. */
export function tokenHash(token: string): string {
  return digest(token).toString('hex');
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
