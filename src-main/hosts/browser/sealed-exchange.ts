import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { accept, type Exchange, keyIdOf, sealingKey } from '../../contract/sealed.ts';
import { type Refusal, unreadable } from './refusal.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The exchange with a client that proved to have a key; null before the proof, and for files. */
    exchange: Exchange | null;
  }
}

/** Seals every response within an exchange, refusals included. Bodies stay sealed until a route opens the body. */
export function sealExchanges(server: FastifyInstance): void {
  server.decorateRequest('exchange', null);
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  );
  server.addHook('onSend', async (request, reply, payload) => {
    const { exchange } = request;
    if (exchange === null) return payload;
    reply.type('application/octet-stream').removeHeader('content-length');
    if (payload instanceof Readable) return Readable.from(sealedFrames(exchange, payload));
    return Buffer.from(await exchange.sealFrame(Buffer.from(typeof payload === 'string' ? payload : '')));
  });
}

/**
 * Begins the exchange with the client, by the key whose secret `secretOf` returns for an id.
 * @returns the secret of the key
 * @throws Refusal made by `refuse` if the id is unknown, or the client does not have the key
 */
export async function beginExchange(
  request: FastifyRequest,
  secretOf: (id: string) => string | null,
  refuse: () => Refusal,
): Promise<string> {
  const { authorization } = request.headers;
  const id = keyIdOf(authorization);
  const secret = id === null ? null : secretOf(id);
  if (secret === null) throw refuse();
  const exchange = await accept(
    await sealingKey(secret),
    request.method,
    request.raw.url ?? '',
    authorization,
  );
  if (exchange === null) throw refuse();
  request.exchange = exchange;
  return secret;
}

/** Opens the body. @throws Refusal if the client did not seal the body */
export async function bytesOf({ body, exchange }: FastifyRequest): Promise<Uint8Array> {
  const opened = Buffer.isBuffer(body) ? await exchange?.openBody(body) : null;
  if (opened === null || opened === undefined) throw unreadable();
  return opened;
}

/** Opens the body as JSON. @throws Refusal if the body is not sealed, is no JSON, or could change a prototype */
export async function jsonOf(request: FastifyRequest): Promise<unknown> {
  return jsonIn(await bytesOf(request));
}

/** The JSON in opened bytes. @throws Refusal where there is none, and where it could change a prototype */
export function jsonIn(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes), (key, value) => {
      if (key === '__proto__') throw new SyntaxError(key);
      return value;
    });
  } catch {
    throw unreadable();
  }
}

async function* sealedFrames(exchange: Exchange, pieces: Readable): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) yield await exchange.sealFrame(Buffer.from(piece));
}
