import { WebSocket } from 'undici';
import { NotAdmitted } from '../../src-main/contract/enter.ts';
import { type Result, resultSchema } from '../../src-main/contract/result.ts';
import { type Connection, connect, type PageSocket } from '../../src-renderer/host/connection.ts';

/** A page of browser mode without a browser: the page's own side of the connection, over a real socket. */
export interface PageClient extends Connection, AsyncDisposable {
  readonly socket: WebSocket;
  /** The secret by which the page would connect after a reload. */
  readonly ticket: string;
  /** The result of a verb. */
  ask(verb: string, input?: unknown): Promise<Result<unknown>>;
  /** Sends a file of a drop. */
  give(drop: string, path: string, bytes: Uint8Array<ArrayBuffer>): Promise<unknown>;
  close(): Promise<void>;
}

export function secretOf(link: string): string {
  return new URL(link).hash.replace('#launch=', '');
}

/** Opens a WebSocket as a page does that was loaded from `origin`. */
export function socketOf(url: string, origin: string, headers: Record<string, string> = {}): WebSocket {
  return new WebSocket(url, { headers: { origin, ...headers } });
}

/** Enters with the secret of a link or a ticket. Null if the server refuses the secret. `heard` gets every frame as the page gets it. */
export async function enterPage(
  origin: string,
  secret: string,
  heard: (frame: Buffer) => void = () => undefined,
): Promise<PageClient | null> {
  let opened: WebSocket | undefined;
  let ticket = '';
  const open = (url: string): PageSocket => {
    opened = socketOf(url, origin);
    opened.addEventListener('message', ({ data }) => heard(Buffer.from(data)));
    // The socket reports each end as an error too.
    opened.addEventListener('error', () => undefined);
    return opened;
  };
  try {
    const keep = (given: string) => {
      ticket = given;
    };
    const connection = await connect(origin, secret, keep, open);
    const socket = opened;
    if (socket === undefined) return null;
    const close = async () => {
      socket.close();
      await connection.closed;
    };
    return {
      ...connection,
      socket,
      ticket,
      ask: async (verb, input = {}) => resultSchema.parse(await connection.invoke(verb, input)),
      give: (drop, path, bytes) =>
        connection.upload({ drop, path, size: bytes.byteLength }, new Blob([bytes]), () => undefined),
      close,
      [Symbol.asyncDispose]: close,
    };
  } catch (error) {
    if (error instanceof NotAdmitted) return null;
    throw error;
  }
}

/** Enters with a one-time link. Throws if the link is worth nothing. */
export async function openPage(link: string, heard?: (frame: Buffer) => void): Promise<PageClient> {
  const page = await enterPage(new URL(link).origin, secretOf(link), heard);
  if (page === null) throw new Error('the link was refused');
  return page;
}
