import { createHash } from 'node:crypto';

/** The id of the key that a secret stands for: `idOf` of contract/sealed.ts, at once. */
export function idOfSecret(secret: string): string {
  return createHash('sha256').update(Buffer.from(secret, 'base64url')).digest('base64url');
}
