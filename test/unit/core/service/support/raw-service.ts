import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTcpServer, type Socket } from 'node:net';
import { closeServer, listenOnLoopback } from '../../../../support/loopback.ts';

export interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export type RawService = Awaited<ReturnType<typeof rawService>>;

export type Answerer = (request: Seen, response: ServerResponse) => void | Promise<void>;

export const GOOD_TOKEN = {
  token: 'token-1',
  org_settings: { name: 'Clinic', external_callback_enabled: true, external_read_enabled: false },
};

export const TASK_UUID = '0b6c9e0a-1f6e-4b57-9a5e-0d6a1c1f2a3b';
export const ITEM_UUID = '5d0a2f57-3a0c-4c39-8f57-6a5d8f5b1c2d';

export const TASK = {
  uuid: TASK_UUID,
  external_id: 'e-1',
  task_type: 'prior-auth',
  status: 'pending',
  name: 'A',
  cleared: null,
  created: '2026-01-01T00:00:00Z',
  latest_status_change: '2026-01-01T00:00:00Z',
  category: null,
  data_items: [],
  issues: [],
};

export function json(response: ServerResponse, status: number, value: unknown, headers = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(value));
}

/** Answers every request with this JSON. */
export const says =
  (status: number, value: unknown, headers = {}): Answerer =>
  (_request, response) =>
    json(response, status, value, headers);

/** A loopback HTTP server; without an answer of its own for the exchange it gives `GOOD_TOKEN`. */
export async function rawService(answer: Answerer, exchange?: Answerer) {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('error', () => undefined);
    request.on('end', () => {
      const one = {
        method: request.method ?? '',
        url: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString('utf8'),
      };
      seen.push(one);
      if (!one.url.endsWith('/auth/get_token')) void answer(one, response);
      else if (exchange) void exchange(one, response);
      else json(response, 200, GOOD_TOKEN);
    });
  });
  const port = await listenOnLoopback(server);
  const origin = `http://127.0.0.1:${port}`;
  return {
    origin,
    baseUrl: `${origin}/public/v1`,
    seen,
    /** Requests to the exchange. */
    exchanges: () => seen.filter((one) => one.url.endsWith('/auth/get_token')).length,
    close: () => closeServer(server),
  };
}

/** A bare TCP server: what a proxy, a broken service or a cut line does. */
export async function rawTcp(
  onConnection: (socket: Socket) => void,
): Promise<{ port: number; connections: () => number; close(): Promise<void> }> {
  const open = new Set<Socket>();
  let connections = 0;
  const server = createTcpServer((socket) => {
    connections += 1;
    open.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => open.delete(socket));
    onConnection(socket);
  });
  const port = await listenOnLoopback(server);
  return {
    port,
    connections: () => connections,
    close: () => {
      for (const socket of open) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** As a firewall in between answers. */
export const blocked: Answerer = (_request, response) =>
  void response.writeHead(403, { 'content-type': 'text/html' }).end('<h1>Blocked by policy</h1>');

/** Takes the tokens of this set, answers anything else with 401. */
export const taking =
  (good: ReadonlySet<string>, status = 401): Answerer =>
  (request, response) =>
    good.has(request.headers.authorization?.slice('Bearer '.length) ?? '')
      ? json(response, 200, TASK)
      : json(response, status, { detail: `not taken: ${request.headers.authorization}` });
