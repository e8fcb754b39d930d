import { isSuccess } from '../answer.ts';
import { isSecureOrLoopback } from '../http/base-url.ts';
import type { BodySink, HttpAnswer } from '../http/http-exchange.ts';
import type { Transport } from '../http/transport.ts';
import { readRetryAfter } from '../refusal.ts';
import type { CallOptions } from '../service-client.ts';
import { ServiceError } from '../service-failure.ts';
import { LinkRefused } from './link-refused.ts';

/** More than any document has; a link that never ends must not fill the disk. */
export const MAX_DOWNLOAD_BYTES = 2 * 1024 ** 3;

/**
 * Asks for what a pre-signed link gives (docs/service.md 4.7); `write` gets the bytes of a 200 and of no other answer.
 * The request carries no credential: the link is one, and its host is not the service (I9). Rejects with LinkRefused where the
 * link may not be followed (`LinkPlaces`), and after `MAX_DOWNLOAD_BYTES`.
 */
export async function getLink(
  transport: Transport,
  link: string,
  write: BodySink['write'],
  { signal }: CallOptions,
): Promise<HttpAnswer> {
  const url = new URL(link);
  if (!isSecureOrLoopback(url)) throw new LinkRefused('unprotected');
  let size = 0;
  const writeWithin = async (chunk: Buffer): Promise<void> => {
    size += chunk.length;
    if (size > MAX_DOWNLOAD_BYTES) throw new LinkRefused('too-large');
    await write(chunk);
  };
  return await transport.send({
    method: 'GET',
    origin: url.origin,
    path: url.pathname + url.search,
    headers: { accept: '*/*' },
    body: null,
    signal,
    isLink: true,
    sink: { accepts: (status) => status === 200, write: writeWithin },
  });
}

/** What a link that gave no file proves. Its body is left out: storage services repeat the signed address in it. */
export function linkFailure(answer: HttpAnswer, nowMs: number): ServiceError {
  const { status } = answer;
  if (isSuccess(answer)) {
    return new ServiceError({ kind: 'unreadable', status, cause: 'the download link gave no file' });
  }
  const retryAfterMs = readRetryAfter(answer, nowMs);
  return new ServiceError({ kind: 'refused', status, detail: null, fields: [], retryAfterMs });
}
