// Encryption between a page in a browser and the server of the page, with a secret key that both have. AES-GCM seals (encrypts and
// authenticates) every request and response. Another user of the computer, who may listen on the port after the server has ended,
// can then neither read nor repeat the requests of a page, and cannot send a response that a page accepts.

type CryptoKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;
type Bytes = Uint8Array<ArrayBuffer>;

export interface SealingKey {
  /** The SHA-256 of the secret, in base64url. The id identifies the key and reveals nothing about the key. */
  readonly id: string;
  readonly key: CryptoKey;
}

/** AES-256-GCM. The authentication tag covers `words`, the purpose of the bytes. Sealed bytes are the IV, the ciphertext and the tag. */
export interface Cipher {
  seal(words: string, bytes: Bytes): Promise<Bytes> | Bytes;
  /** Returns the bytes; null if `sealed` was not sealed with this key and the same `words`. */
  open(words: string, sealed: Uint8Array): Promise<Bytes | null> | Bytes | null;
}

/** An HTTP request and its response. A sealed message can be opened only in its own exchange, so nobody can repeat the message. */
export interface Exchange {
  /** The value of the Authorization header: the id of the key, and a proof that the sender has the key. */
  readonly authorisation: string;
  sealBody(bytes: Bytes): Promise<Bytes>;
  /** Returns the body of the request; null if the client did not seal these bytes for this request. */
  openBody(sealed: Uint8Array): Promise<Bytes | null>;
  /** Seals the next part of the response as a frame. The caller must send the frames in the order of the calls. */
  sealFrame(bytes: Bytes): Promise<Bytes>;
  /**
   * Yields the content of each frame. `pieces` returns the next received bytes, or null at the end of the response.
   * @throws NotProven if the server did not seal a frame for this request, or if the response has no frame
   */
  openFrames(pieces: () => Promise<Uint8Array | null>): AsyncGenerator<Bytes>;
}

/** Thrown if a response does not prove that the server has the key of the page. */
export class NotProven extends Error {}

/** The maximum size in bytes of one piece of a file that a page sends. The page and the server each hold a whole sealed piece in memory. */
export const LONGEST_PIECE = 4 * 1024 * 1024;

export const IV_BYTES = 12;
export const TAG_BYTES = 16;
const LENGTH_BYTES = 4;
const LONGEST_FRAME = 64 * 1024 * 1024;
const AUTHORISATION = /^Clearfolder ([\w-]{43})\.([\w-]{38})$/;

export function newSecret(): string {
  return toText(crypto.getRandomValues(new Uint8Array(32)));
}

/** Returns the key of a secret that `newSecret` returned. @throws an error if `secret` is not the encoding of a key */
export async function sealingKey(secret: string): Promise<SealingKey> {
  const bytes = fromText(secret);
  const key = await crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt']);
  return { id: await idOf(secret), key };
}

export async function idOf(secret: string): Promise<string> {
  return toText(new Uint8Array(await crypto.subtle.digest('SHA-256', fromText(secret))));
}

/** Starts an exchange in the client. `path` must be the path of the URL with its query, exactly as in the request. */
export async function ask({ id, key }: SealingKey, method: string, path: string): Promise<Exchange> {
  const cipher = webCipher(key);
  const mark = toText(await cipher.seal(`${method} ${path}`, new Uint8Array()));
  return exchange(cipher, id, mark);
}

/** Returns the id of the key in an Authorization header; null if the header does not have the form of `Exchange.authorisation`. */
export function keyIdOf(authorisation: string | undefined): string | null {
  return AUTHORISATION.exec(authorisation ?? '')?.[1] ?? null;
}

/** Starts an exchange in the server. Returns null if the client has no key, or made `authorisation` for another request. */
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
      // A response without a frame proves nothing, because a server without the key can send an empty response too.
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

// Returns a cipher that uses the Web Crypto API. `key` is not extractable, so no script of a page can read the bytes of the key.
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
