import { isSuccess, readRetryAfter } from '../answer.ts';
import { isSecureOrLoopback } from '../http/base-url.ts';
import type { BodySink, HttpAnswer } from '../http/http-exchange.ts';
import type { Transport } from '../http/transport.ts';
import type { CallOptions } from '../service-client.ts';
import { ServiceError } from '../service-failure.ts';
import { LinkRefused } from './link-places.ts';

/** Larger than any document; an endless response must not fill the disk. */
export const MAX_DOWNLOAD_BYTES = 2 * 1024 ** 3;

/**
 * Requests a pre-signed link (docs/service.md 4.7); `write` gets the bytes of a 200 response only. The request carries no
 * credential, because the link itself is a credential and its host is not the service (I9). Rejects with LinkRefused if
 * `LinkPlaces` forbids the link, and after `MAX_DOWNLOAD_BYTES`.
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

/** The failure of a link that gave no file. The error leaves the body out, because storage services repeat the signed address there. */
export function linkFailure(answer: HttpAnswer, nowMs: number): ServiceError {
  const { status } = answer;
  if (isSuccess(answer)) {
    return new ServiceError({ kind: 'unreadable', status, cause: 'the download link gave no file' });
  }
  const retryAfterMs = readRetryAfter(answer, nowMs);
  return new ServiceError({ kind: 'refused', status, detail: null, fields: [], retryAfterMs });
}
