import { createHash } from 'node:crypto';

/** The sha256 of some bytes, in hex. */
export function sha256Of(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
