import { createHash } from 'node:crypto';
import { isSecureOrLoopback } from './base-url.ts';
import { linkFailure } from './download.ts';
import type { CallOptions } from './service-client.ts';
import { ServiceError } from './service-failure.ts';
import type { Transport } from './transport.ts';

/**
 * The SHA-256 of what a pre-signed link gives (specification 4.7), in lower-case hexadecimal; nothing is kept of the bytes.
 * No credential goes along (I9). Rejects with ServiceError.
 */
export async function hashLink(
  transport: Transport,
  link: string,
  options: CallOptions,
  now: () => number,
): Promise<string> {
  const url = new URL(link);
  if (!isSecureOrLoopback(url)) {
    throw new ServiceError({ kind: 'unreadable', status: 200, cause: 'the download link is not protected' });
  }
  const hash = createHash('sha256');
  const answer = await transport.send({
    method: 'GET',
    origin: url.origin,
    path: url.pathname + url.search,
    headers: { accept: '*/*' },
    body: null,
    signal: options.signal,
    sink: {
      accepts: (status) => status === 200,
      write: async (chunk) => void hash.update(chunk),
    },
  });
  if (answer.status !== 200) throw linkFailure(answer, now());
  return hash.digest('hex');
}
