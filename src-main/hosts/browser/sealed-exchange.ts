import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { accept, type Cipher, type Exchange, IV_BYTES, keyIdOf, TAG_BYTES } from '../../contract/sealed.ts';
import { type Refusal, unreadable } from './refusal.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** This request and its response, encrypted with the key of the client. Null until the client has proved to have the key. */
    exchange: Exchange | null;
  }
}

/** Encrypts every response in an `exchange`, also a refusal. The request's body stays encrypted until a route calls `bytesOf`. */
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
 * Checks that the client has the key whose id the request names, and begins the exchange. Returns the secret of the key.
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
  if (id === null || secret === null) throw refuse();
  const { method, raw } = request;
  const exchange = await accept(id, nodeCipher(secret), method, raw.url ?? '', authorization);
  if (exchange === null) throw refuse();
  request.exchange = exchange;
  return secret;
}

const CIPHER = 'aes-256-gcm';

/** Encrypts and decrypts in the calling thread. WebCrypto uses other threads, which costs a busy machine more time than the encryption. */
export function nodeCipher(secret: string): Cipher {
  const key = Buffer.from(secret, 'base64url');
  return {
    seal: (words, bytes) => {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(CIPHER, key, iv).setAAD(Buffer.from(words));
      return Buffer.concat([iv, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
    },
    open: (words, sealed) => {
      if (sealed.byteLength < IV_BYTES + TAG_BYTES) return null;
      const tagAt = sealed.byteLength - TAG_BYTES;
      const cipher = createDecipheriv(CIPHER, key, sealed.subarray(0, IV_BYTES), {
        authTagLength: TAG_BYTES,
      });
      cipher.setAAD(Buffer.from(words)).setAuthTag(sealed.subarray(tagAt));
      const bytes = cipher.update(sealed.subarray(IV_BYTES, tagAt));
      try {
        // Throws if the tag is wrong. In GCM mode, `final` returns no further bytes.
        cipher.final();
        return bytes;
      } catch {
        return null;
      }
    },
  };
}

/** Returns the decrypted body of a request. @throws Refusal if the client did not encrypt the body with the key */
export async function bytesOf({ body, exchange }: FastifyRequest): Promise<Uint8Array> {
  const opened = Buffer.isBuffer(body) ? await exchange?.openBody(body) : null;
  if (opened === null || opened === undefined) throw unreadable();
  return opened;
}

/** Returns the JSON value in the encrypted body of a request. @throws Refusal as `bytesOf` and `jsonIn` do */
export async function jsonOf(request: FastifyRequest): Promise<unknown> {
  return jsonIn(await bytesOf(request));
}

/** Parses JSON. @throws Refusal if the bytes are not JSON, or if an object has the key `__proto__`, which could change a prototype */
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
