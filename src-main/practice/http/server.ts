import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import multipart from '@fastify/multipart';
import fastify, { type ConnectionError, type FastifyError, type FastifyInstance } from 'fastify';
import { z } from 'zod';
import { isSameSecret, newToken, tokenHash, uidOf } from '../access/api-secret.ts';
import { type HttpContext, pathUuid, requireBearer, taskOf } from './context.ts';
import { Problem, refusal, unprocessable, validated } from './problem.ts';
import { taskRoutes } from './task-routes.ts';

export const BASE_PATH = '/public/v1';

const UNLIMITED = Number.MAX_SAFE_INTEGER;

/** Creates the HTTP server with all endpoints of docs/service.md 4. The server does not listen until the caller calls `listen`. */
export async function buildServer(context: HttpContext): Promise<FastifyInstance> {
  const server = fastify({
    bodyLimit: UNLIMITED,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 500 },
    frameworkErrors: (_error, _request, { raw }) => {
      const { status, body } = unprocessable([
        { loc: ['path'], msg: 'The path cannot be decoded', type: 'path_invalid' },
      ]);
      const text = JSON.stringify(body);
      raw
        .writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
        .end(text);
    },
    clientErrorHandler: answerUnreadable,
  });
  await server.register(multipart, {
    throwFileSizeLimit: false,
    limits: {
      fileSize: UNLIMITED,
      fieldSize: UNLIMITED,
      files: UNLIMITED,
      fields: UNLIMITED,
      parts: UNLIMITED,
    },
  });
  server.decorateRequest('organisation', null);
  server.setErrorHandler((error: FastifyError | Problem, _request, reply) => {
    const problem = problemOf(error);
    return reply.code(problem.status).headers(problem.headers).send(problem.body);
  });
  server.setNotFoundHandler((_request, reply) => reply.code(404).send({ detail: 'Not Found' }));
  downloadRoute(server, context);
  await server.register(
    async (open) => {
      tokenRoute(open, context);
      await open.register(async (scope) => {
        requireBearer(scope, context);
        taskRoutes(scope, context);
        linkRoute(scope, context);
        scope.all('/*', async () => {
          throw refusal(404, 'Not Found');
        });
      });
    },
    { prefix: BASE_PATH },
  );
  return server;
}

// A body that cannot be parsed gives a 422, because docs/service.md 7 defines no other status for such a body.
function problemOf(error: FastifyError | Problem): Problem {
  if (error instanceof Problem) return error;
  const isForm = /multipart|Multipart|boundary|Part terminated/.test(error.message);
  if (isForm || (error.statusCode !== undefined && error.statusCode < 500)) {
    const type = isForm ? 'multipart_invalid' : 'json_invalid';
    // The message of the parser would repeat a part of the body, which may be a secret.
    return unprocessable([{ loc: ['body'], msg: 'The body cannot be read', type }]);
  }
  return refusal(500, 'Internal Server Error');
}

// Answers a request that is no HTTP. The parser of Node.js reads no further request of such a connection.
function answerUnreadable({ code }: ConnectionError, socket: Socket): void {
  if (code === 'ECONNRESET' || !socket.writable) return;
  const [status, detail] =
    code === 'HPE_HEADER_OVERFLOW'
      ? [431, 'The headers are too long.']
      : code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? [408, 'The request did not arrive in time.']
        : [400, 'The request cannot be read.'];
  const body = JSON.stringify({ detail });
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}

const FALLBACK_NAME = 'document';

/** `GET /task/{task_uuid}/data_item/{data_item_uuid}/get_link` (docs/service.md 4.7). */
function linkRoute(scope: FastifyInstance, context: HttpContext): void {
  const { stores, links, origin } = context;
  scope.get('/task/:task_uuid/data_item/:data_item_uuid/get_link', async (request) => {
    const taskUuid = pathUuid(request, 'task_uuid');
    const itemUuid = pathUuid(request, 'data_item_uuid');
    const task = taskOf(context, request, taskUuid);
    const item = stores.items.byUuid(itemUuid);
    if (!item || item.task_id !== task.id) throw refusal(404, `The Task has no data item ${itemUuid}.`);
    if (item.kind !== 'file') throw refusal(400, `Data item ${itemUuid} is not a file.`);
    return {
      file_name: item.name ?? FALLBACK_NAME,
      url: `${origin()}/download/${item.uuid}?${links.sign(item.uuid)}`,
      uuid: item.uuid,
    };
  });
}

/** Serves the file that a signed link names. The path is outside `/public/v1`, because a real service gives links to a storage provider. */
function downloadRoute(scope: FastifyInstance, { stores, links }: HttpContext): void {
  scope.get('/download/:item_uuid', async (request, reply) => {
    // A client that sends a bearer token to a real storage provider reveals the token, so the practice service refuses such a request.
    if (request.headers.authorization !== undefined) {
      throw refusal(400, 'A pre-signed link takes no Authorization header.');
    }
    const uuid = pathUuid(request, 'item_uuid');
    if (!links.opens(uuid, request.query)) throw refusal(403, 'The link is not valid or has expired.');
    const item = stores.items.byUuid(uuid);
    if (!item || item.blob === null) throw refusal(404, 'The document is no longer there.');
    return reply
      .header('content-type', item.media_type)
      .header('content-length', item.size)
      .header('content-disposition', disposition(item.name ?? FALLBACK_NAME))
      .header('cache-control', 'no-store')
      .send(stores.blobs.stream(item.blob));
  });
}

function disposition(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

const DAY_MS = 86_400_000;
const Body = z.object({ api_secret: z.string() });

/** `POST /auth/get_token` (docs/service.md 4.1). This is the only endpoint under the base path that needs no bearer token. */
function tokenRoute(scope: FastifyInstance, context: HttpContext): void {
  const { stores, settings, exchanges } = context;
  scope.post('/auth/get_token', async (request) => {
    const secret = validated(Body, request.body, 'body', { repeats: false }).api_secret;
    const uid = uidOf(secret);
    if (uid === null) throw refusal(400, 'The api_secret must have the form provider:uid:secret.');
    const wait = exchanges.attempt(uid);
    if (wait !== null) {
      throw refusal(429, 'Too many token exchanges; wait before the next one.', {
        'retry-after': String(wait),
      });
    }
    const organisation = stores.organisations.byUid(uid);
    if (!organisation || !isSameSecret(organisation.secret, secret)) {
      throw refusal(403, 'The api_secret is invalid, obsolete or revoked.');
    }
    const token = newToken();
    const expires = settings.clock().getTime() + settings.tokenDays * DAY_MS;
    stores.organisations.addToken(tokenHash(token), organisation.id, expires);
    return {
      token,
      org_settings: {
        name: organisation.name,
        external_callback_enabled: organisation.callbacks,
        external_read_enabled: organisation.reads,
      },
    };
  });
}
