import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import websocket from '@fastify/websocket';
import fastify, { type FastifyError, type FastifyInstance } from 'fastify';
import { LONGEST_FRAME, SOCKET_PATH } from '../../contract/page-socket.ts';
import { type BuiltFiles, securityHeaders } from '../built-files.ts';
import { serveOwnUser } from './own-connections.ts';
import { type PageParts, servePage } from './page-socket.ts';
import { notOurs, Refusal, sendRefusal } from './refusal.ts';

// The milliseconds after which a silent connection without a WebSocket is closed.
const SILENT_SOCKET_MS = 60_000;
// The maximum bytes of all headers. A browser sends up to 180 cookies of 4 KiB, which other programs at this address may have set.
const LONGEST_HEADERS = 1024 * 1024;
const CHECK_EVERY_MS = 5_000;

export interface ServerParts extends PageParts {
  readonly files: BuiltFiles;
  /** Returns the port of the server. Valid only after the server has begun to listen. */
  readonly port: () => number;
  /** The milliseconds in which a whole request must arrive. */
  readonly requestMs: number;
}

/** Builds the server of the pages: built files by GET, and one WebSocket for each page. */
export async function buildServer(parts: ServerParts): Promise<FastifyInstance> {
  const server = fastify({
    bodyLimit: 1,
    forceCloseConnections: true,
    exposeHeadRoutes: false,
    serverFactory: (handler) => guardedServer(handler, parts),
    frameworkErrors: (_error, _request, reply) => {
      reply.hijack();
      sendRefusal(reply.raw, notOurs(400));
    },
  });
  server.setErrorHandler((error: FastifyError | Refusal, _request, reply) => {
    const refusal = error instanceof Refusal ? error : notOurs(error.statusCode ?? 500);
    return reply.code(refusal.status).send({ ok: false, error: refusal.failure });
  });
  await server.register(websocket, {
    options: { maxPayload: LONGEST_FRAME, perMessageDeflate: false },
    preClose: (done) => {
      // A page that sleeps answers no request to close.
      for (const client of server.websocketServer.clients) client.terminate();
      done();
    },
  });
  server.addHook('onRequest', async ({ ws, raw }) => {
    if (ws && !isOwnUpgrade(raw, parts.port())) throw notOurs(403);
  });
  server.get(SOCKET_PATH, { websocket: true }, (socket, { query }) => void servePage(socket, query, parts));
  server.setNotFoundHandler(async (request, reply) => {
    // The look-up uses the raw URL, because the router decodes `request.url`. The path must match exactly.
    const file = request.method === 'GET' && !request.ws ? parts.files.get(request.raw.url ?? '') : undefined;
    if (file === undefined) throw notOurs(404);
    return reply.type(file.type).send(file.bytes);
  });
  return server;
}

// Creates the HTTP server, which serves connections of our own user only, and checks each request before the router.
function guardedServer(handler: RequestListener, { port, requestMs }: ServerParts) {
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    // A page connects to its own server only, by a WebSocket.
    for (const [name, value] of Object.entries(securityHeaders(`ws://127.0.0.1:${port()}`)))
      response.setHeader(name, value);
    const refusal = checkRequest(request, port());
    if (refusal === null) handler(request, response);
    else sendRefusal(response, refusal);
  };
  const server = createServer(
    {
      requestTimeout: requestMs,
      headersTimeout: requestMs,
      maxHeaderSize: LONGEST_HEADERS,
      connectionsCheckingInterval: Math.min(requestMs, CHECK_EVERY_MS),
      requireHostHeader: false,
    },
    answer,
  );
  serveOwnUser(server);
  server.timeout = SILENT_SOCKET_MS;
  server.on('checkContinue', (_request, response) => sendRefusal(response, notOurs(417)));
  server.on('checkExpectation', (_request, response) => sendRefusal(response, notOurs(417)));
  server.on('connect', (_request, socket) => {
    socket.on('error', () => undefined);
    socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
  });
  return server;
}

type Asked = Pick<IncomingMessage, 'method' | 'url' | 'headers' | 'rawHeaders'>;

// Checks Host (against DNS rebinding), method, Origin and Sec-Fetch-Site before the router. Null allows the request.
function checkRequest(request: Asked, port: number): Refusal | null {
  const { method = '', url = '', headers } = request;
  if (!isOwnHost(request, port) || !url.startsWith('/')) return notOurs(403);
  if (method !== 'GET') return notOurs(405);
  const { origin } = headers;
  if (origin !== undefined && origin !== originOf(port)) return notOurs(403);
  const site = headers['sec-fetch-site'];
  const navigation = site === 'none' && url === '/';
  return site === undefined || site === 'same-origin' || navigation ? null : notOurs(403);
}

// Whether a page of this server asks for the WebSocket. Browsers always send Origin there; Chromium sends no Sec-Fetch-Site.
function isOwnUpgrade(request: Asked, port: number): boolean {
  const { method, headers } = request;
  const site = headers['sec-fetch-site'];
  return (
    method === 'GET' &&
    isOwnHost(request, port) &&
    headers.origin === originOf(port) &&
    (site === undefined || site === 'same-origin')
  );
}

const originOf = (port: number) => `http://127.0.0.1:${port}`;

// A request that repeats one of these headers is refused, because two programs may choose different values.
const DECISIVE = ['origin', 'sec-fetch-site'];

// `localhost` is refused: browsers try [::1] first, where this server does not listen and another user may serve a page.
function isOwnHost(request: Asked, port: number): boolean {
  return (
    onlyHeader(request, 'host') === `127.0.0.1:${port}` &&
    !DECISIVE.some((name) => onlyHeader(request, name) === null && name in request.headers)
  );
}

// Returns the value of a header that the client sent exactly once, otherwise null. Node's `headers` hides repeated headers.
function onlyHeader({ rawHeaders }: Asked, name: string): string | null {
  const values = rawHeaders.filter(
    (_value, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name,
  );
  return values.length === 1 ? (values[0] ?? null) : null;
}
