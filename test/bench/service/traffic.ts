import { subscribe } from 'node:diagnostics_channel';
import { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/** What went over the sockets of this process's HTTP servers, below one path. */
export interface Traffic {
  readonly requests: Readonly<Record<string, number>>;
  /** Bytes of whole connections, heads and keep-alive included. */
  readonly bytesIn: number;
  readonly bytesOut: number;
}

/** Counts from now on, without the server's knowing. */
export function countTraffic(below: string): () => Traffic {
  const requests = new Map<string, number>();
  const open = new Set<Socket>();
  let [bytesIn, bytesOut] = [0, 0];
  const met = (socket: Socket) => {
    if (open.has(socket)) return;
    open.add(socket);
    socket.once('close', () => {
      open.delete(socket);
      bytesIn += socket.bytesRead;
      bytesOut += socket.bytesWritten;
    });
  };
  subscribe('http.server.request.start', (message: unknown) => {
    if (typeof message !== 'object' || message === null || !('request' in message)) return;
    const { request } = message;
    if (!(request instanceof IncomingMessage) || request.url?.startsWith(below) !== true) return;
    const call = request.url.slice(below.length).split('?')[0] ?? '';
    requests.set(call, (requests.get(call) ?? 0) + 1);
    met(request.socket);
  });
  return () => ({
    requests: Object.fromEntries(requests),
    bytesIn: [...open].reduce((sum, { bytesRead }) => sum + bytesRead, bytesIn),
    bytesOut: [...open].reduce((sum, { bytesWritten }) => sum + bytesWritten, bytesOut),
  });
}
