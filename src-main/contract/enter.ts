import { REFUSED, type ServerFrame, SOCKET_PATH, serverFrameSchema } from './page-socket.ts';
import { idOf, isProof, newSecret, proofOf } from './proof.ts';

/** The part of a WebSocket that is used before the page has entered. */
export interface EnteringSocket {
  send(text: string): void;
  close(): void;
  addEventListener(kind: 'message', listener: (event: { readonly data: unknown }) => void): void;
  addEventListener(kind: 'close', listener: (event: { readonly code: number }) => void): void;
}

/** Thrown if the server does not know the secret, so that nothing may be sent to this server. */
export class NotAdmitted extends Error {}

/**
 * Opens a connection to the server at `origin` and exchanges the proofs. Sends nothing but an id, a nonce and a proof, the latter only to a
 * server that has proved to know `secret`. Returns the frame that follows the proofs.
 *
 * @throws NotAdmitted if the server refuses the secret or gives no proof
 * @throws Error if the connection closes before, as when nothing listens
 */
export async function enter(
  origin: string,
  secret: string,
  openSocket: (url: string) => EnteringSocket,
): Promise<ServerFrame> {
  const nonce = newSecret();
  const query = new URLSearchParams({ pass: await idOf(secret), nonce });
  const socket = openSocket(`${origin.replace(/^http/, 'ws')}${SOCKET_PATH}?${query}`);
  const next = () =>
    new Promise<ServerFrame>((resolve, reject) => {
      socket.addEventListener('message', ({ data }) => {
        const frame = serverFrameSchema.safeParse(frameIn(data));
        if (frame.success) resolve(frame.data);
        else reject(new NotAdmitted());
      });
      socket.addEventListener('close', ({ code }) =>
        reject(code === REFUSED ? new NotAdmitted() : new Error('the connection closed')),
      );
    });
  try {
    const first = await next();
    if (first.kind !== 'proof' || !(await isProof(first.proof, secret, 'server', nonce)))
      throw new NotAdmitted();
    const after = next();
    socket.send(JSON.stringify({ kind: 'proof', proof: await proofOf(secret, 'page', first.nonce) }));
    return await after;
  } catch (error) {
    socket.close();
    throw error;
  }
}

/** Parses the JSON of a text frame. Returns null for anything else. */
export function frameIn(data: unknown): unknown {
  try {
    return typeof data === 'string' ? JSON.parse(data) : null;
  } catch {
    return null;
  }
}
