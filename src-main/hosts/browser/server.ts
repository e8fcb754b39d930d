import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import fastify, { type FastifyError, type FastifyInstance } from 'fastify';
import { securityHeaders } from '../built-files.ts';
import { describeFailure } from '../headless/describe-failure.ts';
import { serveOwnUser } from './own-connections.ts';
import { linkUsed, notOurs, Refusal, sendRefusal, sessionEnded, unreadable } from './refusal.ts';
import { callRoute, documentRoute, eventsRoute, fileRoute, madeRoute, uploadRoute } from './routes.ts';
import { beginExchange, sealExchanges } from './sealed-exchange.ts';
import type { ServerContext } from './server-context.ts';
import { idOfSecret, LINK_MS } from './sessions.ts';

// The milliseconds after which a silent connection is closed, longer than any verb takes. Event streams send heartbeats far more often.
const SILENT_SOCKET_MS = 600_000;
// The maximum bytes of all headers. A browser sends up to 180 cookies of 4 KiB, which other programs at this address may have set.
const LONGEST_HEADERS = 1024 * 1024;
const CHECK_EVERY_MS = 5_000;
const HEADERS = securityHeaders("'self'");

export function buildServer(context: ServerContext): FastifyInstance {
  const server = fastify({
    // This limit is for requests without a session. `inSession` sets higher limits.
    bodyLimit: 1024,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 200 },
    exposeHeadRoutes: false,
    serverFactory: (handler) => guardedServer(handler, context),
    frameworkErrors: (_error, _request, reply) => {
      reply.hijack();
      sendRefusal(reply.raw, unreadable());
    },
  });
  server.setErrorHandler((error: FastifyError | Refusal, _request, reply) => {
    const refusal = refusalOf(error);
    return reply.code(refusal.status).send({ ok: false, error: refusal.failure });
  });
  sealExchanges(server);
  for (const route of [
    admissionRoutes,
    callRoute,
    eventsRoute,
    uploadRoute,
    documentRoute,
    madeRoute,
    fileRoute,
  ]) {
    route(server, context);
  }
  return server;
}

// Creates the HTTP server, which checks each request before the router and refuses upgrades to other protocols.
function guardedServer(handler: RequestListener, context: ServerContext) {
  const { headersMs, bodyMs } = context.patience;
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    if (request.method === 'POST') hangUpOnSlow(request, bodyMs);
    for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
    const refusal = checkRequest(request, context.port());
    if (refusal === null) handler(request, response);
    else sendRefusal(response, refusal);
  };
  const limits = {
    // `hangUpOnSlow` limits the time of bodies.
    requestTimeout: 0,
    headersTimeout: headersMs,
    maxHeaderSize: LONGEST_HEADERS,
    connectionsCheckingInterval: Math.min(headersMs, CHECK_EVERY_MS),
  };
  const server = createServer({ ...limits, requireHostHeader: false }, answer);
  serveOwnUser(server);
  server.timeout = SILENT_SOCKET_MS;
  server.on('checkContinue', (_request, response) => sendRefusal(response, notOurs(417)));
  server.on('checkExpectation', (_request, response) => sendRefusal(response, notOurs(417)));
  for (const event of ['upgrade', 'connect'] as const) {
    server.on(event, (_request, socket) => {
      socket.on('error', () => undefined);
      socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
    });
  }
  return server;
}

// Closes the connection if the request body, which has at most a few MiB, does not arrive within `bodyMs` milliseconds.
function hangUpOnSlow(request: IncomingMessage, bodyMs: number): void {
  const timer = setTimeout(() => {
    if (!request.complete) request.socket.destroy();
  }, bodyMs);
  request.once('close', () => clearTimeout(timer));
}

function refusalOf(error: FastifyError | Refusal): Refusal {
  if (error instanceof Refusal) return error;
  const { statusCode } = error;
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return unreadable(statusCode);
  const { code, said } = describeFailure(error);
  return new Refusal(500, code, said.message, said.next);
}

// `/api/launch` starts the session of a page with a one-time link, and `/api/resume` the session of a reloaded page with a ticket.
// `/api/link` gives a new link to another process of the same user, which has the key in the control file.
// The requests contain no secret. A client proves that it has the secret (link, ticket or key), and only this secret decrypts the response.
function admissionRoutes(server: FastifyInstance, context: ServerContext): void {
  const { links, sessions, controlKey } = context;
  const exchange = <T>(
    url: string,
    find: (id: string) => string | null,
    give: (secret: string) => T | null,
    refuse: () => Refusal,
  ) => {
    server.post(url, async (request) => {
      const value = give(await beginExchange(request, find, refuse));
      if (value !== null) return { ok: true, value };
      request.exchange = null;
      throw refuse();
    });
  };

  exchange('/api/launch', links.find, (secret) => (links.redeem(secret) ? sessions.start() : null), linkUsed);
  exchange('/api/resume', sessions.findTicket, sessions.resume, sessionEnded);
  const controlId = idOfSecret(controlKey);
  exchange(
    '/api/link',
    (id) => (id === controlId ? controlKey : null),
    () => ({ secret: links.issue(), lasts_ms: LINK_MS }),
    linkUsed,
  );
}

type Asked = Pick<IncomingMessage, 'method' | 'url' | 'headers' | 'rawHeaders'>;

// Checks Host (against DNS rebinding), method, Origin, Sec-Fetch-Site and content type before the router. Null allows the request.
function checkRequest(request: Asked, port: number): Refusal | null {
  const { method = '', url = '', headers } = request;
  const host = onlyHeader(request, 'host');
  if (DECISIVE.some((name) => onlyHeader(request, name) === null && name in headers)) return notOurs(403);
  // `localhost` is refused: browsers try [::1] first, where this server does not listen and another user may serve a page.
  if (host !== `127.0.0.1:${port}` || !url.startsWith('/')) return notOurs(403);
  if (!['GET', 'POST'].includes(method)) return notOurs(405);
  const { origin } = headers;
  if (origin === undefined ? method !== 'GET' : origin !== `http://${host}`) return notOurs(403);
  const site = headers['sec-fetch-site'];
  const navigation = site === 'none' && method === 'GET' && url === '/';
  if (site !== undefined && site !== 'same-origin' && !navigation) return notOurs(403);
  // Before a page of another site may send this type, the browser sends a preflight request, which the server refuses.
  if (method === 'POST' && headers['content-type'] !== 'application/octet-stream') return notOurs(415);
  return null;
}

// A request that repeats one of these headers is refused, because two programs may choose different values.
const DECISIVE = ['origin', 'authorization', 'content-type', 'sec-fetch-site'];

// Returns the value of a header that the client sent exactly once, otherwise null. Node's `headers` hides repeated headers.
function onlyHeader({ rawHeaders }: Asked, name: string): string | null {
  const values = rawHeaders.filter(
    (_value, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name,
  );
  return values.length === 1 ? (values[0] ?? null) : null;
}
