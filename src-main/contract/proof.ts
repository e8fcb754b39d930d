// A page in a browser and its server prove to each other that they know the same secret: the secret of a one-time link, or of a ticket.
// Neither sends the secret. Another program that took over the port of the server cannot give the proof of the server.

type Bytes = Uint8Array<ArrayBuffer>;
type Prover = 'server' | 'page';

const HMAC = { name: 'HMAC', hash: 'SHA-256' };

/** Returns 32 random bytes in base64url, as a secret or as a nonce. */
export function newSecret(): string {
  return toText(crypto.getRandomValues(new Uint8Array(32)));
}

/** Returns the SHA-256 of the secret, in base64url. The id names the secret and reveals nothing about the secret. */
export async function idOf(secret: string): Promise<string> {
  return toText(new Uint8Array(await crypto.subtle.digest('SHA-256', fromText(secret))));
}

/** Returns the proof that `by` knows the secret: an HMAC over the nonce of the other side, in base64url. */
export async function proofOf(secret: string, by: Prover, nonce: string): Promise<string> {
  return toText(new Uint8Array(await crypto.subtle.sign('HMAC', await keyOf(secret), words(by, nonce))));
}

export async function isProof(proof: string, secret: string, by: Prover, nonce: string): Promise<boolean> {
  return await crypto.subtle.verify('HMAC', await keyOf(secret), fromText(proof), words(by, nonce));
}

const keyOf = (secret: string) =>
  crypto.subtle.importKey('raw', fromText(secret), HMAC, false, ['sign', 'verify']);

// The name of the prover is part of the message, so that nobody can send a proof back to the side that made the proof.
const words = (by: Prover, nonce: string): Bytes => new TextEncoder().encode(`clearfolder ${by} ${nonce}`);

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
