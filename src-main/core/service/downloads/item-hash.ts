import { createHash } from 'node:crypto';
import type { Transport } from '../http/transport.ts';
import type { CallOptions } from '../service-client.ts';
import { getLink, linkFailure } from './signed-link.ts';

/**
 * The SHA-256 of the bytes behind a pre-signed link (docs/service.md 4.7), in lower-case hexadecimal. The bytes are not
 * stored. Rejects with ServiceError.
 */
export async function hashLink(
  transport: Transport,
  link: string,
  options: CallOptions,
  now: () => number,
): Promise<string> {
  const hash = createHash('sha256');
  const answer = await getLink(transport, link, async (chunk) => void hash.update(chunk), options);
  if (answer.status !== 200) throw linkFailure(answer, now());
  return hash.digest('hex');
}
