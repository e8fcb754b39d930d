/*
 * Encryption between a page in a browser and its server. Both ends share a secret key that is never sent unencrypted, and AES-GCM seals
 * every request and response. The encryption protects against another user of the computer, who can listen on the server's port after the
 * server has ended. Without the key, the other user can neither read or repeat the requests of a page, nor send a response that a page
 * accepts.
 */

type CryptoKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;
type Bytes = Uint8Array<ArrayBuffer>;

export interface SealingKey {
  /** The SHA-256 of the secret, which identifies the key and reveals nothing of the key. */
  readonly id: string;
  readonly key: CryptoKey;
}

/** AES-256-GCM with one key. `words` name the purpose of the bytes; the tag covers `words`. Sealed bytes are IV, ciphertext, tag. */
export interface Cipher {
  seal(words: string, bytes: Bytes): Promise<Bytes> | Bytes;
  /** Returns the bytes, or null if `sealed` was not sealed with this key and these words. */
  open(words: string, sealed: Uint8Array): Promise<Bytes | null> | Bytes | null;
}

/** A request with its response. Each sealed message is bound to its exchange, so that no message fits another exchange. */
export interface Exchange {
  /** The value of the Authorization header: the id of the key, and a proof that the sender has the key. */
  readonly authorisation: string;
  sealBody(bytes: Bytes): Promise<Bytes>;
  /** Returns the body; null if the other end did not seal these bytes for this request. */
  openBody(sealed: Uint8Array): Promise<Bytes | null>;
  /** Seals the next frame of the response. Frames must be sent in the order of the calls. */
  sealFrame(bytes: Bytes): Promise<Bytes>;
  /** Yields the frames of a response that arrives in `pieces`. @throws NotProven if the other end did not seal a frame */
  openFrames(pieces: () => Promise<Uint8Array | null>): AsyncGenerator<Bytes>;
}

/** Thrown if the server does not prove that it has the key of this page. */
export class NotProven extends Error {}

/** The maximum size in bytes of one piece of a file that a page sends. Both ends hold a sealed piece in memory. */
export const LONGEST_PIECE = 4 * 1024 * 1024;

export const IV_BYTES = 12;
export const TAG_BYTES = 16;
const LENGTH_BYTES = 4;
const LONGEST_FRAME = 64 * 1024 * 1024;
const AUTHORISATION = /^Clearfolder ([\w-]{43})\.([\w-]{38})$/;

/** Returns 256 random bits as text that is valid in a URL. */
export function newSecret(): string {
  return toText(crypto.getRandomValues(new Uint8Array(32)));
}

/** Returns the key of a secret that `newSecret` made. @throws an error if `secret` is invalid */
export async function sealingKey(secret: string): Promise<SealingKey> {
  const bytes = fromText(secret);
  const key = await crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt']);
  return { id: await idOf(secret), key };
}

export async function idOf(secret: string): Promise<string> {
  return toText(new Uint8Array(await crypto.subtle.digest('SHA-256', fromText(secret))));
}

/** Starts an exchange at the page's end. `path` is the path of the URL as sent. */
export async function ask({ id, key }: SealingKey, method: string, path: string): Promise<Exchange> {
  const cipher = webCipher(key);
  const mark = toText(await cipher.seal(`${method} ${path}`, new Uint8Array()));
  return exchange(cipher, id, mark);
}

/** Returns the id of the key in an Authorization header; null if the header does not have the form that `ask` makes. */
export function keyIdOf(authorisation: string | undefined): string | null {
  return AUTHORISATION.exec(authorisation ?? '')?.[1] ?? null;
}

/**
 * Starts an exchange at the server's end. `cipher` is the cipher of the key `id`. Returns null if the requester does not have the key, or
 * made the header for another request.
 */
export async function accept(
  id: string,
  cipher: Cipher,
  method: string,
  path: string,
  authorisation: string | undefined,
): Promise<Exchange | null> {
  const [, named, mark] = AUTHORISATION.exec(authorisation ?? '') ?? [];
  if (named !== id || mark === undefined) return null;
  const proven = await cipher.open(`${method} ${path}`, fromText(mark));
  return proven === null ? null : exchange(cipher, id, mark);
}

function exchange(cipher: Cipher, id: string, mark: string): Exchange {
  let sealed = 0;
  return {
    authorisation: `Clearfolder ${id}.${mark}`,
    sealBody: async (bytes) => await cipher.seal(`body ${mark}`, bytes),
    openBody: async (bytes) => await cipher.open(`body ${mark}`, bytes),
    sealFrame: async (bytes) => {
      const frame = await cipher.seal(`answer ${mark} ${sealed++}`, bytes);
      const length = new Uint8Array(LENGTH_BYTES);
      new DataView(length.buffer).setUint32(0, frame.byteLength);
      return joined(length, frame);
    },
    openFrames: async function* (pieces) {
      let opened = 0;
      let rest = new Uint8Array();
      for (let piece = await pieces(); piece !== null; piece = await pieces()) {
        rest = joined(rest, piece);
        for (let frame = firstFrame(rest); frame !== null; frame = firstFrame(rest)) {
          const bytes = await cipher.open(`answer ${mark} ${opened++}`, frame);
          if (bytes === null) throw new NotProven();
          yield bytes;
          rest = rest.slice(LENGTH_BYTES + frame.byteLength);
        }
      }
      // A response without a frame does not come from a server that has the key.
      if (opened === 0) throw new NotProven();
    },
  };
}

function firstFrame(bytes: Bytes): Bytes | null {
  if (bytes.byteLength < LENGTH_BYTES) return null;
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0);
  if (length < IV_BYTES + TAG_BYTES || length > LONGEST_FRAME) throw new NotProven();
  const end = LENGTH_BYTES + length;
  return bytes.byteLength < end ? null : bytes.subarray(LENGTH_BYTES, end);
}

/** Returns the cipher of a page, whose key no script can read. */
function webCipher(key: CryptoKey): Cipher {
  const how = (words: string, iv: Bytes) => ({
    name: 'AES-GCM',
    iv,
    additionalData: new TextEncoder().encode(words),
  });
  return {
    seal: async (words, bytes) => {
      const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
      return joined(iv, new Uint8Array(await crypto.subtle.encrypt(how(words, iv), key, bytes)));
    },
    open: async (words, sealed) => {
      const iv = new Uint8Array(sealed.subarray(0, IV_BYTES));
      const rest = new Uint8Array(sealed.subarray(IV_BYTES));
      try {
        return new Uint8Array(await crypto.subtle.decrypt(how(words, iv), key, rest));
      } catch {
        return null;
      }
    },
  };
}

function joined(one: Uint8Array, other: Uint8Array): Bytes {
  const bytes = new Uint8Array(one.byteLength + other.byteLength);
  bytes.set(one);
  bytes.set(other, one.byteLength);
  return bytes;
}

function toText(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

function fromText(text: string): Bytes {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (sign) => sign.charCodeAt(0));
}
