import { z } from 'zod';
import { ask, type Exchange, NotProven, sealingKey } from '../../src-main/contract/sealed.ts';

const admittedSchema = z.object({ value: z.object({ key: z.string(), ticket: z.string() }) });

/** What came back of a question: sealed with the key of whoever asked, or in the clear. */
export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  /** Whether it was sealed with that key. */
  readonly sealed: boolean;
  /** The frames, joined; what came in the clear, as it came. */
  readonly bytes: Buffer;
  readonly text: string;
  /** What went over the connection, either way. */
  readonly sent: Buffer;
  readonly raw: Buffer;
}

/**
 * Asks a server of browser mode as a page does that has `secret`; without one, in the clear. A body that is no bytes goes as
 * JSON, a string as it is.
 */
export async function askSealed(
  origin: string,
  path: string,
  {
    secret,
    method = 'POST',
    body = null,
    headers = {},
    onFrame,
    signal = null,
  }: {
    secret?: string | undefined;
    method?: string;
    body?: unknown;
    headers?: Record<string, string>;
    /** Gets each frame as it comes. */
    onFrame?: (frame: Buffer) => void;
    signal?: AbortSignal | null;
  } = {},
): Promise<Answered> {
  const exchange = secret === undefined ? null : await ask(await sealingKey(secret), method, path);
  const sent = body === null ? null : await sealedBody(exchange, body);
  const response = await fetch(origin + path, {
    method,
    headers: {
      'Content-Type': 'application/octet-stream',
      Origin: origin,
      ...(exchange !== null && { Authorization: exchange.authorisation }),
      ...headers,
    },
    body: sent,
    signal,
  });
  const came: Buffer[] = [];
  const frames: Buffer[] = [];
  const reader = response.body?.getReader();
  const pieces = async () => {
    const piece = (await reader?.read())?.value ?? null;
    if (piece !== null) came.push(Buffer.from(piece));
    return piece;
  };
  let sealed = exchange !== null;
  try {
    for await (const frame of exchange?.openFrames(pieces) ?? []) {
      frames.push(Buffer.from(frame));
      onFrame?.(Buffer.from(frame));
    }
  } catch (error) {
    if (!(error instanceof NotProven)) throw error;
    sealed = false;
  }
  if (!sealed) while ((await pieces()) !== null);
  const bytes = Buffer.concat(sealed ? frames : came);
  return {
    status: response.status,
    headers: response.headers,
    sealed,
    bytes,
    text: bytes.toString(),
    sent: Buffer.from(sent ?? []),
    raw: Buffer.concat(came),
  };
}

/** Lets a page in by the secret of a link or a ticket. */
export async function admit(origin: string, path: string, secret: string) {
  return admittedSchema.parse(JSON.parse((await askSealed(origin, path, { secret })).text)).value;
}

export function secretOf(link: string): string {
  return new URL(link).hash.replace('#launch=', '');
}

/** The value of the Authorization header of a page with this secret. */
export async function authorisationOf(secret: string, method: string, path: string): Promise<string> {
  return (await ask(await sealingKey(secret), method, path)).authorisation;
}

/** A file that a page sends, in pieces of `pieceBytes`. Gives the last answer. */
export async function sendFile(
  origin: string,
  secret: string,
  {
    drop,
    path,
    bytes,
    pieceBytes = 1024 * 1024,
  }: { drop: string; path: string; bytes: Buffer; pieceBytes?: number },
): Promise<Answered> {
  const begun = await askSealed(origin, '/api/upload', {
    secret,
    body: { drop, path, size: bytes.byteLength },
  });
  const { upload } = z
    .object({ value: z.object({ upload: z.string() }) })
    .parse(JSON.parse(begun.text)).value;
  let answer = begun;
  for (let piece = 0; piece * pieceBytes < Math.max(1, bytes.byteLength); piece += 1) {
    const body = bytes.subarray(piece * pieceBytes, (piece + 1) * pieceBytes);
    answer = await askSealed(origin, `/api/upload/${upload}/${piece}`, { secret, body });
  }
  return answer;
}

async function sealedBody(exchange: Exchange | null, body: unknown): Promise<Uint8Array<ArrayBuffer>> {
  const bytes =
    body instanceof Uint8Array
      ? new Uint8Array(body)
      : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  return exchange === null ? bytes : await exchange.sealBody(bytes);
}
