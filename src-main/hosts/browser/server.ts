import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import fastify, { type FastifyError, type FastifyInstance } from 'fastify';
import { describeError } from '../../core/log/describe-error.ts';
import { securityHeaders } from '../built-files.ts';
import { admissionRoutes } from './admission-routes.ts';
import { eventsRoute } from './events-route.ts';
import { serveOwnUser } from './own-connections.ts';
import { notOurs, Refusal, sendRefusal, unreadable } from './refusal.ts';
import { checkRequest } from './request-checks.ts';
import { callRoute, documentRoute, fileRoute, madeRoute } from './routes.ts';
import { sealExchanges } from './sealed-exchange.ts';
import type { ServerContext } from './server-context.ts';
import { uploadRoute } from './upload-route.ts';

/** The time after which a silent connection is closed: longer than any verb takes. Event streams send heartbeats far more often. */
const SILENT_SOCKET_MS = 600_000;
/** More than all cookies of a browser (180 of 4 KiB), because another program at this address may have set cookies. */
const LONGEST_HEADERS = 1024 * 1024;
const CHECK_EVERY_MS = 5_000;
const HEADERS = securityHeaders("'self'");

/** The server does not listen yet. */
export function buildServer(context: ServerContext): FastifyInstance {
  const server = fastify({
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

/** Checks each request before the router, and refuses upgrades. */
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
    // `hangUpOnSlow` limits bodies.
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

/** Closes the connection if the body, which is always small, does not arrive in time. */
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
  return new Refusal(
    500,
    'unforeseen',
    `Clearfolder had an internal error (${describeError(error)}). The record of what was sent is safe, and nothing is sent twice.`,
    'Try again. If the error returns, report these words to your administrator.',
  );
}
