import type { z } from 'zod';
import type { Result } from '../../src-main/contract/result.ts';
import { ask, type SealingKey } from '../../src-main/contract/sealed.ts';
import { readResult } from './client.ts';

/**
 * Sends a request to the server of this page, sealed with `key`. Yields the frames of the response.
 *
 * @throws NotProven if the response was not sealed with the key
 * @throws TypeError if nothing responds or the response is cut short
 */
export async function* sealedAnswer(
  key: SealingKey,
  method: 'GET' | 'POST',
  path: string,
  body: Uint8Array<ArrayBuffer> | null,
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const exchange = await ask(key, method, path);
  const response = await fetch(path, {
    method,
    headers: { 'Content-Type': 'application/octet-stream', Authorization: exchange.authorisation },
    body: body === null ? null : await exchange.sealBody(body),
    cache: 'no-store',
    // No cookies are sent or stored. Browsers share cookies between all ports, so another program of this machine could set cookies.
    credentials: 'omit',
    redirect: 'manual',
    signal: signal ?? null,
  });
  const reader = response.body?.getReader();
  try {
    yield* exchange.openFrames(async () => (await reader?.read())?.value ?? null);
  } finally {
    void reader?.cancel().catch(() => undefined);
  }
}

/** Returns the only frame. Reads to the end, so that the connection can be used again. @throws TypeError if the response has no frame */
export async function firstFrame(frames: AsyncGenerator<Uint8Array<ArrayBuffer>>): Promise<Uint8Array> {
  let first: Uint8Array | null = null;
  for await (const frame of frames) first ??= frame;
  if (first === null) throw new TypeError('the answer broke off');
  return first;
}

/** Returns the JSON in the frame; null if the frame contains no JSON. */
export function jsonIn(frame: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(frame));
  } catch {
    return null;
  }
}

export function resultIn<T>(frame: Uint8Array, schema: z.ZodType<T>): Result<T> {
  return readResult(jsonIn(frame), schema);
}
