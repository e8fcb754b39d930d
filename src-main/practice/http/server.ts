import multipart from '@fastify/multipart';
import fastify, { type FastifyError, type FastifyInstance, type FastifyReply } from 'fastify';
import type { HttpContext } from './context.ts';
import { requireBearer } from './context.ts';
import { downloadRoute, linkRoute } from './link-routes.ts';
import { Problem, unprocessable } from './problem.ts';
import { createRoute, getRoute, listRoute, logEventRoute, updateRoute, uploadRoute } from './task-routes.ts';
import { tokenRoute } from './token-route.ts';

export const BASE_PATH = '/public/v1';

const ROUTES = [createRoute, getRoute, listRoute, updateRoute, uploadRoute, linkRoute, logEventRoute];

const UNLIMITED = Number.MAX_SAFE_INTEGER;

/** Creates the HTTP server with all endpoints of docs/service.md 4. The caller must call `listen`. */
export async function buildServer(context: HttpContext): Promise<FastifyInstance> {
  const server = fastify({
    bodyLimit: UNLIMITED,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 500 },
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
  server.setErrorHandler((error: FastifyError | Problem, _request, reply) => answer(problemOf(error), reply));
  server.setNotFoundHandler((_request, reply) => reply.code(404).send({ detail: 'Not Found' }));
  downloadRoute(server, context);
  await server.register(
    async (open) => {
      tokenRoute(open, context);
      await open.register(async (scope) => {
        requireBearer(scope, context);
        for (const route of ROUTES) route(scope, context);
        scope.all('/*', async () => {
          throw new Problem(404, { detail: 'Not Found' });
        });
      });
    },
    { prefix: BASE_PATH },
  );
  return server;
}

function answer(problem: Problem, reply: FastifyReply): FastifyReply {
  return reply.code(problem.status).headers(problem.headers).send(problem.body);
}

// An unreadable body is a 422, because docs/service.md 7 defines no other status for such a body.
function problemOf(error: FastifyError | Problem): Problem {
  if (error instanceof Problem) return error;
  const isForm = /multipart|Multipart|boundary|Part terminated/.test(error.message);
  if (isForm || (error.statusCode !== undefined && error.statusCode < 500)) {
    const type = isForm ? 'multipart_invalid' : 'json_invalid';
    return unprocessable([{ loc: ['body'], msg: `The body cannot be read: ${error.message}`, type }]);
  }
  return new Problem(500, { detail: 'Internal Server Error' });
}
