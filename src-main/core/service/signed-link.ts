import { isSuccess } from './answer.ts';
import { isSecureOrLoopback } from './base-url.ts';
import type { BodySink, HttpAnswer } from './http-exchange.ts';
import { readRetryAfter } from './refusal.ts';
import type { CallOptions } from './service-client.ts';
import { ServiceError } from './service-failure.ts';
import type { Transport } from './transport.ts';

/**
 * Asks for what a pre-signed link gives (docs/service.md 4.7); `write` gets the bytes of a 200 and of no other answer.
 * The request carries no credential: the link is one, and its host is not the service (I9).
 */
export async function getLink(
  transport: Transport,
  link: string,
  write: BodySink['write'],
  { signal }: CallOptions,
): Promise<HttpAnswer> {
  const url = new URL(link);
  if (!isSecureOrLoopback(url)) {
    throw new ServiceError({ kind: 'unreadable', status: 200, cause: 'the download link is not protected' });
  }
  return await transport.send({
    method: 'GET',
    origin: url.origin,
    path: url.pathname + url.search,
    headers: { accept: '*/*' },
    body: null,
    signal,
    sink: { accepts: (status) => status === 200, write },
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
